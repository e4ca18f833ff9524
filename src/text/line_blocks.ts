/** Finds tables and fenced code in Markdown, line by line, for those who must not cut them. */

/** What a line belongs to. */
interface LineBlock {
  /** The `head` of a table is its first line, and the line of dashes below it. */
  readonly block: "fence" | "head" | "row" | null;
  /** Whether the fence or table begins here. */
  readonly begins: boolean;
  /** Whether the line before is the head of the table, as this line of dashes shows. */
  readonly isHeadAbove: boolean;
}

const NEITHER: LineBlock = { block: null, begins: false, isHeadAbove: false };

/** A quote, the mark of an item, and a fence of backticks or tildes. */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?![^\n]*`)|~{3,})/;
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})\s*$/;
const ROW = /^[ \t>]*\|/;
const DASHES = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?\s*$/;

export class LineBlocks {
  #marks: string | undefined;
  #rows: "none" | "head" | "more" = "none";
  /** Whether the last line could be the head of a table without a bar at its beginning. */
  #mayBeHead = false;

  /** Goes on by itself. */
  copy(): LineBlocks {
    const copy = new LineBlocks();
    copy.#marks = this.#marks;
    copy.#rows = this.#rows;
    copy.#mayBeHead = this.#mayBeHead;
    return copy;
  }

  take(line: string): LineBlock {
    const mayBeBelow = this.#mayBeHead;
    this.#mayBeHead = false;
    if (this.#marks !== undefined) {
      const end = FENCE_END.exec(line)?.[1];
      if (end?.startsWith(this.#marks) === true) this.#marks = undefined;
      return { ...NEITHER, block: "fence" };
    }
    this.#marks = FENCE.exec(line)?.[1];
    if (this.#marks !== undefined) {
      this.#rows = "none";
      return { ...NEITHER, block: "fence", begins: true };
    }
    return this.#inTable(line, mayBeBelow);
  }

  #inTable(line: string, mayBeBelow: boolean): LineBlock {
    const before = this.#rows;
    const hasBar = line.includes("|");
    if (mayBeBelow && hasBar && DASHES.test(line)) {
      this.#rows = "more";
      return { block: "head", begins: false, isHeadAbove: true };
    }
    if (before === "none" && ROW.test(line)) {
      this.#rows = "head";
      return { ...NEITHER, block: "head", begins: true };
    }
    if (before !== "none" && hasBar) {
      this.#rows = "more";
      return { ...NEITHER, block: before === "head" && DASHES.test(line) ? "head" : "row" };
    }
    this.#rows = "none";
    this.#mayBeHead = hasBar;
    return NEITHER;
  }
}
