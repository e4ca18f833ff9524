/** Makes the `#preamble` section: the text before the first section. */
import { isBlank } from "../../text/blank.ts";
import type { ChunkingInput, Section } from "./section.ts";

/** A section for the text before `end`. Empty when there is only frontmatter and white space. */
export function preamble(input: ChunkingInput, end: number): readonly Section[] {
  const { bytes, textStart, path } = input;
  if (isBlank(bytes, textStart, end)) return [];
  const title = input.statedTitle ?? fileTitle(path);
  return [{ title, slug: "preamble", depth: 1, headingStart: textStart, start: textStart, end, crumbs: [] }];
}

/** The name of a file without folders and extension. */
export function fileTitle(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
