/** Parts of documents as a reader sees them (src/text/visible.ts). */
import type { ByteRange } from "../../document/document.ts";
import { type DocumentView, type Format, NO_OCR } from "../../document/formats/format.ts";
import { MAX_PARSED } from "../../document/limits.ts";
import { readPlainFrontmatter } from "../../document/plain_frontmatter.ts";
import { byteOrderMarkLength } from "../../text/encoding.ts";
import { joinRanges } from "../../text/visible.ts";
import type { ReadingEngine } from "../engine/engine.ts";

/** The whole text of a document. */
export interface WholeText {
  readonly text: Uint8Array;
  /** The markup in a text that is stored. */
  readonly hidden: Uint32Array;
  readonly path: string;
  readonly format: Format;
  /** Where its text begins, if that is known. */
  readonly documentStart: number | undefined;
}

/** The texts that are kept, as a reader sees them: whole, or these parts. */
const known = new WeakMap<Uint8Array, Map<string, Uint8Array>>();

/** Of longer documents, the core reads only the parts that are asked for. */
const LONG = 64 * 1024;

/**
 * A text that is stored brings its markup along. The core finds that of Markdown, and the reader of its format that of
 * any other file.
 */
export async function visiblePart(
  whole: WholeText,
  { start, end }: ByteRange,
  visibleIn: ReadingEngine["visibleText"],
): Promise<Uint8Array> {
  const { text, format: { dialect } } = whole;
  if (dialect !== undefined && text.length > MAX_PARSED) return text.subarray(start, end);
  const isWhole = dialect === undefined || text.length < LONG;
  const parts = known.get(text) ?? new Map<string, Uint8Array>();
  known.set(text, parts);
  const key = isWhole ? "" : `${start} ${end}`;
  let found = parts.get(key);
  if (found === undefined) {
    const from = whole.documentStart;
    found = dialect === undefined
      ? joinRanges(text, await markupOf(whole))
      : visibleIn(text, from ?? await textStartOf(whole), dialect, isWhole ? undefined : { start, end });
    parts.set(key, found);
  }
  return isWhole ? found.subarray(start, end) : found;
}

const READ_BY_LINES: ReadonlySet<DocumentView> = new Set<DocumentView>(["markup", "text"]);

/** What the reader of its format hides of a file. Few answers need it, so it is loaded for these only. */
async function markupOf({ text, hidden, path, format }: WholeText): Promise<Uint32Array> {
  if (!READ_BY_LINES.has(format.view) || hidden.length > 0) return hidden;
  const { outline } = await (await import("../../document/formats/read_file.ts")).readFile(text, path, NO_OCR, format);
  return outline.by === "format" ? outline.hidden : hidden;
}

/** Where the text of Markdown begins. Few documents need a parser of YAML to tell, so it is loaded for these only. */
async function textStartOf({ text, path, format }: WholeText): Promise<number> {
  if (format.placement === "extracted") return 0;
  const start = byteOrderMarkLength(text);
  const plain = readPlainFrontmatter(text, start);
  if (plain !== undefined) return plain.range?.end ?? start;
  return (await (await import("../../document/formats/read_file.ts")).readFile(text, path)).textStart;
}
