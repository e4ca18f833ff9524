/** The text that a page of HTML shows. */

const INLINE = /<\/?(?:a|b|strong|em|i|u|code|mark|span|sup|sub|kbd|del)\b[^>]*>/gi;

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

export function plainHtml(html: string): string {
  return html
    .replace(/<!--[^]*?-->/g, "")
    .replace(/<(script|style)\b[^]*?<\/\1>/gi, " ")
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/gi, " $1 ")
    .replace(INLINE, "")
    .replace(/<[!/?a-z][^>]*>/gi, " ")
    .replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+\d*));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return NAMED[name!.toLowerCase()] ?? whole;
    });
}
