/** Puts the texts that a PDF file gives for drawn letters in the place of those letters. */
import type { ActualText, TaggedText } from "./pdf_actual_text.ts";
import { placeOf, type TextItem } from "./pdf_items.ts";

/** What pdf.js tells of a page: texts, and the marks that hold them. */
export interface MarkedItem extends Partial<TextItem> {
  readonly type?: string;
  readonly tag?: string | null;
  readonly id?: string | null;
}

/** Texts from `from` up to `to` stand between the beginning and the end of a mark. */
interface TextMark {
  readonly from: number;
  readonly to: number;
  /** Whether its values may hold a text that stands for the letters. */
  readonly mayHaveText: boolean;
  /** The number by which a tag names it. */
  readonly content: number | undefined;
}

export interface MarkedTexts {
  readonly texts: readonly TextItem[];
  /** Outer ones before inner ones. */
  readonly marks: readonly TextMark[];
}

export function markedTexts(items: readonly MarkedItem[]): MarkedTexts {
  const texts: TextItem[] = [];
  const marks: { from: number; to: number; mayHaveText: boolean; content: number | undefined }[] = [];
  const open: (typeof marks[number])[] = [];
  for (const item of items) {
    if (typeof item.str === "string") texts.push(item as TextItem);
    else if (item.type?.startsWith("beginMarkedContent") === true) {
      const hasValues = item.type === "beginMarkedContentProps" && item.tag !== "OC" && item.tag !== "Artifact";
      const mayHaveText = hasValues && (item.tag === "Span" || item.id === null || item.id === undefined);
      const number = /_mc(\d+)$/.exec(item.id ?? "")?.[1];
      const content = number === undefined ? undefined : Number(number);
      const mark = { from: texts.length, to: texts.length, mayHaveText, content };
      open.push(mark);
      marks.push(mark);
    } else if (item.type === "endMarkedContent") {
      const mark = open.pop();
      if (mark !== undefined) mark.to = texts.length;
    }
  }
  for (const mark of open) mark.to = texts.length;
  return { texts, marks };
}

/** `actual` and `tagged` are in the order of the page. */
export function withActualTexts(
  { texts, marks }: MarkedTexts,
  actual: readonly ActualText[],
  tagged: readonly TaggedText[],
): readonly TextItem[] {
  const changed: (TextItem | undefined)[] = [...texts];
  const used = new Set<TextMark>();
  const replace = (mark: TextMark, text: string): void => {
    // What is inside of it is told by it.
    for (const one of marks) if (one.from >= mark.from && one.to <= mark.to) used.add(one);
    for (let at = mark.from; at < mark.to; at++) changed[at] = undefined;
    changed[mark.from] = replacement(texts.slice(mark.from, mark.to), text);
    // The end of a line may be a text without letters.
    const last = texts[mark.to - 1]!;
    if (last.str === "" && mark.to - mark.from > 1) changed[mark.to - 1] = last;
  };
  for (const { text, contents } of tagged) {
    const own = marks.filter((mark) =>
      mark.content !== undefined && contents.has(mark.content) &&
      texts.slice(mark.from, mark.to).some(({ str }) => str.trim() !== "")
    );
    for (const [at, mark] of own.entries()) replace(mark, at === 0 ? text : "");
  }
  for (const each of actual) {
    const mark = marks.find((one) => !used.has(one) && isInside(one, texts, each));
    if (mark !== undefined) replace(mark, each.text);
  }
  return changed.filter((item) => item !== undefined);
}

/** Letters reach out of the ink that PDFium tells, as a share of their height. */
const REACH = 0.6;

function isInside({ from, to }: TextMark, texts: readonly TextItem[], { rect }: ActualText): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  let inked = 0;
  for (let at = from; at < to; at++) {
    const { str, width, height, transform: [a = 1, b = 0, , , x = 0, y = 0] } = texts[at]!;
    if (str.trim() === "") continue;
    inked++;
    const size = Math.max(1e-6, Math.hypot(a, b));
    // Half of the width along the line, and a third of the height across.
    const middleX = x + (a * width / 2 - b * height / 3) / size;
    const middleY = y + (b * width / 2 + a * height / 3) / size;
    const reach = REACH * Math.max(1, height);
    if (middleX < left - reach || middleX > right + reach) return false;
    if (middleY < bottom - reach || middleY > top + reach) return false;
  }
  return inked > 0;
}

/** One text for some. It stands where most of their letters are. */
function replacement(texts: readonly TextItem[], text: string): TextItem {
  const inked = texts.filter(({ str }) => str.trim() !== "");
  const main = inked.reduce((most, item) => (item.str.length > most.str.length ? item : most));
  const [{ turns, y }, hasEOL] = [placeOf(main), texts.at(-1)!.hasEOL];
  const str = text.replace(/[\s\u0000]+/g, " ");
  const isLine = turns === 0 && inked.every((item) => Math.abs(placeOf(item).y - y) < 0.5 * main.height);
  if (!isLine) return { ...main, str, hasEOL };
  const left = Math.min(...inked.map((item) => placeOf(item).x));
  const right = Math.max(...inked.map((item) => placeOf(item).x + item.width));
  return { ...main, str, hasEOL, width: right - left, transform: main.transform.with(4, left) };
}
