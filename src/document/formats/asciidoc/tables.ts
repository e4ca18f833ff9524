/** Reads tables. */
import type { BlockAttributes } from "./attribute_list.ts";
import { readInline } from "./inline/inline.ts";
import { type AsciidocLine, endOf, unindented } from "./lines.ts";
import { withoutComments } from "./paragraphs.ts";
import type { AsciidocState, BlockPlace } from "./state.ts";
import { barCells, separatedCells, type TableCell } from "./table_cells.ts";

export function readTable(
  open: AsciidocLine,
  all: readonly AsciidocLine[],
  attributes: BlockAttributes,
  place: BlockPlace,
  state: AsciidocState,
): void {
  const { named, options } = attributes;
  const sign = open.text[0]!;
  const format = named.get("format")?.text ?? (sign === "," ? "csv" : sign === ":" ? "dsv" : "psv");
  const stated = named.get("separator")?.text;
  const lines = withoutComments(all, state);
  const columns = columnsIn(named.get("cols")?.text);
  const separator = stated === "\\t" ? "\t" : stated;
  const cells = format === "psv" || format === ""
    ? barCells(lines, separator ?? (sign === "!" ? "!" : "|"), state)
    : separatedCells(lines, separator ?? SEPARATORS[format] ?? ",", format !== "dsv", state);
  const hasHead = options.has("header") ||
    (!options.has("noheader") && lines.length > 1 && lines[0]!.text !== "" && lines[1]!.text === "");
  for (const [at, row] of rowsOf(cells, columns).entries()) {
    const isHead = at === 0 && hasHead;
    for (const { cell, column } of row) {
      readCell(cell, isHead ? "" : cell.style ?? columns?.[column] ?? "", place, state);
    }
    tableRow(row.map(({ cell }) => cell), isHead, place, state);
  }
}

const SEPARATORS: Readonly<Record<string, string>> = { csv: ",", dsv: ":", tsv: "\t" };

function tableRow(row: readonly TableCell[], isHead: boolean, { depth }: BlockPlace, state: AsciidocState): void {
  const cells = row.map(({ lines }) => {
    const written = lines.filter(({ text }) => text.trim() !== "");
    const [first, last] = [written[0], written.at(-1)];
    return first === undefined ? [] : [{ start: unindented(first).start, end: endOf(last!) }];
  });
  const ranges = cells.flat();
  if (ranges.length === 0) return;
  state.block({
    kind: "row",
    depth,
    start: ranges[0]!.start,
    end: ranges.at(-1)!.end,
    cells,
    ...(isHead && { isHead }),
  });
}

/** In a cell with the style `a`, blocks stand. In others, paragraphs do. */
function readCell({ lines }: TableCell, style: string, { depth }: BlockPlace, state: AsciidocState): void {
  const first = lines.findIndex(({ text }) => text.trim() !== "");
  if (first < 0 || style === "l") return;
  const trimmed = [unindented(lines[first]!), ...lines.slice(first + 1)];
  if (style === "a") {
    state.muted(() => state.readBlocks(trimmed, { depth: depth + 1 }));
    return;
  }
  let paragraph: AsciidocLine[] = [];
  for (const line of [...trimmed, undefined]) {
    if (line !== undefined && line.text.trim() !== "") paragraph.push(line);
    else if (paragraph.length > 0) {
      readInline(paragraph, state, {});
      paragraph = [];
    }
  }
}

interface PlacedCell {
  readonly cell: TableCell;
  readonly column: number;
}

/** Without columns that are stated, the first line of cells is a row. */
function rowsOf(
  cells: readonly TableCell[],
  columns: readonly string[] | undefined,
): readonly (readonly PlacedCell[])[] {
  const width = columns?.length ??
    Math.max(1, cells.filter(({ line }) => line === cells[0]!.line).reduce((sum, { span }) => sum + span, 0));
  const rows: PlacedCell[][] = [];
  /** How many more rows a cell above takes of each column. */
  const taken: number[] = Array.from({ length: Math.min(width, MAX_COLUMNS) }, () => 0);
  let [row, column]: [PlacedCell[], number] = [[], 0];
  const pass = (): void => {
    while (column < taken.length && taken[column]! > 0) taken[column++]!--;
  };
  for (const cell of cells) {
    pass();
    row.push({ cell, column });
    const end = Math.min(taken.length, column + cell.span);
    for (; column < end; column++) taken[column] = cell.rows - 1;
    pass();
    if (column < taken.length) continue;
    rows.push(row);
    [row, column] = [[], 0];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

const MAX_COLUMNS = 1000;
const COLUMN = /^(?:(\d{1,3})\*)?(?:[<^>](?:\.[<^>]?)?|(?:[<^>]?\.)?[<^>])?(?:\d+%?|~)?([a-z])?$/;

/** The style of each column: `1,2a,3*m`. */
function columnsIn(written: string | undefined): readonly string[] | undefined {
  const text = written?.replaceAll(" ", "") ?? "";
  if (text === "") return undefined;
  if (/^\d+$/.test(text)) return Array.from({ length: Math.min(Number(text), MAX_COLUMNS) }, () => "");
  const styles = text.split(text.includes(",") ? "," : ";").flatMap((each) => {
    const [, times = "1", style = ""] = COLUMN.exec(each) ?? [];
    return Array.from({ length: Number(times) }, () => style);
  });
  return styles.length === 0 ? undefined : styles.slice(0, MAX_COLUMNS);
}
