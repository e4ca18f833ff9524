/** The lines of a plain text. Those that a printer repeats on each page count as blank. */
import { isBlankLine, type Line, linesOf } from "../rst/lines.ts";

const FOOT = /\[Page \d+\]$/;
const FEED = "\f";
/** A printed page leaves no more lines free below its foot or above its head. */
const MOST_FREE = 12;

export class PlainLines {
  readonly text: string;
  readonly lines: readonly Line[];
  /** The running heads and feet of pages. */
  readonly running: readonly Line[];
  /** The least indentation of a line. */
  readonly margin: number;
  /** The first line with text. */
  readonly first: number;
  readonly #isBlank: Uint8Array;

  constructor(text: string, from: number) {
    this.text = text;
    this.lines = linesOf(text, from);
    this.#isBlank = Uint8Array.from(this.lines, (line) => isBlankLine(line) ? 1 : 0);
    const running = this.#runningLines();
    for (const at of running) this.#isBlank[at] = 1;
    this.running = running.map((at) => this.lines[at]!);
    let margin = Infinity;
    for (const [at, { indent }] of this.lines.entries()) {
      if (this.#isBlank[at] === 0 && indent < margin) margin = indent;
    }
    this.margin = margin === Infinity ? 0 : margin;
    this.first = this.textFrom(0);
  }

  /** Before the first line and after the last one, all is blank. */
  isBlank(at: number): boolean {
    return (this.#isBlank[at] ?? 1) === 1;
  }

  textOf(at: number): string {
    const { start, end } = this.lines[at]!;
    return this.text.slice(start, end);
  }

  lengthOf(at: number): number {
    const { start, end } = this.lines[at]!;
    return end - start;
  }

  /** The first line with text from here on, or the number of lines. */
  textFrom(at: number): number {
    let line = at;
    while (line < this.lines.length && this.isBlank(line)) line++;
    return line;
  }

  /** The sign of which a line consists, if there are at least three. */
  runOf(at: number): string | undefined {
    const line = this.lines[at];
    if (line === undefined || line.end - line.start < 3) return undefined;
    const code = this.text.charCodeAt(line.start);
    if (!isSign(code)) return undefined;
    for (let place = line.start + 1; place < line.end; place++) {
      if (this.text.charCodeAt(place) !== code) return undefined;
    }
    return this.text[line.start];
  }

  /** The lines around the ends of pages that come again on other pages, in order. */
  #runningLines(): readonly number[] {
    const known = new Map<string, number>();
    const found: { readonly at: number; readonly key: string }[] = [];
    const note = (at: number): void => {
      const key = this.textOf(at).replaceAll(FEED, "").replace(/\d+/g, "0").replace(/\s+/g, " ");
      known.set(key, (known.get(key) ?? 0) + 1);
      found.push({ at, key });
    };
    let last = -1;
    for (let at = 0; at < this.lines.length; at++) {
      const { at: start, end } = this.lines[at]!;
      const isFeed = this.text[start] === FEED;
      const isFoot = !isFeed && this.text[end - 1] === "]" && FOOT.test(this.textOf(at));
      if (!isFeed && !isFoot) {
        if (this.#isBlank[at] === 0) last = at;
        continue;
      }
      if (isFoot) note(at);
      else if (last >= 0 && at - last <= MOST_FREE && found.at(-1)?.at !== last) note(last);
      last = at;
      let head = isFeed && this.#isBlank[at] === 0 ? at : at + 1;
      while (head - at <= MOST_FREE && this.#isBlank[head] === 1) head++;
      const isNext = this.#isBlank[head] === 0 && found.at(-1)?.at !== head;
      if (isNext && (isFeed || this.text[this.lines[head]!.at] !== FEED)) note(head);
    }
    return found.filter(({ key }) => known.get(key)! > 1).map(({ at }) => at).sort((a, b) => a - b);
  }
}

function isSign(code: number): boolean {
  return "=-~*^#_+\"'`.:".includes(String.fromCharCode(code));
}
