/**
 * Finds sections by an id from the time when `{#id}` at the end of a heading was part of its text. The section `##
 * Setup {#install}` had the slug `setup-install`. Links with such ids keep working.
 */
import type { Outline, OutlineHeading } from "./outline.ts";
import { type DocumentInput, parseDocument } from "./parse.ts";

/** The present id of the chunk that once had `formerId`; undefined when no chunk of the document had it. */
export function presentId(input: DocumentInput, formerId: string): string | undefined {
  const { reading, readOutline } = input;
  if (reading.outline.by !== "core") return undefined;
  const outline = readOutline(reading.textStart, reading.outline.dialect);
  if (outline.headings.every(({ id }) => id === null)) return undefined;
  const chunksOf = (read: Outline) => parseDocument({ ...input, readOutline: () => read }).chunks;
  const headings = outline.headings.map((heading) => formerHeading(reading.text, heading));
  const position = chunksOf({ ...outline, headings }).findIndex(({ id }) => id === formerId);
  return chunksOf(outline)[position]?.id;
}

/** The heading with its braces as part of the text. */
function formerHeading(bytes: Uint8Array, heading: OutlineHeading): OutlineHeading {
  if (heading.id === null) return heading;
  const lines = new TextDecoder().decode(bytes.subarray(heading.lineStart, heading.bodyStart));
  const braces = lines.match(/[ \t]?\{[^{}\r\n]*\}/g)?.at(-1) ?? "";
  return { ...heading, id: null, text: heading.text + braces };
}
