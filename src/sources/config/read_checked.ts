/** Reads a YAML file and checks it against its shape. */
import { z } from "zod";
import { firstOf, RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { fileName } from "../../text/paths.ts";
import { fieldName, type Problem, problemsOf } from "./problems.ts";
import type { ValuePath } from "./yaml_places.ts";
import { readYaml } from "./yaml_values.ts";

const MAX_BYTES = 1024 * 1024;
/** A file may hold a mistake every few bytes. So many get a place, and so many of these are shown. */
const MAX_FOUND = 1000;
const MAX_SHOWN = 100;
/** Characters. */
const MAX_NAME = 200;

export interface ReadCheckedOptions {
  /** What to do where there is no such file. */
  readonly hint: string;
  /** Mistakes that the shape cannot tell. `found` are those that it told. */
  readonly alsoWrong?: (value: unknown, found: readonly Problem[]) => readonly Problem[];
}

/** Throws `config-missing`, `config-syntax`, and `config-value` or `config-key` with the mistakes of the file. */
export function readChecked<T>(
  fs: FileSystem,
  path: string,
  shape: z.ZodType<T>,
  { hint, alsoWrong = () => [] }: ReadCheckedOptions,
): T {
  const bytes = fs.readFile(path, { most: MAX_BYTES });
  if (bytes === undefined) throw new RaError("config-missing", `there is no ${fileName(path)}`, { path, hint });
  const yaml = readYaml(textOf(bytes, path), path);
  // An empty file lacks everything.
  const value = yaml.value ?? {};
  const read = shape.safeParse(value);
  const shapeProblems = read.success ? [] : problemsOf(read.error.issues, value, (at) => keysAt(shape, at), MAX_FOUND);
  const found = [...shapeProblems, ...alsoWrong(value, shapeProblems)];
  const told = new Set<string>();
  const problems = found.slice(0, MAX_FOUND).flatMap(({ at, what, message }) => {
    const place = yaml.placeOf(at, what);
    // What aliases repeat is one mistake, at its anchor.
    const mistake = JSON.stringify([place, at.findLast((part) => typeof part === "string"), message]);
    if (told.has(mistake)) return [];
    told.add(mistake);
    const code = message.startsWith("unknown key") ? "config-key" : "config-value";
    return [new RaError(code, `${shortened(fieldName(at)) || "the file"}: ${message}`, { path, ...place })];
  }).sort((a, b) => a.line! - b.line! || a.column! - b.column!);
  const [first, ...others] = problems.slice(0, MAX_SHOWN);
  if (first === undefined) return read.data!;
  if (problems.length > MAX_SHOWN) {
    others.push(new RaError(first.code, `more than ${MAX_SHOWN} mistakes; these are the first`, { path }));
  }
  throw firstOf([first, ...others]);
}

/** The name of a field, which may be as long as the file. */
function shortened(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}…`;
}

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new RaError("config-syntax", "this is not UTF-8", { path, hint: "save the file as UTF-8", cause });
  }
}

/** The keys that a shape knows at a path. */
function keysAt(shape: z.ZodType, path: ValuePath): readonly string[] {
  let schema: z.ZodType | undefined = shape;
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
