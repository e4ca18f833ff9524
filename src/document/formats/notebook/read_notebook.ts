/** Reads notebooks of Jupyter as Markdown. */
import { countCharacters } from "../../../text/characters.ts";
import { byteOrderMarkLength } from "../../../text/encoding.ts";
import type { DocumentWarning } from "../../document.ts";
import { readFrontmatter } from "../../frontmatter.ts";
import type { ConvertedPart, Reading, ReadingOptions } from "../format.ts";
import { NO_PROPERTIES, type Properties } from "../properties.ts";
import { type Notebook, type NotebookCell, readCells, type UnreadParts } from "./cells.ts";
import { type WrittenCell, writtenCells } from "./cell_markdown.ts";

const OUTLINE = { by: "core", dialect: "markdown" } as const;

/** A notebook in its cells. */
export interface NotebookText {
  readonly cells: readonly WrittenCell[];
  readonly properties: Properties;
  readonly warnings: readonly DocumentWarning[];
  /** What is left out, one sentence each. */
  readonly notes: readonly string[];
}

/** Throws `not-text` for bytes that are not a notebook. */
export function readNotebook(bytes: Uint8Array, withOutputs: boolean): NotebookText {
  const notebook = readCells(bytes.subarray(byteOrderMarkLength(bytes)), withOutputs);
  const front = frontmatterOf(notebook.cells[0]);
  const cells = front === undefined ? notebook.cells : notebook.cells.slice(1);
  const properties = front?.properties ?? NO_PROPERTIES;
  return {
    cells: writtenCells(cells),
    properties: { ...properties, title: properties.title ?? notebook.title },
    warnings: [...front?.warnings ?? [], ...warningsOf(notebook)],
    notes: notesOf(notebook.left),
  };
}

export function read(bytes: Uint8Array, _: string, { notebook_outputs = false }: ReadingOptions): Reading {
  const { cells, properties, warnings, notes } = readNotebook(bytes, notebook_outputs);
  const encoder = new TextEncoder();
  const texts = cells.map(({ markdown }, at) => encoder.encode(at === 0 ? `${markdown}\n` : `\n${markdown}\n`));
  const text = new Uint8Array(texts.reduce((sum, { length }) => sum + length, 0));
  const starts = new Uint32Array(cells.length);
  const parts: ConvertedPart[] = [];
  let at = 0;
  for (const [index, own] of texts.entries()) {
    starts[index] = at;
    text.set(own, at);
    at += own.length;
    parts.push({ place: cells[index]!.place, characters: countCharacters(own, 0, own.length), confidence: null });
  }
  const places = Uint32Array.from(cells, ({ place }) => place);
  return {
    text,
    textStart: 0,
    properties,
    outline: OUTLINE,
    map: cells.length === 0 ? null : { unit: "cell", starts, places },
    warnings,
    conversion: { unit: "cell", parts, notes },
  };
}

/** Quarto writes the frontmatter into a cell of its own. */
function frontmatterOf(cell: NotebookCell | undefined): ReturnType<typeof readFrontmatterCell> {
  const [piece] = cell?.pieces ?? [];
  return piece?.kind === "raw" && piece.text.startsWith("---") ? readFrontmatterCell(piece.text) : undefined;
}

function readFrontmatterCell(
  text: string,
): { readonly properties: Properties; readonly warnings: readonly DocumentWarning[] } | undefined {
  const bytes = new TextEncoder().encode(`${text.trimEnd()}\n`);
  const { range, warnings, ...properties } = readFrontmatter(bytes, 0);
  return range?.end === bytes.length ? { properties, warnings } : undefined;
}

function warningsOf({ cells, damaged }: Notebook): readonly DocumentWarning[] {
  if (cells.length === 0) return [{ code: "notebook-damaged", message: "the notebook has no cells", line: 1 }];
  const [first] = damaged;
  if (first === undefined) return [];
  const which = damaged.length === 1 ? `cell ${first} is` : `${damaged.length} cells, cell ${first} first, are`;
  const message = `${which} not as the format of notebooks says; ra reads the texts that are there`;
  return [{ code: "notebook-damaged", message, line: 1 }];
}

function notesOf({ outputs, pictures, attachments }: UnreadParts): readonly string[] {
  const counted = (count: number, what: string, hint = ""): readonly string[] =>
    count === 0 ? [] : [`left out: ${count} ${what}${count === 1 ? "" : "s"}${hint}`];
  return [
    ...counted(outputs, "output", " (`notebook_outputs = true` reads their text)"),
    ...counted(pictures, "picture"),
    ...counted(attachments, "attachment"),
  ];
}
