/**
 * Reads the frontmatter at the top of Markdown where that takes no parser of YAML. A search loads no more than this for
 * most documents.
 */
import type { ByteRange, DocumentWarning, Metadata } from "./document.ts";
import { spacedKeys } from "./frontmatter_asides.ts";
import { findBlock } from "./frontmatter_block.ts";
import { readPlainYaml } from "./plain_yaml.ts";

export interface Frontmatter {
  /** From the opening fence to the byte after the line of the closing fence; null when there is none. */
  readonly range: ByteRange | null;
  readonly title: string | null;
  /** In order, as written but without `#` and without duplicates. */
  readonly tags: readonly string[];
  /** In lower case. */
  readonly lang: string | null;
  /** Scalars and lists of scalars, except title, tags and lang. */
  readonly metadata: Metadata;
  /** What it says beside these: values within values, names of several words, comments, and what is not valid. */
  readonly asides: readonly string[];
  /** All values, with scalars as written; null when there is no frontmatter. */
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly DocumentWarning[];
}

export const NOTHING: Frontmatter = {
  range: null,
  title: null,
  tags: [],
  lang: null,
  metadata: {},
  asides: [],
  values: null,
  warnings: [],
};
const UNSET = /^(?:|~|null)$/i;

/** A mapping, null when the YAML is something else, or an error with its 0-based line. */
export type MappingAnswer =
  | { readonly mapping: Readonly<Record<string, unknown>> | null }
  | { readonly error: string; readonly line: number };

/** The frontmatter that begins at byte `start`. Undefined where only a parser can read it (`readFrontmatter`). */
export function readPlainFrontmatter(bytes: Uint8Array, start: number): Frontmatter | undefined {
  const block = findBlock(bytes, start);
  if (block === null) return NOTHING;
  if (block === "unclosed" || block.language !== "yaml") return undefined;
  const mapping = readPlainYaml(new TextDecoder().decode(bytes.subarray(block.start, block.end)));
  if (mapping === undefined) return undefined;
  const range = { start, end: block.after };
  return { ...propertiesOf(mapping), range, asides: spacedKeys(mapping), values: mapping, warnings: [] };
}

/** What scalars and lists of scalars say of a document. */
export function propertiesOf(
  values: Readonly<Record<string, unknown>>,
): Pick<Frontmatter, "title" | "tags" | "lang" | "metadata"> {
  const metadata: [string, readonly string[]][] = [];
  for (const [key, value] of Object.entries(values)) {
    if (key === "title" || key === "tags" || key === "lang") continue;
    const scalars = scalarsOf(value);
    if (scalars.length > 0) metadata.push([key, scalars]);
  }
  const { title, tags, lang } = values;
  return {
    title: isSet(title) ? title.trim().replace(/\s+/g, " ") : null,
    tags: readTags(tags),
    lang: isSet(lang) ? lang.trim().toLowerCase() : null,
    metadata: Object.fromEntries(metadata),
  };
}

/** The tags of a list, as written, or of a string that is split at commas and white space. */
function readTags(value: unknown): readonly string[] {
  const written = isSet(value) ? value.split(/[\s,]+/) : scalarsOf(value);
  return [...new Set(written.map((tag) => tag.trim().replace(/^#+/, "")).filter((tag) => tag !== ""))];
}

/** A single scalar, or the values of a list that holds only scalars. Unset values are left out. */
function scalarsOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every((item) => typeof item === "string") ? list.filter(isSet) : [];
}

function isSet(value: unknown): value is string {
  return typeof value === "string" && !UNSET.test(value.trim());
}
