/** Signs of symbol fonts as Unicode. */
import { hex } from "dingbat-to-unicode";

/** The sign of a `w:sym`. Empty where the font is not known. */
export function symbolOf(font: string, code: string): string {
  const found = hex(font, code)?.string ?? (/^F0..$/i.test(code) ? hex(font, code.slice(2))?.string : undefined);
  if (found !== undefined) return found;
  const value = Number.parseInt(code, 16);
  if (!(value > 0x20 && value <= 0x10_ff_ff)) return "";
  return isPrivate(value) ? "" : String.fromCodePoint(value);
}

/** Letters of a symbol font that stand in the text itself. */
export function withoutPrivateSigns(text: string, font: string): string {
  return text.replace(/[\uf020-\uf0ff]/g, (sign) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase();
    return symbolOf(font, code) || sign;
  });
}

const isPrivate = (value: number): boolean =>
  (value >= 0xe000 && value <= 0xf8ff) || (value >= 0xd800 && value <= 0xdfff);
