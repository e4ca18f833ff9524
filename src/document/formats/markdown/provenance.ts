/** Where a text that `ra rag` made of another file comes from: its frontmatter says so, and marks its pages. */
import { readFrontmatter } from "../../frontmatter.ts";
import type { SourceMap } from "../format.ts";
import { mayHaveProvenance } from "./may_have_provenance.ts";

export interface Provenance {
  readonly sourceId: string;
  /** The name by which the user knows the file, and its address on the web. */
  readonly path: string | null;
  readonly url: string | null;
  /** Null for a text without marks. */
  readonly map: SourceMap | null;
}

/** As the converters write them, each on a line of its own. */
const MARK = /^<!-- (page|slide|sheet) ([^\r\n]*?) -->$/gm;
/** Undefined for any other text. */
export function readProvenance(bytes: Uint8Array): Provenance | undefined {
  if (!mayHaveProvenance(bytes)) return undefined;
  const { values, range } = readFrontmatter(bytes, 0);
  const sourceId = values?.["source_id"];
  if (typeof sourceId !== "string" || range === null) return undefined;
  const text = (key: string): string | null => {
    const value = values?.[key];
    return typeof value === "string" && value !== "" ? value : null;
  };
  return { sourceId, path: text("path"), url: text("url"), map: markedMap(bytes) };
}

/** What stands before the first mark belongs to the first part. The places of sheets are their numbers. */
function markedMap(bytes: Uint8Array): SourceMap | null {
  // One character for each byte, so that places are offsets.
  const text = new TextDecoder("latin1").decode(bytes);
  const marks = [...text.matchAll(MARK)];
  const unit = marks[0]?.[1] as SourceMap["unit"] | undefined;
  if (unit === undefined) return null;
  const own = marks.filter(([, of]) => of === unit);
  return {
    unit,
    starts: Uint32Array.from(own, ({ index }, at) => (at === 0 ? 0 : index)),
    places: Uint32Array.from(own, ([, , name], at) => (unit === "sheet" ? at + 1 : Number.parseInt(name!) || at + 1)),
  };
}
