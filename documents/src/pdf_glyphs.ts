/** Looks at the letters that a PDF page draws, and tells those whose meaning the file does not say. */
import { hex } from "dingbat-to-unicode";
import { getResolvedPDFJS } from "unpdf";
import type { TextItem } from "./pdf_items.ts";
import type { PdfPage } from "./pdf_outline.ts";

export type DrawnPage = Awaited<ReturnType<PdfPage["getOperatorList"]>>;

/** What a page draws with a font. */
interface FontUse {
  letters: number;
  spaces: number;
  controls: number;
  /** Letters whose number in the font is that of their sign in Unicode. */
  same: number;
  /** Of these, letters whose name says nothing. */
  nameless: number;
}

/** What is used of a font of pdf.js. */
interface DrawnFont {
  readonly name?: string;
  readonly composite?: boolean;
  readonly toUnicode?: { readonly _map?: unknown };
  readonly differences?: readonly (string | undefined)[];
}

interface Glyph {
  readonly unicode?: string;
  readonly originalCharCode?: number;
}

/** What a page shows that cannot be read. */
export interface UnreadableText {
  /** About how many. */
  readonly letters: number;
  /** What it is, a phrase for each font. */
  readonly reasons: readonly string[];
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f\ufffd\uffff]/u;
const ALL_CONTROLS = /[\u0000-\u001f\u007f-\u009f\ufffd\uffff]/gu;
const PRIVATE = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/gu;
/** A font with a larger share of control characters only numbers its letters. */
const MAX_CONTROLS = 0.08;
const NAMELESS = /^(?!u(?:ni)?[0-9A-Fa-f]{4,6}$)[A-Za-z]{0,8}[._]?(\d+)$/;

/** The texts of a page in letters that mean something. */
export async function readableTexts(
  page: PdfPage,
  drawn: DrawnPage,
  texts: readonly TextItem[],
): Promise<{ readonly texts: readonly TextItem[]; readonly unreadable: UnreadableText }> {
  const { uses, damaged } = await fontUses(page, drawn);
  const kinds = new Map([...uses].map(([name, use]) => [name, kindOf(fontOf(page, name), use)]));
  const unreadable = new Map<string, number>();
  const read = texts.map((item): TextItem => {
    const kind = kinds.get(item.fontName ?? "");
    if (kind === undefined || (kind.isKnown && !ODD.test(item.str))) return item;
    const { str, lost } = readable(item.str, kind);
    if (lost > 0) unreadable.set(kind.name, (unreadable.get(kind.name) ?? 0) + lost);
    return { ...item, str };
  });
  const reasons = [...unreadable].map(([font, letters]) =>
    `${letters} letters of the font ${font}: the file does not say what they mean`
  );
  if (damaged > 0) reasons.push(`${damaged} texts of a font that is damaged`);
  const letters = [...unreadable.values()].reduce((sum, count) => sum + count, LETTERS_OF_TEXT * damaged);
  return { texts: read, unreadable: { letters, reasons: reasons } };
}

/** A text in a damaged font may be a letter or a line. */
const LETTERS_OF_TEXT = 10;
/** Signs at which a text is looked at more closely. */
const ODD = /[\u0000-\u001f\u007f-\u009f\ue000-\uf8ff\u{f0000}-\u{10ffff}\ufffd\uffff]/u;

/** How each font is used, and how many texts have a font that pdf.js cannot read. */
async function fontUses(
  page: PdfPage,
  { fnArray, argsArray }: DrawnPage,
): Promise<{ readonly uses: ReadonlyMap<string, FontUse>; readonly damaged: number }> {
  const { OPS } = await getResolvedPDFJS();
  const uses = new Map<string, FontUse>();
  const kept: string[] = [];
  let [font, damaged] = ["", 0];
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) kept.push(font);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) font = kept.pop() ?? font;
    else if (operator === OPS.setFont) font = String((argsArray[at] as readonly unknown[])[0]);
    else if (operator === OPS.showText) {
      if (isDamaged(page, font)) damaged++;
      const use = uses.get(font) ?? { letters: 0, spaces: 0, controls: 0, same: 0, nameless: 0 };
      uses.set(font, use);
      addGlyphs((argsArray[at] as readonly [readonly (Glyph | number)[]])[0], fontOf(page, font), use);
    }
  }
  return { uses, damaged };
}

/** In place of such a font, pdf.js gives what is wrong with it. */
function isDamaged(page: PdfPage, name: string): boolean {
  return page.commonObjs.has(name) && typeof page.commonObjs.get(name) === "string";
}

function addGlyphs(glyphs: readonly (Glyph | number)[], { differences }: DrawnFont, use: FontUse): void {
  for (const glyph of glyphs) {
    if (typeof glyph === "number") continue;
    const { unicode = "", originalCharCode: code = -1 } = glyph;
    use.letters++;
    if (unicode === " ") use.spaces++;
    if (CONTROL.test(unicode)) use.controls++;
    if (unicode.codePointAt(0) !== code) continue;
    use.same++;
    const number = NAMELESS.exec(differences?.[code] ?? "")?.[1];
    if (number !== undefined && Number(number) !== code) use.nameless++;
  }
}

interface FontKind {
  /** Without the mark of a part of a font. */
  readonly name: string;
  /** Whether its letters mean what they seem to mean. */
  readonly isKnown: boolean;
  readonly isUnreadable: boolean;
  /** The name by which its signs are known. */
  readonly symbols: string | undefined;
}

const DINGBATS = "Zapf Dingbats";
const SYMBOLS: readonly (readonly [RegExp, string])[] = [
  [/^wingdings ?-?2/i, "Wingdings 2"],
  [/^wingdings ?-?3/i, "Wingdings 3"],
  [/^wingdings/i, "Wingdings"],
  [/^webdings/i, "Webdings"],
  [/^(?:itc)?[- ]?zapf ?dingbats|^dingbats$|^d050000l/i, DINGBATS],
  [/^symbol(?:mt|-regular|,|$)/i, "Symbol"],
];

function kindOf(font: DrawnFont, use: FontUse): FontKind {
  const name = (font.name ?? "").replace(/^[A-Z]{6}\+/, "");
  const symbols = SYMBOLS.find(([pattern]) => pattern.test(name))?.[1];
  const { letters, spaces, controls, same, nameless } = use;
  const isNumbered = font.composite === true && font.toUnicode !== undefined && !Array.isArray(font.toUnicode._map);
  const isSame = same > 0.9 * letters;
  const isOnlyNumbered = symbols === undefined
    ? controls > MAX_CONTROLS * letters || nameless > 0.5 * letters || (isNumbered && spaces === 0)
    : isNumbered;
  const isUnreadable = isSame && letters > 0 && isOnlyNumbered;
  return { name, isKnown: symbols === undefined && !isUnreadable, isUnreadable, symbols };
}

/** A text, and how many of its letters cannot be read. */
function readable(text: string, { isUnreadable, symbols }: FontKind): { readonly str: string; readonly lost: number } {
  if (isUnreadable) return { str: "", lost: [...text.replaceAll(" ", "")].length };
  const known = symbols === undefined ? withLigatures(text) : [...text].map((sign) => symbol(symbols, sign)).join("");
  const plain = known.replace(/[\uf700-\uf7ff\uf001\uf002\uf0b7\uf0a7]/g, (sign) => sharedSign(sign));
  const lost = (plain.match(ALL_CONTROLS)?.length ?? 0) + (plain.match(PRIVATE)?.length ?? 0);
  return { str: plain.replace(ALL_CONTROLS, ""), lost };
}

function symbol(font: string, sign: string): string {
  const code = sign.codePointAt(0)!;
  const own = code >= 0xf020 && code <= 0xf0ff ? code - 0xf000 : code;
  if (own <= 0x20 || own > 0xff || (font === "Symbol" && own === code)) return sign;
  if (font === DINGBATS) return dingbat(own);
  return hex(font, own.toString(16).toUpperCase())?.string ?? sign;
}

const MOVED: Readonly<Record<number, number>> = {
  0x25: 0x260e,
  0x2a: 0x261b,
  0x2b: 0x261e,
  0x48: 0x2605,
  0x6c: 0x25cf,
  0x6e: 0x25a0,
  0x73: 0x25b2,
  0x74: 0x25bc,
  0x75: 0x25c6,
  0x77: 0x25d7,
  0xa8: 0x2663,
  0xa9: 0x2666,
  0xaa: 0x2665,
  0xab: 0x2660,
  0xd5: 0x2192,
  0xd6: 0x2194,
  0xd7: 0x2195,
};

/** Unicode has most of these signs in the order of the font. */
function dingbat(code: number): string {
  const digits = code >= 0xac && code <= 0xb5 ? 0x2460 + code - 0xac : undefined;
  return String.fromCodePoint(MOVED[code] ?? digits ?? 0x2700 + code - (code < 0x80 ? 0x20 : 0x40));
}

/** In the fonts of TeX, control characters are ligatures. */
const LIGATURES: Readonly<Record<string, string>> = {
  "\u000b": "ff",
  "\u000c": "fi",
  "\u000d": "fl",
  "\u000e": "ffi",
  "\u000f": "ffl",
  "\u0010": "\u0131",
  "\u001b": "ff",
  "\u001c": "fi",
  "\u001d": "fl",
  "\u001e": "ffi",
  "\u001f": "ffl",
};

const withLigatures = (text: string): string =>
  text.replace(/[\u000b-\u0010\u001b-\u001f]/g, (sign) => LIGATURES[sign]!);

/** Private letters whose meaning many fonts share: small capitals, old numbers, two ligatures and two bullets. */
function sharedSign(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code === 0xf001) return "fi";
  if (code === 0xf002) return "fl";
  if (code === 0xf0b7) return "\u2022";
  if (code === 0xf0a7) return "\u25aa";
  const plain = code - 0xf700;
  if ((plain >= 0x30 && plain <= 0x39) || (plain >= 0x61 && plain <= 0x7a)) {
    return String.fromCharCode(plain).toUpperCase();
  }
  return plain >= 0xe0 && plain <= 0xfe ? String.fromCharCode(plain).toUpperCase() : sign;
}

function fontOf(page: PdfPage, name: string): DrawnFont {
  try {
    return page.commonObjs.has(name) ? page.commonObjs.get(name) as DrawnFont : {};
  } catch {
    return {};
  }
}
