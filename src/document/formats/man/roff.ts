/** What the readers of macros get: a line, and the page that they build. */
import type { MarkupBuilder, TextRange } from "../markup.ts";
import type { RoffArgument } from "./arguments.ts";
import type { RoffText } from "./escapes.ts";
import type { ManPage } from "./page.ts";

/** A line with its continuations. */
export interface RoffLine extends TextRange {
  /** Where the next line starts. */
  readonly next: number;
  readonly name: string;
  readonly arguments: readonly RoffArgument[];
  /** After the name. */
  readonly rest: number;
}

export interface RoffBase {
  readonly found: MarkupBuilder;
  readonly page: ManPage;
  readonly roff: RoffText;
  /** Text of arguments, with spaces between them. */
  words(words: readonly RoffArgument[]): void;
  hideQuotes(word: RoffArgument): void;
}
