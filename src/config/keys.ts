/**
 * The keys of `.ra.toml`, one file for each table in `keys/`. The parser, `ra init`, `ra config` and
 * `docs/configuration.md` all use them. Any other key is an error.
 */
import { CHUNKING, TREE_SIZES } from "./keys/chunking.ts";
import { CONTEXT } from "./keys/context.ts";
import { GENERATION } from "./keys/generation.ts";
import { SEARCH } from "./keys/search.ts";
import { SEMANTIC } from "./keys/semantic.ts";
import { SETTINGS } from "./keys/settings.ts";
import { TEST } from "./keys/test.ts";
import { TREE, TREE_METADATA } from "./keys/tree.ts";
import { TREE_FORMAT, TREE_LOCALES } from "./keys/tree_parts.ts";
import type { ConfigSection, Key } from "./keys/key.ts";

const GROUPS = [
  TREE,
  TREE_SIZES,
  TREE_METADATA,
  TREE_LOCALES,
  TREE_FORMAT,
  SETTINGS,
  SEARCH,
  SEMANTIC,
  GENERATION,
  CHUNKING,
  CONTEXT,
  TEST,
];

/** In the order in which the template and the page list them. */
export const SECTIONS: readonly ConfigSection[] = GROUPS.flatMap(({ sections }) => sections);
export const KEYS: readonly Key[] = GROUPS.flatMap(({ keys }) => keys);

const byPath: ReadonlyMap<string, Key> = new Map(KEYS.map((key) => [key.path, key]));

/** Tables whose keys users choose. */
export const NAMED_KEYS: ReadonlySet<string> = new Set([
  "tree.*.metadata",
  "tree.*.locales",
  "tree.*.format",
  "search.weight",
  "search.synonyms",
  "context.patterns",
]);

/** Finds the key for a path that has `*` for names. Returns undefined if there is none. */
export function keyAt(pattern: string): Key | undefined {
  return byPath.get(pattern);
}

/** The keys directly in a section. */
export function keysOf(section: string): Key[] {
  return KEYS.filter((key) => parentPath(key.path) === section);
}

/** The last part of a dotted key path. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}
