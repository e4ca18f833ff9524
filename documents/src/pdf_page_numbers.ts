/** Finds the numbers of pages at their edges: numbers that count with the pages. */

const WORD =
  "page|pages|pg|pag|p|seite|seiten|s|página|pagina|página|folio|feuille|blatt|sida|side|sivu|strona|str|strana|stránka|oldal|trang|sayfa|стр|страница|第|頁|页";
const OF = "of|von|de|di|du|sur|van|av|af|z|из|/|\\|";
const PAGE = new RegExp(
  `^[-\\u2013\\u2014([~.*\\s]*(?:(?:${WORD})\\.?\\s*:?\\s*)?([0-9]{1,5}|[ivxlcdm]{1,9})` +
    `(?:\\s*(?:${OF})\\s*[0-9]{1,5}|\\s*[页頁])?[-\\u2013\\u2014)\\]~.*\\s]*$`,
  "iu",
);

export interface PageNumber {
  readonly value: number;
  /** Whether it is called a page, or tells how many there are. */
  readonly isNamed: boolean;
  /** The same text for each number of a kind. */
  readonly template: string;
}

/** Undefined unless a text is a number of a page and nothing else. */
export function pageNumberIn(text: string): PageNumber | undefined {
  if (text.length > 40) return undefined;
  const found = PAGE.exec(text)?.[1];
  if (found === undefined) return undefined;
  const at = text.indexOf(found);
  const isRoman = /^\D/.test(found);
  const value = isRoman ? romanValue(found.toLowerCase()) : Number(found);
  const sign = isRoman ? "\u0001r" : "\u0001n";
  return value === undefined || value === 0 ? undefined : {
    value,
    isNamed: /\p{L}|\d\D+\d/u.test(text.replace(found, isRoman ? "" : "0")),
    template: text.slice(0, at) + sign + text.slice(at + found.length),
  };
}

const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function romanValue(text: string): number | undefined {
  if (text === "" || !ROMAN.test(text)) return undefined;
  const values = [...text].map((letter) => VALUES[letter]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}
