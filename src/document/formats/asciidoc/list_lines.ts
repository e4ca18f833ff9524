/** Finds the lines that belong to an item of a list. */
import { delimiterOf } from "./delimiters.ts";
import type { AsciidocLine, LineCursor } from "./lines.ts";
import { type ListStart, listStart, siblingStart } from "./list_starts.ts";
import { isAttributeLine, isEntry, isTitleLine } from "./metadata.ts";
import type { AsciidocState } from "./state.ts";

/** A `+` between two blocks of an item. `frozen`: it came twice. */
type Continuation = "inactive" | "active" | "frozen";

/** Reads on from the line after the item's first one. `hasText` is whether that line has text of the item. */
export function itemLines(cursor: LineCursor, item: ListStart, hasText: boolean, state: AsciidocState): AsciidocLine[] {
  return new ItemLines(cursor, item, hasText, state).read();
}

class ItemLines {
  readonly #cursor: LineCursor;
  readonly #item: ListStart;
  readonly #state: AsciidocState;
  readonly #taken: AsciidocLine[] = [];
  #hasText: boolean;
  #continuation: Continuation = "inactive";
  #isNested = false;
  #detached: number | undefined;

  constructor(cursor: LineCursor, item: ListStart, hasText: boolean, state: AsciidocState) {
    this.#cursor = cursor;
    this.#item = item;
    this.#hasText = hasText || item.kind !== "term";
    this.#state = state;
  }

  read(): AsciidocLine[] {
    while (this.#cursor.line !== undefined && this.#takeLine(this.#cursor.line));
    if (this.#detached !== undefined) this.#blank(this.#detached);
    const taken = this.#taken;
    while (taken.length > 0 && taken.at(-1)!.text === "") taken.pop();
    if (taken.at(-1)?.text === "+") this.#state.hideLine(taken.pop()!);
    return taken;
  }

  /** In the place of a `+`, there is nothing. */
  #blank(at: number): void {
    const { text, start } = this.#taken[at]!;
    if (text === "+") this.#state.found.hide(start, start + 1);
    this.#taken[at] = { text: "", start };
  }

  /** Whether the line belongs to the item. */
  #takeLine(line: AsciidocLine): boolean {
    const { text } = line;
    if (siblingStart(text, this.#item) !== undefined) return false;
    const before = this.#taken.at(-1);
    if (before?.text === "+") {
      if (this.#continuation === "inactive") {
        this.#continuation = "active";
        this.#hasText = true;
        if (!this.#isNested) this.#blank(this.#taken.length - 1);
      }
      if (text === "+") {
        if (this.#continuation !== "frozen") {
          this.#continuation = "frozen";
          this.#push(line);
        } else {
          this.#state.hideLine(line);
          this.#cursor.at++;
        }
        return true;
      }
    }
    if (delimiterOf(text) !== undefined) return this.#takeDelimited(line);
    if (this.#item.kind === "term" && this.#continuation !== "active" && isAttributeLine(text)) return false;
    if (this.#continuation === "active" && text !== "") return this.#takeContinued(line);
    if (before !== undefined && before.text === "") return this.#takeAfterBlank();
    if (text !== "") this.#hasText = true;
    this.#noteNested(text);
    this.#push(line);
    return true;
  }

  #push(line: AsciidocLine): void {
    this.#taken.push(line);
    this.#cursor.at++;
  }

  #takeDelimited(line: AsciidocLine): boolean {
    if (this.#continuation !== "active") return false;
    this.#push(line);
    const end = delimiterOf(line.text) === "fence" ? "```" : line.text;
    for (const inner of this.#cursor.takeUntil(({ text }) => text === end)) this.#taken.push(inner);
    if (this.#cursor.line !== undefined) this.#push(this.#cursor.line);
    this.#continuation = "inactive";
    return true;
  }

  #takeContinued(line: AsciidocLine): boolean {
    const { text } = line;
    if (/^[ \t]/.test(text)) {
      this.#takeIndented();
      this.#continuation = "inactive";
      return true;
    }
    if (!isTitleLine(text) && !isAttributeLine(text) && !isEntry(text)) {
      this.#noteNested(text);
      this.#continuation = "inactive";
    }
    this.#push(line);
    return true;
  }

  #takeIndented(): void {
    const { kind } = this.#item;
    const lines = this.#cursor.takeUntil(({ text }) =>
      text === "" || text === "+" || (kind === "term" && siblingStart(text, this.#item) !== undefined)
    );
    for (const line of lines) this.#taken.push(line);
  }

  /** In a list within, only terms are looked for. */
  #noteNested(text: string): void {
    const start = listStart(text);
    if (start === undefined || start.kind === "callout" || (this.#isNested && start.kind !== "term")) return;
    this.#isNested = true;
    if (start.kind === "term" && start.from >= text.length) this.#hasText = false;
  }

  #takeAfterBlank(): boolean {
    const cursor = this.#cursor;
    const at = cursor.at;
    if (cursor.line!.text === "") {
      if (!cursor.skipBlank()) return false;
      if (siblingStart(cursor.line!.text, this.#item) !== undefined) return false;
    }
    const line = cursor.line!;
    const { text } = line;
    if (text === "+") {
      this.#detached = this.#taken.length;
      this.#push(line);
      return true;
    }
    if (!this.#hasText) {
      if (!this.#isNested) this.#taken.pop();
      this.#push(line);
      this.#hasText = true;
      return true;
    }
    const start = listStart(text);
    if (start !== undefined && start.kind !== "callout") {
      this.#isNested = true;
      if (start.kind === "term" && start.from >= text.length) this.#hasText = false;
      this.#push(line);
      return true;
    }
    if (/^[ \t]/.test(text)) {
      this.#takeIndented();
      return true;
    }
    cursor.at = at;
    return false;
  }
}
