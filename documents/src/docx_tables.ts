/** Tables of a DOCX document, with cells that take several rows or columns. */
import type { DocxContext } from "./docx_context.ts";
import { isOn, valueOf } from "./docx_styles.ts";
import { childOf, nodesIn, textIn, type XmlNode } from "./xml_tree.ts";

/** The most columns that Word has. */
const MAX_SPAN = 63;
/** Elements around rows and cells. */
const AROUND: ReadonlySet<string> = new Set([
  "w:sdt",
  "w:sdtContent",
  "w:customXml",
  "w:ins",
  "w:moveTo",
  "w:smartTag",
]);

interface Cell {
  readonly tag: "th" | "td";
  readonly html: string;
  readonly columns: number;
  rows: number;
}

export function tableHtml(table: XmlNode, context: DocxContext): string {
  /** Cells that may go on in the next row, by their first column. */
  let above = new Map<number, Cell>();
  const rows: (readonly Cell[])[] = [];
  const all = below(table, "w:tr");
  const head = hasInnerTables(all) ? all[0] : undefined;
  for (const row of all) {
    const properties = childOf(row, "w:trPr");
    if (childOf(properties, "w:del") !== undefined) {
      context.omissions.add("hidden-text", `deleted: ${textIn(row)}`);
      continue;
    }
    const tag = row === head || isStated(properties, "w:tblHeader") ? "th" : "td";
    const skipped = spanOf(properties, "w:gridBefore", 0);
    const cells: Cell[] = skipped === 0 ? [] : [{ tag, html: "", columns: skipped, rows: 1 }];
    let column = skipped;
    const open = new Map<number, Cell>();
    for (const node of below(row, "w:tc")) {
      const { columns, merge } = cellOf(node);
      const upper = merge === "continue" ? above.get(column) : undefined;
      if (upper === undefined) {
        const cell = { tag, html: cellHtml(node, context), columns, rows: 1 } as const;
        cells.push(cell);
        if (merge !== "none") open.set(column, cell);
      } else {
        upper.rows++;
        open.set(column, upper);
        // Word shows the text of the first cell only.
        const hidden = textIn(node).trim();
        if (hidden !== "") context.omissions.add("hidden-text", hidden);
      }
      column += columns;
    }
    above = open;
    rows.push(cells);
  }
  return `<table>${rows.map((cells) => `<tr>${cells.map(written).join("")}</tr>`).join("")}</table>`;
}

function below(parent: XmlNode, name: string): readonly XmlNode[] {
  return nodesIn(parent).flatMap((child) =>
    child.name === name ? [child] : AROUND.has(child.name) ? below(child, name) : []
  );
}

/** Whether cells below the first row hold tables, so that only a head tells them from a layout. */
function hasInnerTables([first, ...others]: readonly XmlNode[]): boolean {
  const cellsOf = (row: XmlNode): readonly XmlNode[] => below(row, "w:tc");
  const isInner = (cell: XmlNode): boolean => nodesIn(cell).some(({ name }) => name === "w:tbl");
  return first !== undefined && cellsOf(first).length > 1 && !cellsOf(first).some(isInner) &&
    others.some((row) => cellsOf(row).some(isInner));
}

function isStated(properties: XmlNode | undefined, name: string): boolean {
  const found = childOf(properties, name);
  return found !== undefined && isOn(found.attributes["w:val"]);
}

function spanOf(properties: XmlNode | undefined, name: string, otherwise: number): number {
  const span = Number(valueOf(properties, name) ?? otherwise);
  return Number.isInteger(span) && span > otherwise ? Math.min(span, MAX_SPAN) : otherwise;
}

function cellOf(cell: XmlNode): { readonly columns: number; readonly merge: "none" | "restart" | "continue" } {
  const properties = childOf(cell, "w:tcPr");
  const merge = childOf(properties, "w:vMerge");
  return {
    columns: spanOf(properties, "w:gridSpan", 1),
    merge: merge === undefined ? "none" : merge.attributes["w:val"] === "restart" ? "restart" : "continue",
  };
}

function cellHtml(cell: XmlNode, context: DocxContext): string {
  if (childOf(childOf(cell, "w:tcPr"), "w:cellDel") !== undefined) {
    context.omissions.add("hidden-text", `deleted: ${textIn(cell)}`);
    return "";
  }
  const html = context.blocks(nodesIn(cell), { ...context, isInCell: true });
  // A paragraph alone needs no mark.
  return html.startsWith("<p>") && html.indexOf("</p>") === html.length - "</p>".length
    ? html.slice("<p>".length, -"</p>".length)
    : html;
}

function written({ tag, html, columns, rows }: Cell): string {
  return `<${tag}${columns === 1 ? "" : ` colspan="${columns}"`}${
    rows === 1 ? "" : ` rowspan="${rows}"`
  }>${html}</${tag}>`;
}
