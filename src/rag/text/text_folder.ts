/** Writes the text of a source: a folder of Markdown files with where they come from in their frontmatter. */
import type { FileSystem } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { joinPath, parentPath } from "../../text/paths.ts";
import { normalise } from "./normalise.ts";

export interface SourceText {
  /** Relative to the folder, with `/`, without `.md`. */
  readonly name: string;
  /** Scalars, in this order. */
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
  readonly markdown: string;
}

export interface WrittenTexts {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
}

const encoder = new TextEncoder();
/** A name of a file may have 255 bytes. */
const LONGEST_NAME = 200;

/** Takes the texts one by one, writes what is new or different, and removes the other `.md` files. Throws `io`. */
export function writeTexts(fs: FileSystem, folder: string, texts: Iterable<SourceText>): WrittenTexts {
  let [written, unchanged] = [0, 0];
  const taken = new Set<string>();
  for (const text of texts) {
    if (writeText(fs, folder, freeName(text.name, taken), text)) written++;
    else unchanged++;
  }
  return { written, unchanged, removed: pruneTexts(fs, folder, taken) };
}

/** Writes one text as `NAME.md`. False if it is there already. Throws `io`. */
export function writeText(
  fs: FileSystem,
  folder: string,
  name: string,
  { properties, markdown }: Omit<SourceText, "name">,
): boolean {
  const path = joinPath(folder, `${name}.md`);
  const bytes = encoder.encode(`---\n${yamlOf(properties)}---\n\n${normalise(markdown)}`);
  const before = fs.kindOf(path) === "file" ? fs.readFile(path) : undefined;
  if (before !== undefined && before.length === bytes.length && before.every((byte, at) => byte === bytes[at])) {
    return false;
  }
  fs.makeDirectory(parentPath(path));
  fs.writeFile(path, bytes);
  return true;
}

/** What a run that was killed left of a text. */
const DRAFT = /\.md\.[0-9a-f-]{36}\.tmp$/;

/**
 * Removes the `.md` files with other names than these, in small letters, and says how many. Removes drafts, too. Throws
 * `io`.
 */
export function pruneTexts(fs: FileSystem, folder: string, names: ReadonlySet<string>): number {
  const others = markdownFiles(fs, folder).filter((path) => !names.has(path.slice(0, -3).toLowerCase()));
  for (const path of filesBelow(fs, folder, "")) if (DRAFT.test(path)) fs.removeFile(joinPath(folder, path));
  for (const path of others) fs.removeFile(joinPath(folder, path));
  return others.length;
}

/** Two names that differ in capital letters only are one file on some disks. `taken` has small letters. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}-${number}`;
  taken.add(free.toLowerCase());
  return free;
}

/** A relative name that every disk takes, for a path or an address that a stranger chose. */
export function safeName(path: string): string {
  const parts = path.normalize("NFC").split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.map((part) => {
    // deno-lint-ignore no-control-regex
    const safe = part.replace(/[\u0000-\u001f\u007f<>:"|?*\\]/g, "_").replace(/[. ]+$/, "_");
    const bytes = encoder.encode(safe);
    if (bytes.length <= LONGEST_NAME) return safe.startsWith(".") ? `_${safe.slice(1)}` : safe;
    return `${new TextDecoder().decode(bytes.subarray(0, LONGEST_NAME - 20)).replace(/\ufffd+$/, "")}-${
      sha256(bytes).slice(0, 16)
    }`;
  }).join("/") || "index";
}

/** Strings are written as JSON, which YAML reads. */
function yamlOf(properties: SourceText["properties"]): string {
  return Object.entries(properties).map(([key, value]) =>
    value === null ? "" : `${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(value)}\n`
  ).join("");
}

/** The paths of the `.md` files below a folder, relative to it. */
export function markdownFiles(fs: FileSystem, folder: string): readonly string[] {
  return filesBelow(fs, folder, "").filter((path) => path.endsWith(".md"));
}

function filesBelow(fs: FileSystem, folder: string, below: string): readonly string[] {
  const here = joinPath(folder, below === "" ? "." : below);
  if (fs.kindOf(here) !== "directory") return [];
  return fs.readDirectory(here).flatMap(({ name, kind }) => {
    const path = below === "" ? name : `${below}/${name}`;
    return kind === "directory" ? filesBelow(fs, folder, path) : kind === "file" ? [path] : [];
  });
}
