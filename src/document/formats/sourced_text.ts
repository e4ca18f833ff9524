/** Reads a text that ra made of a page or a document: what its record says, and nothing of what it says of itself. */
import { readRecord, sourced } from "../source_record.ts";
import { markdown } from "./markdown/markdown.ts";
import { type FileReading, limited } from "./read_file.ts";

/** Undefined where the record belongs to another text, which is then a document like any other. */
export function readSourced(text: Uint8Array, record: Uint8Array): FileReading | undefined {
  const found = readRecord(record, text);
  if (found === undefined) return undefined;
  const { origin, properties, map } = sourced(found);
  const outline = { by: "core", dialect: "markdown" } as const;
  const reading = limited({ text, textStart: 0, properties, outline, map, warnings: [] }, []);
  return { ...reading, format: markdown, isExtracted: true, origin };
}
