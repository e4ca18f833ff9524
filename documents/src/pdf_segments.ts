/** The text of a line of a PDF page, in the pieces between wide gaps. */
import { escapeHtml } from "./archive.ts";
import { type Link, placeOf, type TextItem } from "./pdf_items.ts";
import { markOf, type Shift, shiftOf } from "./pdf_scripts.ts";

export interface LinePart {
  readonly text: string;
  readonly html: string;
  readonly left: number;
  readonly right: number;
}

/** A gap is wide when it is as wide as the letters are high. */
const WIDE = 1;
/** Pieces that stand apart are words of their own. */
const APART = 0.15;

/** `inked` are the items that show something, and `base` is one on the baseline. */
export function segmentsOf(
  inked: readonly TextItem[],
  items: readonly TextItem[],
  base: TextItem,
  links: readonly Link[],
): readonly LinePart[] {
  const segments: LinePart[] = [];
  let open = new OpenSegment();
  let end: number | undefined;
  let at = 0;
  for (const { item, shift, isFirst, run } of runsOf(inked, base)) {
    const { x } = placeOf(item);
    const gap = end === undefined ? 0 : x - end;
    // A space between two pieces is a piece of its own.
    let isSpaced = false;
    for (; items[at] !== item; at++) isSpaced ||= /\s/.test(items[at]!.str);
    at++;
    if (gap > WIDE * Math.max(1, base.height) || (end !== undefined && x + item.width <= open.left)) {
      segments.push(...open.closed(end!));
      open = new OpenSegment();
    }
    const isApart = isSpaced || gap > APART * Math.max(1, item.height);
    const mark = shift !== 0 && isFirst && !(isApart && gap > 0.25 * base.height) ? markOf(open.text, run, shift) : "";
    open.add(item, x, mark !== "" ? false : isApart, mark, linkAt(item, links));
    end = x + item.width;
  }
  segments.push(...open.closed(end ?? 0));
  return segments;
}

/** Each item, and the text of the raised or lowered run that it is in. */
function* runsOf(inked: readonly TextItem[], base: TextItem): Generator<{
  readonly item: TextItem;
  readonly shift: Shift;
  readonly isFirst: boolean;
  readonly run: string;
}> {
  const shifts = inked.map((item) => shiftOf(item, base));
  let [start, run] = [-1, ""];
  for (const [at, item] of inked.entries()) {
    const shift = shifts[at]!;
    const isFirst = at === 0 || shifts[at - 1] !== shift;
    if (isFirst && shift !== 0) {
      let next = at;
      start = at;
      while (next < inked.length && next - start < 8 && shifts[next] === shift) next++;
      run = inked.slice(start, next).map(({ str }) => str.trim()).join("");
    }
    yield { item, shift, isFirst, run };
  }
}

class OpenSegment {
  #pieces: string[] = [];
  #html: string[] = [];
  #tail = "";
  left = Infinity;
  #link: string | undefined;

  /** The last letters. */
  get text(): string {
    return this.#tail;
  }

  add(item: TextItem, x: number, isApart: boolean, mark: string, link: string | undefined): void {
    const shown = mark === "" ? item.str : mark + item.str.trimStart();
    const isSpaced = isApart && this.#tail !== "" && !/\s$/.test(this.#tail) && !/^\s/.test(shown);
    if (link !== this.#link) this.#follow(undefined);
    if (isSpaced) this.#push(" ", " ");
    if (link !== this.#link) this.#follow(link);
    this.#push(shown, escapeHtml(shown));
    this.left = Math.min(this.left, x);
  }

  /** Empty where nothing was added. */
  closed(right: number): readonly LinePart[] {
    this.#follow(undefined);
    const text = spaced(this.#pieces.join("")).trim();
    if (text === "") return [];
    return [{ text, html: spaced(this.#html.join("")).trim(), left: this.left, right }];
  }

  #push(text: string, html: string): void {
    this.#pieces.push(text);
    this.#html.push(html);
    this.#tail = (this.#tail + text).slice(-8);
  }

  #follow(link: string | undefined): void {
    if (link === this.#link) return;
    if (this.#link !== undefined) {
      const last = this.#html.at(-1) ?? "";
      if (/\s$/.test(last)) this.#html.splice(-1, 1, last.trimEnd(), "</a> ");
      else this.#html.push("</a>");
    }
    if (link !== undefined) this.#html.push(`<a href="${escapeHtml(link)}">`);
    this.#link = link;
  }
}

/** Ligatures are letters of their own in a font, and not in a text. Accents may stand before their letters. */
function spaced(text: string): string {
  return text.replace(/[\ufb00-\ufb06]/g, (sign) => sign.normalize("NFKC")).replace(ACCENTED, composed)
    .replace(/[\s\u0000]+/g, " ");
}

const ACCENTED = /[\u00a8\u00b4\u02c6\u02c7\u02d8\u02d9\u02da\u02dc\u02dd][A-Za-z\u0131]/g;
const COMBINING: Readonly<Record<string, string>> = {
  "\u00a8": "\u0308",
  "\u00b4": "\u0301",
  "\u02c6": "\u0302",
  "\u02c7": "\u030c",
  "\u02d8": "\u0306",
  "\u02d9": "\u0307",
  "\u02da": "\u030a",
  "\u02dc": "\u0303",
  "\u02dd": "\u030b",
};

/** The same where there is no letter with this accent. */
function composed(pair: string): string {
  const letter = pair[1] === "\u0131" ? "i" : pair[1]!;
  const one = `${letter}${COMBINING[pair[0]!]}`.normalize("NFC");
  return one.length === 1 ? one : pair;
}

function linkAt({ transform, width, height }: TextItem, links: readonly Link[]): string | undefined {
  const [x, y] = [(transform[4] ?? 0) + width / 2, (transform[5] ?? 0) + height / 3];
  return links.find(({ rect: [left = 0, bottom = 0, right = 0, top = 0] }) =>
    x >= left && x <= right && y >= bottom && y <= top
  )?.url;
}
