/** Writes the cells of a notebook as Markdown in which no cell changes how another is read. */
import type { CellPiece } from "./cell_piece.ts";
import type { NotebookCell } from "./cells.ts";
import { withOwnLabels } from "./link_labels.ts";
import { type OpenBlock, openBlock } from "./open_block.ts";

export interface WrittenCell {
  readonly place: number;
  /** Without a newline at its end. Never empty. */
  readonly markdown: string;
}

/** Ends a list, so that what follows is none of its items. Nobody sees it. */
const LIST_END = "<!-- -->";

const NOTHING_OPEN: OpenBlock = { close: null, inList: false };

/** Cells without text are left out. */
export function writtenCells(cells: readonly NotebookCell[]): readonly WrittenCell[] {
  const markdown = cells.flatMap(({ pieces }) => pieces.filter(({ kind }) => kind === "markdown"));
  const texts = new Map(withOwnLabels(markdown.map(({ text }) => text)).map((text, at) => [markdown[at], text]));
  let open = NOTHING_OPEN;
  return cells.flatMap(({ place, pieces }): readonly WrittenCell[] => {
    const written = pieces.map((piece) => {
      const text = texts.get(piece);
      const own = text === undefined ? { text: fenced(piece), open: NOTHING_OPEN } : markdownOf(text, open);
      open = own.open;
      return own.text;
    });
    return written.length === 0 ? [] : [{ place, markdown: written.join("\n\n") }];
  });
}

/** `before` is what the cell before it left open. */
function markdownOf(text: string, before: OpenBlock): { readonly text: string; readonly open: OpenBlock } {
  const own = withoutOpenComment(withoutBlankEnds(text));
  const open = openBlock(own);
  // A line that is indented goes on with a list or a note, and an item with a list.
  const joins = /^[ \t]/.test(own) || (before.inList && /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/.test(own));
  const parts = [...(joins ? [LIST_END, ""] : []), own, ...(open.close === null ? [] : [open.close])];
  return { text: parts.join("\n"), open };
}

/** A line of such signs opens a comment, which another one closes, maybe in a later cell. Notebooks have none. */
const COMMENT = /^[ \t>]*%%[ \t]*$/gm;

function withoutOpenComment(text: string): string {
  const found = text.includes("%%") ? [...text.matchAll(COMMENT)] : [];
  const last = found.length % 2 === 0 ? undefined : found.at(-1);
  if (last === undefined) return text;
  const at = last.index + last[0].indexOf("%");
  return `${text.slice(0, at)}\\${text.slice(at)}`;
}

/** Without blank lines at both ends, and white space at the end. */
function withoutBlankEnds(text: string): string {
  const end = text.trimEnd();
  const first = end.length - end.trimStart().length;
  return end.slice(end.lastIndexOf("\n", first) + 1);
}

/** The fence is longer than any in the text. */
function fenced({ text, language }: CellPiece): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${withoutBlankEnds(text)}\n${fence}`;
}
