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

/** Takes the texts one by one, writes what is new or different, and removes the other `.md` files of the folder. Throws `io`. */
export function writeTexts(fs: FileSystem, folder: string, texts: Iterable<SourceText>): WrittenTexts {
  let [written, unchanged, removed] = [0, 0, 0];
  const kept = new Set<string>();
  for (const { name, properties, markdown } of texts) {
    const path = joinPath(folder, `${freeName(name, kept)}.md`);
    const bytes = encoder.encode(`---\n${yamlOf(properties)}---\n\n${normalise(markdown)}`);
    const before = fs.kindOf(path) === "file" ? fs.readFile(path) : undefined;
    if (before !== undefined && before.length === bytes.length && before.every((byte, at) => byte === bytes[at])) {
      unchanged++;
    } else {
      fs.makeDirectory(parentPath(path));
      fs.writeFile(path, bytes);
      written++;
    }
  }
  for (const path of markdownFiles(fs, folder)) {
    if (kept.has(path.slice(0, -3).toLowerCase())) continue;
    fs.removeFile(joinPath(folder, path));
    removed++;
  }
  return { written, unchanged, removed };
}

/** Two names that differ in capital letters only are one file on some disks. */
function freeName(name: string, taken: Set<string>): string {
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
