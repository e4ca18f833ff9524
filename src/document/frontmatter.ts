/** Reads the YAML frontmatter at the top of Markdown. */
import { type Frontmatter, readFrontmatterWith } from "./plain_frontmatter.ts";
import { readMapping } from "./yaml_mapping.ts";

export type { Frontmatter };

/** Reads the frontmatter that begins at byte `start`. Never throws: problems are in `warnings`. */
export function readFrontmatter(bytes: Uint8Array, start: number): Frontmatter {
  return readFrontmatterWith(bytes, start, readMapping);
}
