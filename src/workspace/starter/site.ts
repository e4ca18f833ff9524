/** What the file of a site generator says of its documents, and how such files are read. */
import { parseToml } from "../../config/toml_syntax.ts";
import { parseMapping } from "../../document/yaml_mapping.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { fileExtension, joinPath } from "../../text/paths.ts";
import { type Literals, readLiterals } from "../../text/script/literals.ts";

/** Folders are relative to that of the generator's file, and may begin with `../`. */
export interface SiteContent {
  /** Where the documents lie. The first one is the manual in its default language. */
  readonly folders: readonly string[];
  /** Globs of what is no document. */
  readonly exclude?: readonly string[];
  /** Code and folder, the default language first. */
  readonly locales?: readonly Locale[];
  /** The newest first. */
  readonly versions?: readonly string[];
  /** The address at which the site begins, as it is stated. */
  readonly base_url?: string | undefined;
  /** Globs and formats of files whose extension says something else. */
  readonly format?: readonly (readonly [glob: string, format: string])[];
}

export type Locale = readonly [code: string, folder: string];

export interface SiteGenerator {
  readonly name: string;
  /** The file that tells a site of this generator, by what a folder holds. */
  fileIn(folder: SiteFolder): string | undefined;
  /** Undefined for a file of another program. */
  read(folder: SiteFolder, file: string): SiteContent | undefined;
}

/** The largest file of a generator that is read. */
const MAX_BYTES = 1 << 20;

/** A folder of the project. It follows no link. */
export class SiteFolder {
  /** The project, and this folder in it. */
  readonly project: string;
  readonly path: string;
  readonly #fs: FileSystem;
  #names: ReadonlySet<string> | undefined;

  /** `path` is relative to the project: `.`, or names joined by slashes. */
  constructor(fs: FileSystem, project: string, path: string) {
    this.#fs = fs;
    this.project = project;
    this.path = path;
  }

  /** Whether this folder holds a file, which is no link. */
  holds(name: string): boolean {
    this.#names ??= new Set(this.#entries(".").filter(({ kind }) => kind === "file").map((entry) => entry.name));
    return this.#names.has(name);
  }

  /** The first of some files that this folder holds. */
  firstOf(names: readonly string[]): string | undefined {
    return names.find((name) => this.holds(name));
  }

  /** Whether a path is a folder of the project, and no part of it a link. */
  isFolder(path: string): boolean {
    const parts = partsIn(this.path, path);
    return parts !== undefined &&
      parts.every((_, depth) =>
        orAbsent(() => this.#fs.kindOf(joinPath(this.project, parts.slice(0, depth + 1).join("/")))) === "directory"
      );
  }

  /** The folders in a folder, without hidden ones and links, by name. */
  foldersIn(path: string): readonly string[] {
    return this.#entries(path).filter(({ name, kind }) => kind === "directory" && !name.startsWith("."))
      .map(({ name }) => name).sort();
  }

  /** The names in a folder. */
  namesIn(path: string): readonly string[] {
    return this.#entries(path).map(({ name }) => name);
  }

  /** Undefined for what is no file, a link, not text, or too large. */
  text(path: string): string | undefined {
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
    if (!this.isFolder(folder)) return undefined;
    const place = joinPath(joinPath(this.project, this.path), path);
    const bytes = orAbsent(() => this.#fs.readFile(place, { most: MAX_BYTES, noLink: true }));
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** A file in TOML, YAML or JSON. Empty where it cannot be read. */
  data(path: string): Readonly<Record<string, unknown>> {
    const text = this.text(path);
    if (text === undefined) return {};
    const extension = fileExtension(path);
    if (extension === "toml") return tomlIn(text);
    // JSON is YAML.
    const answer = parseMapping(text);
    return "mapping" in answer ? answer.mapping ?? {} : {};
  }

  /** A program. Empty where it cannot be read. */
  literals(path: string): Literals {
    return readLiterals(this.text(path) ?? "", fileExtension(path) === "py" ? "python" : "script");
  }

  #entries(path: string) {
    const parts = partsIn(this.path, path);
    if (parts === undefined || !this.isFolder(path)) return [];
    return orAbsent(() => this.#fs.readDirectory(joinPath(this.project, parts.join("/") || "."))) ?? [];
  }
}

function tomlIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseToml(text, "");
  } catch (error) {
    if (error instanceof RaError) return {};
    throw error;
  }
}

/** The parts of a path below the project; undefined for one that leads out of it. */
export function partsIn(folder: string, path: string): readonly string[] | undefined {
  if (/^[/~\\]|^[A-Za-z]:|\0/.test(path)) return undefined;
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts;
}

/** A value in data. Undefined where one of the names is missing. */
export function at(data: unknown, ...names: readonly string[]): unknown {
  let value = data;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

export function textAt(data: unknown, ...names: readonly string[]): string | undefined {
  const value = at(data, ...names);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function textsAt(data: unknown, ...names: readonly string[]): readonly string[] {
  return textsIn(at(data, ...names));
}

/** The texts right in a list. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
