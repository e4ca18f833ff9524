/**
 * Finds the texts that a PDF file gives in place of drawn letters: `ActualText`, PDF 32000-1, 14.9.4. pdf.js does not
 * tell them, and PDFium does.
 */
import { PDFiumModule } from "@hyzyla/pdfium";
import { type Matrix, product } from "./pdf_rules.ts";

/** What is drawn in a place of the page, and what it says. */
export interface ActualText {
  readonly text: string;
  /** Left, bottom, right and top in points. */
  readonly rect: readonly number[];
}

/** A text that a tag of the file has, and the numbers of the content of the page that it stands for. */
export interface TaggedText {
  readonly text: string;
  readonly contents: ReadonlySet<number>;
}

export interface ActualTexts {
  /** In the order of the page's content. Pages count from 0. */
  of(page: number): readonly ActualText[];
  /** Outer tags first. */
  taggedOf(page: number): readonly TaggedText[];
  close(): void;
}

/** What is used of PDFium's own interface. */
interface Pdfium {
  readonly wasmExports: Readonly<Record<string, (...values: readonly number[]) => number>>;
  readonly HEAPU8: Uint8Array;
}

const TEXT_OBJECT = 1;
const FORM_OBJECT = 5;
const MAX_OBJECTS = 50_000;
const MAX_DEPTH = 8;
const MAX_TAGS = 100;
const MAX_BYTES = 65_536;

/** Throws where PDFium cannot read the file. */
export async function openActualTexts(bytes: Uint8Array): Promise<ActualTexts> {
  const pdfium = (await PDFiumModule({})) as unknown as Pdfium & {
    _FPDF_InitLibraryWithConfig(config: object): void;
  };
  pdfium._FPDF_InitLibraryWithConfig({});
  const { malloc, FPDF_LoadMemDocument, FPDF_CloseDocument, FPDF_LoadPage, FPDF_ClosePage } = pdfium.wasmExports;
  const file = malloc!(bytes.length);
  pdfium.HEAPU8.set(bytes, file);
  const document = FPDF_LoadMemDocument!(file, bytes.length, 0);
  if (document === 0) throw new Error("PDFium cannot read the file");
  const reader = new MarkReader(pdfium);
  const ofPage = <Found>(at: number, read: (page: number) => readonly Found[]): readonly Found[] => {
    const page = FPDF_LoadPage!(document, at);
    if (page === 0) return [];
    try {
      return read(page);
    } finally {
      FPDF_ClosePage!(page);
    }
  };
  return {
    of: (at) => ofPage(at, (page) => reader.textsOf(page)),
    taggedOf: (at) => ofPage(at, (page) => reader.taggedTexts(page)),
    close: () => void FPDF_CloseDocument!(document),
  };
}

/** Reads the marks of the objects of a page. */
class MarkReader {
  readonly #pdfium: Pdfium;
  /** The name of the value, and room for what PDFium answers. */
  readonly #key: number;
  readonly #numbers: number;
  readonly #letters: number;
  #found = new Map<number, { text: string; rect: [number, number, number, number] }>();
  #objects = 0;

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
    const { malloc } = pdfium.wasmExports;
    const key = new TextEncoder().encode("ActualText\0");
    this.#key = malloc!(key.length);
    this.#numbers = malloc!(32);
    this.#letters = malloc!(MAX_BYTES);
    pdfium.HEAPU8.set(key, this.#key);
  }

  textsOf(page: number): readonly ActualText[] {
    const { FPDFPage_CountObjects, FPDFPage_GetObject } = this.#pdfium.wasmExports;
    this.#found = new Map();
    this.#objects = 0;
    const count = FPDFPage_CountObjects!(page);
    for (let at = 0; at < count; at++) this.#read(FPDFPage_GetObject!(page, at), [1, 0, 0, 1, 0, 0], 0, 0);
    return [...this.#found.values()];
  }

  /** `outer` is the mark that holds the form in which the object is. */
  #read(object: number, matrix: Matrix, depth: number, outer: number): void {
    if (object === 0 || this.#objects++ > MAX_OBJECTS) return;
    const { FPDFPageObj_GetType, FPDFFormObj_CountObjects, FPDFFormObj_GetObject } = this.#pdfium.wasmExports;
    const type = FPDFPageObj_GetType!(object);
    const mark = outer === 0 ? this.#markOf(object) : outer;
    if (type === FORM_OBJECT && depth < MAX_DEPTH) {
      const inner = this.#matrixOf(object, matrix);
      const count = FPDFFormObj_CountObjects!(object);
      for (let at = 0; at < count; at++) this.#read(FPDFFormObj_GetObject!(object, at), inner, depth + 1, mark);
    } else if (type === TEXT_OBJECT && mark !== 0) this.#widen(mark, object, matrix);
  }

  /** The outermost mark of an object that has a text. 0 where there is none. */
  #markOf(object: number): number {
    const { FPDFPageObj_CountMarks, FPDFPageObj_GetMark } = this.#pdfium.wasmExports;
    const count = FPDFPageObj_CountMarks!(object);
    for (let at = 0; at < count; at++) {
      const mark = FPDFPageObj_GetMark!(object, at);
      if (this.#found.has(mark)) return mark;
      const text = this.#textOf(mark);
      if (text === undefined) continue;
      this.#found.set(mark, { text, rect: [Infinity, Infinity, -Infinity, -Infinity] });
      return mark;
    }
    return 0;
  }

  #textOf(mark: number): string | undefined {
    const { FPDFPageObjMark_GetParamBlobValue } = this.#pdfium.wasmExports;
    const [letters, length] = [this.#letters, this.#numbers];
    // PDFium's own reading as a text takes each byte for a letter.
    if (FPDFPageObjMark_GetParamBlobValue!(mark, this.#key, letters, MAX_BYTES, length) === 0) return undefined;
    const bytes = new DataView(this.#pdfium.HEAPU8.buffer).getUint32(length, true);
    // A longer text is not written.
    return bytes > MAX_BYTES ? undefined : decodedText(this.#pdfium.HEAPU8.slice(letters, letters + bytes));
  }

  /** The texts of the tags of a page. */
  taggedTexts(page: number): readonly TaggedText[] {
    const { FPDF_StructTree_GetForPage, FPDF_StructTree_Close, FPDF_StructTree_CountChildren } =
      this.#pdfium.wasmExports;
    const tree = FPDF_StructTree_GetForPage!(page);
    if (tree === 0) return [];
    const found: TaggedText[] = [];
    this.#objects = 0;
    const count = FPDF_StructTree_CountChildren!(tree);
    for (let at = 0; at < count; at++) {
      this.#readTag(this.#pdfium.wasmExports["FPDF_StructTree_GetChildAtIndex"]!(tree, at), undefined, found, 0);
    }
    FPDF_StructTree_Close!(tree);
    return found;
  }

  /** `outer` are the contents of the text that holds the tag. */
  #readTag(tag: number, outer: Set<number> | undefined, found: TaggedText[], depth: number): void {
    if (tag === 0 || depth > MAX_TAGS || this.#objects++ > MAX_OBJECTS) return;
    const call = this.#pdfium.wasmExports;
    let contents = outer;
    const bytes = outer === undefined ? call["FPDF_StructElement_GetActualText"]!(tag, this.#letters, MAX_BYTES) : 0;
    if (bytes > 2 && bytes <= MAX_BYTES) {
      const text = new TextDecoder("utf-16le").decode(
        this.#pdfium.HEAPU8.slice(this.#letters, this.#letters + bytes - 2),
      );
      contents = new Set();
      found.push({ text, contents });
    }
    const own = contents === undefined ? 0 : call["FPDF_StructElement_GetMarkedContentIdCount"]!(tag);
    for (let at = 0; at < own; at++) contents!.add(call["FPDF_StructElement_GetMarkedContentIdAtIndex"]!(tag, at));
    const count = call["FPDF_StructElement_CountChildren"]!(tag);
    for (let at = 0; at < count; at++) {
      this.#readTag(call["FPDF_StructElement_GetChildAtIndex"]!(tag, at), contents, found, depth + 1);
    }
  }

  #matrixOf(object: number, outer: Matrix): Matrix {
    if (this.#pdfium.wasmExports["FPDFPageObj_GetMatrix"]!(object, this.#numbers) === 0) return outer;
    return product(outer, this.#floats(6) as unknown as Matrix);
  }

  #widen(mark: number, object: number, matrix: Matrix): void {
    const at = this.#numbers;
    const found = this.#pdfium.wasmExports["FPDFPageObj_GetBounds"]!(object, at, at + 4, at + 8, at + 12);
    if (found === 0) return;
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#floats(4);
    const { rect } = this.#found.get(mark)!;
    for (const [x, y] of [moved(matrix, left, bottom), moved(matrix, right, top)] as [number, number][]) {
      [rect[0], rect[2]] = [Math.min(rect[0], x), Math.max(rect[2], x)];
      [rect[1], rect[3]] = [Math.min(rect[1], y), Math.max(rect[3], y)];
    }
  }

  #floats(count: number): readonly number[] {
    const view = new DataView(this.#pdfium.HEAPU8.buffer, this.#numbers);
    return Array.from({ length: count }, (_, at) => view.getFloat32(4 * at, true));
  }
}

const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly number[] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** A text string: PDF 32000-1, 7.9.2.2. */
function decodedText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes.subarray(2));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes.subarray(2));
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes.subarray(3));
  return Array.from(bytes, (byte) => OTHERS[byte] ?? String.fromCharCode(byte)).join("");
}

/** Where the encoding of PDF differs from Latin-1. */
const OTHERS: Readonly<Record<number, string>> = Object.fromEntries(
  [
    ..."\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019" +
      "\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac",
  ].map(
    (sign, at) => [0x80 + at, sign],
  ),
);
