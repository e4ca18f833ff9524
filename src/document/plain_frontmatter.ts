/**
 * Finds the frontmatter at the top of Markdown, and reads it where that takes no parser of YAML. A search loads no more
 * than this for most documents.
 */
import { nextLine } from "../text/lines.ts";
import type { ByteRange, DocumentWarning, Metadata } from "./document.ts";
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
  /** All values, with scalars as written; null when there is no frontmatter. */
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly warnings: readonly DocumentWarning[];
}

const DASH = 0x2d;
const DOT = 0x2e;
const MAX_BYTES = 1 << 20;
const NOTHING: Frontmatter = {
  range: null,
  title: null,
  tags: [],
  lang: null,
  metadata: {},
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
  return readFrontmatterWith(bytes, start, (yaml) => {
    const mapping = readPlainYaml(yaml);
    return mapping && { mapping };
  });
}

/** Reads the frontmatter that begins at byte `start`. Undefined where `readMapping` gives nothing. */
export function readFrontmatterWith<A extends MappingAnswer | undefined>(
  bytes: Uint8Array,
  start: number,
  readMapping: (yaml: string) => A,
): Frontmatter | (A extends undefined ? undefined : never) {
  if (bytes[start] !== DASH || !isFence(bytes, start, nextLine(bytes, start), DASH)) return NOTHING;
  const yamlStart = nextLine(bytes, start);
  const closing = findClosing(bytes, yamlStart);
  if (closing === null) return plainText("frontmatter-unclosed", "frontmatter has no closing --- and is read as text");
  const range = { start, end: nextLine(bytes, closing) };
  if (closing - yamlStart > MAX_BYTES) {
    return plainText("frontmatter-not-a-mapping", "frontmatter over 1 MiB is read as text");
  }
  const answer = readMapping(new TextDecoder().decode(bytes.subarray(yamlStart, closing)));
  if (answer === undefined) return undefined as A extends undefined ? undefined : never;
  if ("error" in answer) {
    const warning = {
      code: "frontmatter-syntax",
      message: `invalid frontmatter: ${answer.error}`,
      line: answer.line + 2,
    } as const;
    return { ...NOTHING, range, values: {}, warnings: [warning] };
  }
  if (answer.mapping === null) {
    return plainText("frontmatter-not-a-mapping", "frontmatter is not a mapping and is read as text");
  }
  return { ...propertiesOf(answer.mapping), range, values: answer.mapping, warnings: [] };
}

function plainText(code: DocumentWarning["code"], message: string): Frontmatter {
  return { ...NOTHING, warnings: [{ code, message, line: 1 }] };
}

/** Whether the line `[start, end)` is three times `mark`, followed only by blanks. */
function isFence(bytes: Uint8Array, start: number, end: number, mark: number): boolean {
  if (bytes[start] !== mark || bytes[start + 1] !== mark || bytes[start + 2] !== mark) return false;
  for (let at = start + 3; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) return false;
  }
  return true;
}

function findClosing(bytes: Uint8Array, start: number): number | null {
  for (let line = start; line < bytes.length;) {
    const next = nextLine(bytes, line);
    if (isFence(bytes, line, next, DASH) || isFence(bytes, line, next, DOT)) return line;
    line = next;
  }
  return null;
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
