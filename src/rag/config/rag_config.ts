/** Finds, reads and checks `rag.yaml`. */
import { z } from "zod";
import { firstOf, RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { environmentVariable } from "../../host/process.ts";
import { fileName, joinPath, parentPath } from "../../text/paths.ts";
import { crossProblems } from "./cross_checks.ts";
import { fieldName, problemsOf } from "./problems.ts";
import { RagFile } from "./schema.ts";
import { readYaml, type ValuePath } from "./yaml_values.ts";

const RAG_CONFIG_NAME = "rag.yaml";
const MOST_BYTES = 1024 * 1024;

/** The configuration with all defaults, and with absolute paths. */
export interface RagConfig extends RagFile {
  /** The file, and the folder that its paths are relative to. */
  readonly file: string;
  readonly folder: string;
  readonly dataRoot: string;
  readonly indexRoot: string;
  readonly cacheRoot: string;
}

/** `--config`, else the file that the environment's `RAG_CONFIG` names, else `rag.yaml` of the folder. */
export function ragConfigPath(directory: string, named: string | undefined): string {
  const path = named ?? environmentVariable("RAG_CONFIG");
  return joinPath(directory, path === undefined || path === "" ? RAG_CONFIG_NAME : path);
}

/** Throws `config-missing`, `config-syntax`, and `config-value` or `config-key` with all mistakes of the file. */
export function readRagConfig(fs: FileSystem, path: string, home: string | null): RagConfig {
  const bytes = fs.readFile(path, { most: MOST_BYTES });
  if (bytes === undefined) {
    throw new RaError("config-missing", `there is no ${fileName(path)}`, {
      path,
      hint: "`ra rag init` writes one; --config FILE names another",
    });
  }
  const yaml = readYaml(textOf(bytes, path), path);
  // An empty file lacks everything.
  const value = yaml.value ?? {};
  const read = RagFile.safeParse(value);
  const problems = [
    ...(read.success ? [] : problemsOf(read.error.issues, value, keysAt)),
    ...crossProblems(value),
  ].map(({ at, what, message }) =>
    new RaError(
      message.startsWith("unknown key") ? "config-key" : "config-value",
      `${fieldName(at) || "the file"}: ${message}`,
      {
        path,
        ...yaml.placeOf(at, what),
      },
    )
  ).sort((a, b) => a.line! - b.line! || a.column! - b.column!);
  const [first, ...others] = problems;
  if (first !== undefined) throw firstOf([first, ...others]);
  const file = read.data!;
  const folder = parentPath(path);
  const at = (place: string): string =>
    place.startsWith("~/") && home !== null ? joinPath(home, place.slice(2)) : joinPath(folder, place);
  const indexRoot = at(file.paths.index_root);
  return {
    ...file,
    file: path,
    folder,
    dataRoot: at(file.paths.data_root),
    indexRoot,
    cacheRoot: file.paths.cache_root === undefined ? joinPath(indexRoot, "cache") : at(file.paths.cache_root),
  };
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new RaError("config-syntax", "this is not UTF-8", { path, hint: "save the file as UTF-8", cause });
  }
}

/** The keys that the schema knows at a path. */
function keysAt(path: ValuePath): readonly string[] {
  let schema: z.ZodType | undefined = RagFile;
  for (const part of path) {
    schema = unwrapped(schema);
    if (schema instanceof z.ZodObject) schema = (schema.shape as Readonly<Record<string, z.ZodType>>)[String(part)];
    else if (schema instanceof z.ZodArray) schema = schema.element as z.ZodType;
    else return [];
  }
  const object = unwrapped(schema);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unwrapped(schema: z.ZodType | undefined): z.ZodType | undefined {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault || inner instanceof z.ZodOptional) {
    inner = inner.unwrap() as z.ZodType;
  }
  return inner;
}
