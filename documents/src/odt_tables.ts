/** Tables of an ODT document, with cells that are repeated or take several rows and columns. */
import type { OdtContext } from "./odt_context.ts";
import { nodesIn, textIn, type XmlNode } from "./xml_tree.ts";

/** Of one cell or row. */
const MAX_REPEATS = 1000;

const ROWS: ReadonlySet<string> = new Set(["table:table-rows", "table:table-header-rows", "table:table-row-group"]);

interface OdtRow {
  readonly node: XmlNode;
  readonly isHead: boolean;
}

export function tableHtml(table: XmlNode, context: OdtContext): string {
  const rows = rowsOf(table, false).flatMap(({ node, isHead }, at): readonly string[] => {
    const html = rowHtml(node, at === 0 || isHead ? "th" : "td", context);
    const times = html.isEmpty ? 1 : repeats(node, "table:number-rows-repeated");
    return Array.from({ length: take(context, times, html.row.length) }, () => html.row);
  });
  return `<table>${rows.join("")}</table>`;
}

/** Its own rows, and not those of the tables in its cells. */
function rowsOf(parent: XmlNode, isHead: boolean): readonly OdtRow[] {
  return nodesIn(parent).flatMap((child) =>
    child.name === "table:table-row"
      ? [{ node: child, isHead }]
      : ROWS.has(child.name)
      ? rowsOf(child, isHead || child.name === "table:table-header-rows")
      : []
  );
}

function rowHtml(
  row: XmlNode,
  tag: "th" | "td",
  context: OdtContext,
): { readonly row: string; readonly isEmpty: boolean } {
  const cells: string[] = [];
  let filled = 0;
  for (const cell of nodesIn(row)) {
    if (cell.name === "table:covered-table-cell") {
      const hidden = textIn(cell).trim();
      if (hidden !== "") context.omissions.add("hidden-text", hidden);
      continue;
    }
    if (cell.name !== "table:table-cell") continue;
    const inner = cellHtml(context.blocks(nodesIn(cell), { ...context, isInCell: true }));
    const html = `<${tag}${span("colspan", cell, "table:number-columns-spanned")}${
      span("rowspan", cell, "table:number-rows-spanned")
    }>${inner}</${tag}>`;
    const times = take(context, repeats(cell, "table:number-columns-repeated"), html.length);
    for (let time = 0; time < times; time++) cells.push(html);
    if (inner !== "") filled = cells.length;
  }
  // Cells that are empty up to the end of the page are not of the table.
  const isWide = cells.length - filled > MAX_REPEATS / 2;
  return { row: `<tr>${(isWide ? cells.slice(0, filled) : cells).join("")}</tr>`, isEmpty: filled === 0 };
}

/** How many of so many copies there is room for. The first is always there. */
function take({ room }: OdtContext, times: number, letters: number): number {
  const most = Math.max(1, Math.min(times, room.cells, Math.floor(room.letters / Math.max(1, letters))));
  room.cells -= most - 1;
  room.letters -= (most - 1) * letters;
  return most;
}

function repeats(node: XmlNode, name: string): number {
  const times = Number(node.attributes[name] ?? 1);
  return Number.isInteger(times) && times > 1 ? Math.min(times, MAX_REPEATS) : 1;
}

function span(name: string, cell: XmlNode, attribute: string): string {
  const cells = repeats(cell, attribute);
  return cells === 1 ? "" : ` ${name}="${cells}"`;
}

/** A paragraph alone needs no mark. */
function cellHtml(html: string): string {
  return html.startsWith("<p>") && html.indexOf("</p>") === html.length - "</p>".length
    ? html.slice("<p>".length, -"</p>".length)
    : html;
}
