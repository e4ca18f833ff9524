/** Reads one configuration, from a file or from data, into checked values. */
import { firstOf, RaError } from "../errors.ts";
import { badGlob, checkValue, tooMany } from "./check_value.ts";
import type { ConfigData } from "./config.ts";
import { keyAt, KEYS, keysOf, lastPart, NAMED_KEYS, SECTIONS } from "./keys.ts";
import { type KeyValue, MAX_ITEMS, MAX_TREES } from "./keys/key.ts";
import { TREE_NAME } from "./keys/tree.ts";
import { isLanguageCode } from "./keys/tree_parts.ts";
import { problemError } from "./problem.ts";
import type { KeyPath } from "./locate.ts";
import type { ConfigProblem } from "./problem.ts";
import { decodeToml, parseToml } from "./toml_syntax.ts";
import { describe, tomlPath } from "./toml_text.ts";
import { isTable, unknownKey } from "./unknown_key.ts";

/** What one file sets. */
export interface ParsedConfig {
  /** By key path. */
  readonly values: ReadonlyMap<string, KeyValue>;
  /** By name, then by the key path below it, such as `sizes.overlap_lines`. `path` is always set. */
  readonly trees: ReadonlyMap<string, ReadonlyMap<string, KeyValue>>;
  /** Tables whose keys users choose, by section, then by that name. */
  readonly named: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** The table `[search.weight]`. */
  readonly weights: ReadonlyMap<string, number>;
  /** Lists of tables by section, in the order of the file. Each table is keyed by the last part of the key path. */
  readonly rows: ReadonlyMap<string, readonly ReadonlyMap<string, KeyValue>[]>;
  /** The keys that have a new name, and say so. */
  /** Makes the error for a mistake that a later check finds. */
  readonly errorFor: (problem: ConfigProblem) => Promise<RaError>;
}

/**
 * Reads the TOML in `bytes`. Errors name `path`. @throws RaError `config-syntax` (not UTF-8, not TOML), `config-key`
 * (unknown key), `config-value` (type, range, name)
 */
export async function parseConfig(bytes: Uint8Array, path: string): Promise<ParsedConfig> {
  const text = decodeToml(bytes, path);
  return await readConfig(parseToml(text, path), (problem) => problemError(problem, path, text));
}

/**
 * Reads a configuration that a program gives. @throws RaError `config-key` (unknown key), `config-value` (type, range,
 * name). The message names the key.
 */
export async function parseConfigData(data: ConfigData): Promise<ParsedConfig> {
  const table = asToml(data);
  if (!isTable(table)) throw new RaError("config-value", `config: must be an object, found ${describe(data)}`);
  return await readConfig(
    table,
    ({ code, message, hint }) => Promise.resolve(new RaError(code, `config: ${message}`, { hint })),
  );
}

/** How many mistakes of a file are reported. Each is looked up in the whole text. */
const MAX_REPORTED = 100;

async function readConfig(
  table: Readonly<Record<string, unknown>>,
  errorFor: ParsedConfig["errorFor"],
): Promise<ParsedConfig> {
  const collected: CollectedKeys = {
    values: new Map(),
    trees: new Map(),
    named: new Map(),
    weights: new Map(),
    rows: new Map(),
  };
  const found: ConfigProblem[] = [];
  for (const problem of readTable(table, [], "", collected)) {
    found.push(problem);
    // What follows was not read, so nothing is known of what is missing.
    if (found.length > MAX_REPORTED) throw await errorOf(found, errorFor);
  }
  // A value that was refused does not count as missing too.
  const isNew = ({ at }: ConfigProblem): boolean =>
    !found.some((other) => other.at.length > at.length && at.every((part, depth) => part === other.at[depth]));
  const missing = [...incompleteTrees(collected.trees), ...incompleteRows(collected.rows)].filter(isNew);
  const problems = [...found, ...missing];
  if (problems.length > 0) throw await errorOf(problems, errorFor);
  return { ...collected, errorFor };
}

/** One error for the first mistakes. There is at least one. */
async function errorOf(problems: readonly ConfigProblem[], errorFor: ParsedConfig["errorFor"]): Promise<RaError> {
  const errors: RaError[] = [];
  for (const problem of problems.slice(1, MAX_REPORTED + 1)) errors.push(await errorFor(problem));
  return firstOf([await errorFor(problems[0]!), ...errors]);
}

/** Tables in a configuration are never deeper than this. Data may contain itself. */
const MAX_DATA_DEPTH = 8;

/** Turns data into what the TOML parser would give: integers as bigint, and nothing undefined. */
function asToml(value: unknown, depth = 0): unknown {
  if (depth > MAX_DATA_DEPTH) return undefined;
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  if (Array.isArray(value)) return value.map((element) => asToml(element, depth + 1));
  if (!isTable(value)) return value;
  const entries = Object.entries(value).map(([key, found]) => [key, asToml(found, depth + 1)] as const);
  return Object.fromEntries(entries.filter(([, found]) => found !== undefined));
}

interface CollectedKeys {
  readonly values: Map<string, KeyValue>;
  readonly trees: Map<string, Map<string, KeyValue>>;
  readonly named: Map<string, Map<string, readonly string[]>>;
  readonly weights: Map<string, number>;
  readonly rows: Map<string, Map<string, KeyValue>[]>;
}

/** `pattern` is `at` with `*` in place of chosen names and list positions. */
function* readTable(
  table: Readonly<Record<string, unknown>>,
  at: KeyPath,
  pattern: string,
  into: CollectedKeys,
): Generator<ConfigProblem> {
  const excess = pattern === "tree" || NAMED_KEYS.has(pattern)
    ? tooMany(at, Object.keys(table).length, pattern === "tree" ? MAX_TREES : MAX_ITEMS)
    : undefined;
  if (excess !== undefined) {
    yield excess;
    return;
  }
  if (pattern === "tree.*") into.trees.set(String(at[1]), new Map());
  for (const [name, found] of Object.entries(table)) {
    const here = [...at, name];
    const named = pattern === "tree" || NAMED_KEYS.has(pattern);
    const unfit = pattern === "tree" && !TREE_NAME.test(name)
      ? badName(here)
      : pattern === "search.synonyms" && !/^\S+$/.test(name)
      ? badWord(here)
      : pattern === "tree.*.locales" && !isLanguageCode(name)
      ? badCode(here)
      : pattern === "context.patterns" || pattern === "search.weight" || pattern === "tree.*.format"
      ? badGlob(here, name, "key")
      : undefined;
    if (unfit !== undefined) {
      yield unfit;
      continue;
    }
    yield* readEntry(found, here, (pattern === "" ? "" : `${pattern}.`) + (named ? "*" : name), into);
  }
}

function* readEntry(found: unknown, at: KeyPath, path: string, into: CollectedKeys): Generator<ConfigProblem> {
  const key = keyAt(path);
  if (key !== undefined) {
    const checked = checkValue(key, at, found);
    if ("problem" in checked) {
      yield checked.problem;
      return;
    }
    const last = String(at.at(-1));
    if (at[0] === "tree") into.trees.get(String(at[1]))?.set(at.slice(2).join("."), checked.value);
    else if (isRow(parentOf(path))) into.rows.get(parentOf(path))?.at(-1)?.set(last, checked.value);
    else if (path === "search.weight.*") into.weights.set(last, Number(checked.value));
    else if (path.endsWith(".*")) {
      into.named.set(parentOf(path), (into.named.get(parentOf(path)) ?? new Map()).set(last, checked.value));
    } else into.values.set(path, checked.value);
    return;
  }
  if (!KEYS.some((known) => known.path.startsWith(`${path}.`))) yield unknownKey(at, found);
  else if (isRow(`${path}.*`)) yield* readRows(found, at, path, into);
  else if (isTable(found)) yield* readTable(found, at, path, into);
  else {
    yield {
      code: "config-value",
      message: `\`${tomlPath(at)}\` must be a table, found ${describe(found)}`,
      hint: `write \`[${tomlPath(at)}${path === "tree" ? ".NAME" : ""}]\``,
      at,
      what: "value",
    };
  }
}

function* readRows(found: unknown, at: KeyPath, path: string, into: CollectedKeys): Generator<ConfigProblem> {
  if (!Array.isArray(found) || !found.every(isTable)) {
    const message = `\`${tomlPath(at)}\` must be a list of tables, found ${describe(found)}`;
    yield { code: "config-value", message, hint: `write \`[[${path}]]\``, at, what: "value" };
    return;
  }
  const excess = tooMany(at, found.length, MAX_ITEMS);
  if (excess !== undefined) {
    yield excess;
    return;
  }
  const rows = into.rows.get(`${path}.*`) ?? [];
  into.rows.set(`${path}.*`, rows);
  for (const [index, table] of found.entries()) {
    rows.push(new Map());
    yield* readTable(table, [...at, index], `${path}.*`, into);
  }
}

function badName(at: KeyPath): ConfigProblem {
  return {
    code: "config-value",
    message: `${describe(at[1])} is not a valid name for a tree`,
    hint: "use letters, digits, `_`, `-` and `.`",
    at,
    what: "key",
  };
}

function badWord(at: KeyPath): ConfigProblem {
  return {
    code: "config-value",
    message: `${describe(at.at(-1))} is not a single word`,
    hint: "only a word by itself is looked up; its synonyms may be several words",
    at,
    what: "key",
  };
}

function badCode(at: KeyPath): ConfigProblem {
  return {
    code: "config-value",
    message: `${describe(at.at(-1))} is not the code of a language`,
    hint: "write it as BCP 47 does, such as `de`, `pt-BR` or `zh-Hans`",
    at,
    what: "key",
  };
}

function* incompleteRows(rows: CollectedKeys["rows"]): Generator<ConfigProblem> {
  for (const [section, tables] of rows) {
    for (const [index, values] of tables.entries()) {
      const missing = keysOf(section).find((key) => key.required && !values.has(lastPart(key.path)));
      if (missing === undefined) continue;
      const at = [...section.split(".").slice(0, -1), index];
      yield {
        code: "config-value",
        message: `\`${tomlPath(at)}\` has no \`${lastPart(missing.path)}\``,
        hint: missing.meaning,
        at,
        what: "key",
      };
    }
  }
}

/** Tells whether a section is a list of tables. */
function isRow(section: string): boolean {
  return SECTIONS.some(({ path, list }) => list && path === section);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

function* incompleteTrees(trees: CollectedKeys["trees"]): Generator<ConfigProblem> {
  for (const [name, values] of trees) {
    if (values.has("path")) continue;
    const at = ["tree", name];
    yield {
      code: "config-value",
      message: `\`${tomlPath(at)}\` has no \`path\``,
      hint: 'add the directory, e.g. `path = "docs"`',
      at,
      what: "key",
    };
  }
}
