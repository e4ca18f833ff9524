/** Workbooks that stand in a text or on a slide. Other embedded objects cannot be read, and are counted. */
import type { Archive } from "./archive.ts";
import { ConversionFailure } from "./converted.ts";
import type { ChartPlace } from "./office_chart.ts";
import { convertXlsx } from "./xlsx.ts";

/** Parts of a package that may be such workbooks. */
export const WORKBOOK = /\/embeddings\/[^/]*\.xls[xm]$/i;

/** Workbooks that have been read, each once. */
const told = new WeakMap<Archive, Set<string>>();

/** `program` is what the file states of the object. Empty, and counted, where it cannot be read. */
export function embeddedHtml(place: ChartPlace, id: string | undefined, program: string | undefined): string {
  const { archive, relations, omissions } = place;
  const path = relations.get(id ?? "")?.target ?? "";
  const read = told.get(archive) ?? new Set<string>();
  told.set(archive, read);
  if (read.has(path)) return "";
  const bytes = WORKBOOK.test(`/${path}`) ? archive.bytes(path) : undefined;
  try {
    if (bytes === undefined) throw new ConversionFailure("");
    const { parts, omitted = [] } = convertXlsx(bytes);
    read.add(path);
    for (const { kind, lines } of omitted) for (const line of lines) omissions.add(kind, line);
    return parts.map(({ html }) => html.replace(/^<h2>(.*?)<\/h2>/s, "<p>$1</p>")).join("");
  } catch (error) {
    if (!(error instanceof ConversionFailure)) throw error;
    omissions.add("unreadable", `embedded object ${program ?? ""}${error.message === "" ? "" : `: ${error.message}`}`);
    return "";
  }
}
