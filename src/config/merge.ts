/** Merges several configuration files, nearest first. */
import { joinPath } from "../text/paths.ts";
import type { Config, ContextPattern, TestConfig, TreeConfig, UntrustedTree } from "./config.ts";
import { BUILT_IN_PATTERNS } from "./patterns.ts";
import { BUILT_IN_WEIGHTS } from "./weights.ts";
import { keyAt, KEYS, keysOf, lastPart } from "./keys.ts";
import type { Key, KeyValue } from "./keys/key.ts";
import type { ParsedConfig } from "./parse.ts";
import type { ConfigProblem } from "./problem.ts";
import { SERVICES } from "./services.ts";
import { tomlKey, tomlPath } from "./toml_text.ts";

export interface FoundConfig {
  /** The absolute path of the file, or the name that stands in for it. */
  readonly path: string;
  /** Relative paths in the file start at this directory. */
  readonly directory: string;
  /** Whether it is the home file. */
  readonly global: boolean;
  readonly parsed: ParsedConfig;
  /** What it was parsed from. Absent where a program gave it. */
  readonly bytes?: () => Uint8Array;
  /** For each tree, the real folder that its root must not leave. Without an entry it may lie anywhere. */
  readonly boundaries?: ReadonlyMap<string, string>;
  /** Names of the trees of the file that are left out for want of trust. */
  readonly untrusted?: ReadonlySet<string>;
}

type MergedValues = ReadonlyMap<string, KeyValue>;

/**
 * Merges files that are sorted nearest first. The nearest value of each key counts. The nearest definition of a tree
 * replaces all others. `root` is where the index lives, and `~` stands for `home`. @throws RaError `config-value` for
 * sizes that contradict each other, and for `~` without a home directory
 */
export async function mergeConfigs(files: readonly FoundConfig[], root: string, home: string | null): Promise<Config> {
  const values = new Map<string, KeyValue>();
  for (const key of KEYS) {
    const stated = files.find((file) => file.parsed.values.has(key.path))?.parsed.values.get(key.path) ?? key.default;
    if (stated !== undefined && key.path.includes(".") && !key.path.includes("*")) values.set(key.path, stated);
  }
  await checkPairs(values, files);
  for (const { address, key } of SERVICES) {
    const name = await apiKeyName(files, address, key);
    if (name === undefined) values.delete(key);
    else values.set(key, name);
  }

  const trees: TreeConfig[] = [];
  const untrusted: UntrustedTree[] = [];
  for (const [name, file] of nearestDefinitions(files)) {
    if (file.parsed.trees.has(name)) trees.push(await tree(name, file, values, home));
    else untrusted.push({ name, definedIn: file.path });
  }

  const { search, context, ...tables } = nest(values);
  return {
    files: files.map(({ path, global }) => ({ path, global })),
    root,
    warnings: [],
    trees,
    untrusted,
    ...tables,
    search: { ...search, weight: weights(files), synonyms: synonyms(files) },
    context: { ...context, rules: files.flatMap((file) => rows(file, "context.rules.*")), patterns: patterns(files) },
    tests: files.flatMap((file): readonly TestConfig[] => rows(file, "test.*")),
  };
}

/**
 * The nearest file that names each tree, by name. A tree that is left out for want of trust replaces those of its name
 * in farther files too. So trust never makes one tree of another, whose documents the index would have to exchange.
 */
function nearestDefinitions(files: readonly FoundConfig[]): readonly (readonly [string, FoundConfig])[] {
  const nearest = new Map<string, FoundConfig>();
  for (const file of files) {
    const names = [...file.parsed.trees.keys(), ...file.untrusted ?? []];
    for (const name of names) if (!nearest.has(name)) nearest.set(name, file);
  }
  return [...nearest].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A key goes only to the address that stands beside it, so that no file sends the key of another one elsewhere. */
async function apiKeyName(
  files: readonly FoundConfig[],
  address: string,
  key: string,
): Promise<KeyValue | undefined> {
  for (const { parsed } of files) {
    if (!parsed.values.has(key) || parsed.values.has(address)) continue;
    throw await parsed.errorFor({
      code: "config-value",
      message: `\`${key}\` counts only beside \`${address}\` in the same file`,
      hint: `set \`${address}\` here too`,
      at: key.split("."),
      what: "key",
    });
  }
  return files.find(({ parsed }) => parsed.values.has(address))?.parsed.values.get(key);
}

async function tree(name: string, file: FoundConfig, settings: MergedValues, home: string | null): Promise<TreeConfig> {
  const stated = file.parsed.trees.get(name);
  const values: Record<string, KeyValue> = {};
  for (const key of keysOf("tree.*")) {
    const fallback = key.inherits === undefined ? key.default : settings.get(key.inherits);
    const value = stated?.get(lastPart(key.path)) ?? fallback;
    if (value !== undefined) values[lastPart(key.path)] = value;
  }
  const writtenPath = String(values["path"]);
  const path = treePath(writtenPath, file.directory, home);
  if (path === undefined) throw await file.parsed.errorFor(homeless(name, writtenPath));
  // The table of keys has exactly the keys of TreeConfig, and parsing checked their types.
  const checked = values as unknown as Pick<
    TreeConfig,
    | "include"
    | "exclude"
    | "versions"
    | "base_url"
    | "gitignore"
    | "chunking"
    | "stemmer"
    | "ocr"
    | "languages"
    | "notebook_outputs"
    | "source_records"
  >;
  const boundary = file.boundaries?.get(name) ?? null;
  const sizes = await treeSizes(name, file, settings);
  const metadata = treeTable(stated ?? new Map(), "metadata.");
  const locales = treeTable(stated ?? new Map(), "locales.");
  const format = treeTable(stated ?? new Map(), "format.");
  const places = { path, writtenPath, boundary, global: file.global, definedIn: file.path };
  return { ...checked, sizes, metadata, locales, format, name, ...places };
}

/** A table of strings in that of the tree. Names are those of the user, such as `__proto__`. */
function treeTable(stated: ReadonlyMap<string, KeyValue>, prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...stated].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [
      key.slice(prefix.length),
      String(value),
    ]),
  );
}

/** The sizes that the tree states. Together with those of `[chunking]`, they must fit each other. */
async function treeSizes(name: string, { parsed }: FoundConfig, settings: MergedValues): Promise<TreeConfig["sizes"]> {
  const stated = parsed.trees.get(name);
  const sizeOf = (path: string): KeyValue | undefined =>
    stated?.get(`sizes.${lastPart(path)}`) ?? settings.get(`chunking.${lastPart(path)}`);
  for (const key of keysOf("tree.*.sizes")) {
    const other = keyAt(key.below ?? key.notAbove ?? "");
    const stating = other === undefined
      ? undefined
      : [key, other].find(({ path }) => stated?.has(`sizes.${lastPart(path)}`));
    if (other === undefined || stating === undefined) continue;
    const [value, bound] = [Number(sizeOf(key.path)), Number(sizeOf(other.path))];
    if (key.below === undefined ? value <= bound : value < bound) continue;
    const problem = contradiction(key, value, other, bound, stating);
    const message = problem.message.replaceAll("*", tomlKey(name));
    const hint = problem.hint?.replace("*", tomlKey(name));
    throw await parsed.errorFor({ ...problem, message, hint, at: ["tree", name, "sizes", lastPart(stating.path)] });
  }
  const sizes = keysOf("tree.*.sizes").flatMap(({ path }) => {
    const value = stated?.get(`sizes.${lastPart(path)}`);
    return value === undefined ? [] : [[lastPart(path), Number(value)] as const];
  });
  return Object.fromEntries(sizes);
}

/** If several files have the same word, the list of the nearest file counts. */
function synonyms(files: readonly FoundConfig[]): Config["search"]["synonyms"] {
  return Object.fromEntries(
    files.toReversed().flatMap((file) => [...(file.parsed.named.get("search.synonyms") ?? [])]),
  );
}

/** The globs of the nearest file first, and those of the built-in table last. */
function weights(files: readonly FoundConfig[]): Config["search"]["weight"] {
  const byGlob = new Map<string, number>();
  for (const table of [...files.map(({ parsed }) => parsed.weights), BUILT_IN_WEIGHTS]) {
    for (const [glob, weight] of table) if (!byGlob.has(glob)) byGlob.set(glob, weight);
  }
  return Object.fromEntries(byGlob);
}

/** A glob replaces the same glob of a file farther up or of the built-in table. */
function patterns(files: readonly FoundConfig[]): readonly ContextPattern[] {
  const byGlob = new Map<string, ContextPattern>();
  const state = (glob: string, terms: readonly string[], definedIn: string | null): void => {
    if (!byGlob.has(glob)) byGlob.set(glob, { glob, terms, definedIn });
  };
  for (const { path, parsed } of files) {
    for (const [glob, terms] of parsed.named.get("context.patterns") ?? []) state(glob, terms, path);
  }
  for (const [glob, terms] of BUILT_IN_PATTERNS) state(glob, terms, null);
  return [...byGlob.values()];
}

/** Reads the tables of a list in one file and fills in defaults. */
function rows<T>({ path, parsed }: FoundConfig, section: string): readonly T[] {
  return (parsed.rows.get(section) ?? []).map((stated) => {
    const values = keysOf(section).map((key) =>
      [lastPart(key.path), stated.get(lastPart(key.path)) ?? key.default] as const
    );
    // The table of keys has exactly the keys of these types, and parsing checked the values.
    return {
      ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
      definedIn: path,
    } as unknown as T;
  });
}

/** Where a tree lies. Undefined for a path in the home directory if there is none. */
export function treePath(written: string, directory: string, home: string | null): string | undefined {
  if (written !== "~" && !written.startsWith("~/")) return joinPath(directory, written);
  return home === null ? undefined : joinPath(home, `.${written.slice(1)}`);
}

function homeless(name: string, written: string): ConfigProblem {
  const at = ["tree", name, "path"];
  const message = `\`${tomlPath(at)}\` is ${written}, but the home directory is not known`;
  return {
    code: "config-value",
    message,
    hint: "write an absolute path, or let ra read the variable HOME",
    at,
    what: "value",
  };
}

/** Compares sizes that depend on each other. They may come from different files, so this runs after the merge. */
async function checkPairs(values: MergedValues, files: readonly FoundConfig[]): Promise<void> {
  for (const key of KEYS) {
    const other = keyAt(key.below ?? key.notAbove ?? "");
    // The sizes of a tree are checked with the tree.
    if (other === undefined || !values.has(key.path)) continue;
    const value = Number(values.get(key.path));
    const bound = Number(values.get(other.path));
    if (key.below !== undefined ? value < bound : value <= bound) continue;
    const stating = [key, other].find((candidate) => files.some((file) => file.parsed.values.has(candidate.path))) ??
      key;
    const file = files.find((candidate) => candidate.parsed.values.has(stating.path));
    if (file !== undefined) throw await file.parsed.errorFor(contradiction(key, value, other, bound, stating));
  }
}

function contradiction(key: Key, value: number, other: Key, bound: number, stating: Key): ConfigProblem {
  const relation = key.below === undefined ? "must not be above" : "must be below";
  return {
    code: "config-value",
    message: `\`${key.path}\` (${value}) ${relation} \`${other.path}\` (${bound})`,
    hint: `set \`${(stating === key ? other : key).path}\` too`,
    at: stating.path.split("."),
    what: "value",
  };
}

type NestedTables = Pick<Config, "settings" | "chunking" | "semantic" | "generation"> & {
  readonly search: Omit<Config["search"], "weight" | "synonyms">;
  readonly context: Omit<Config["context"], "rules" | "patterns">;
};

/** Turns `{"a.b": 1}` into `{a: {b: 1}}`. */
function nest(values: MergedValues): NestedTables {
  const result: Record<string, unknown> = {};
  for (const [path, value] of values) {
    let table = result;
    for (const part of path.split(".").slice(0, -1)) table = (table[part] ??= {}) as Record<string, unknown>;
    table[lastPart(path)] = value;
  }
  // The table of keys has exactly the keys of these tables, and parsing checked their types. A test compares them.
  return result as unknown as NestedTables;
}
