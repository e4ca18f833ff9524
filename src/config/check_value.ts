/** Checks whether a value of a configuration file is valid for its key. */
import { compileGlob } from "../text/globs.ts";
import { serviceUrl } from "../text/loopback.ts";
import { nearest } from "../text/nearest.ts";
import { type Key, type KeyValue, MAX_GLOBS, MAX_ITEMS, requirement } from "./keys/key.ts";
import { treeFolder } from "./keys/tree_parts.ts";
import type { KeyPath } from "./locate.ts";
import type { ConfigProblem } from "./problem.ts";
import { describe, tomlPath } from "./toml_text.ts";

export type Checked = { readonly value: KeyValue } | { readonly problem: ConfigProblem };

/** Checks a value as the TOML parser gives it (integers as bigint), and turns it into plain data. */
export function checkValue(key: Key, at: KeyPath, found: unknown): Checked {
  switch (key.type) {
    case "boolean":
      return typeof found === "boolean" ? { value: found } : wrong(key, at, found);
    case "integer":
      return typeof found === "bigint" && inRange(key, Number(found))
        ? { value: Number(found) }
        : wrong(key, at, found);
    case "number":
      // `+ 0` turns -0 into 0.
      return (typeof found === "bigint" || typeof found === "number") && inRange(key, Number(found))
        ? { value: Number(found) + 0 }
        : wrong(key, at, found);
    case "string":
      if (key.folder === true) return checkFolder(key, at, found);
      return isText(found) && (key.oneOf?.includes(found) ?? true) && !isBadAddress(key, found)
        ? { value: found }
        : wrong(key, at, found);
    case "one or more":
      if (isText(found)) return checkOne(key, at, found);
      return Array.isArray(found) && found.length > 0 ? checkList(key, at, found) : wrong(key, at, found);
    case "strings":
      return Array.isArray(found) ? checkList(key, at, found) : wrong(key, at, found);
  }
}

function checkList(key: Key, at: KeyPath, found: readonly unknown[]): Checked {
  const excess = tooMany(at, found.length, key.globs === true ? MAX_GLOBS : MAX_ITEMS);
  if (excess !== undefined) return { problem: excess };
  if (key.folder === true) return checkFolders(key, at, found);
  const bad = found.findIndex((element) => !isText(element));
  if (bad >= 0) return wrong(key, [...at, bad], found[bad], "a non-empty string");
  const value = found as string[];
  const problem = key.globs === true ? badGlobs(at, value) : undefined;
  return problem === undefined ? { value } : { problem };
}

function checkFolders(key: Key, at: KeyPath, found: readonly unknown[]): Checked {
  const folders: string[] = [];
  for (const [index, element] of found.entries()) {
    const checked = checkFolder({ ...key, type: "string" }, [...at, index], element);
    if ("problem" in checked) return checked;
    folders.push(String(checked.value));
  }
  return { value: folders };
}

function checkFolder(key: Key, at: KeyPath, found: unknown): Checked {
  const folder = isText(found) || found === "" ? treeFolder(found) : undefined;
  return folder === undefined ? wrong(key, at, found) : { value: folder };
}

/** The problem of a list or table with more than `most` entries. */
export function tooMany(at: KeyPath, count: number, most: number): ConfigProblem | undefined {
  if (count <= most) return undefined;
  return {
    code: "config-value",
    message: `\`${tomlPath(at)}\` has ${count} entries; ra takes at most ${most}`,
    hint: "remove some of them",
    at,
    what: "key",
  };
}

function checkOne(key: Key, at: KeyPath, found: string): Checked {
  const problem = key.globs === true ? badGlob(at, found, "value") : undefined;
  return problem === undefined ? { value: [found] } : { problem };
}

function badGlobs(at: KeyPath, globs: readonly string[]): ConfigProblem | undefined {
  for (const [index, glob] of globs.entries()) {
    const problem = badGlob([...at, index], glob, "value");
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Says what is wrong with a glob at the path `at`, which may be a value or the key itself. Returns undefined for a
 * valid glob.
 */
export function badGlob(at: KeyPath, glob: string, what: ConfigProblem["what"]): ConfigProblem | undefined {
  try {
    compileGlob(glob);
    return undefined;
  } catch (error) {
    return { code: "config-value", message: `\`${tomlPath(at)}\` is an ${(error as Error).message}`, at, what };
  }
}

/** No path that a disk takes is longer, and no glob and no word that ra takes. */
const MAX_TEXT = 4096;

/** No path and no glob can hold a NUL. */
function isText(found: unknown): found is string {
  return typeof found === "string" && found !== "" && found.length <= MAX_TEXT && !found.includes("\0");
}

function isBadAddress({ address }: Key, found: string): boolean {
  return address === true && serviceUrl(found) === undefined;
}

function inRange(key: Key, value: number): boolean {
  return Number.isFinite(value) && value >= (key.min ?? -Infinity) && value <= (key.max ?? Infinity) &&
    value > (key.above ?? -Infinity);
}

function wrong(key: Key, at: KeyPath, found: unknown, required = requirement(key)): Checked {
  const isLong = typeof found === "string" && found.length > MAX_TEXT;
  const expected = isLong ? `a string of at most ${MAX_TEXT} characters` : required;
  const meant = typeof found === "string" ? nearest(found, key.oneOf ?? [], 1)[0] : undefined;
  return {
    problem: {
      code: "config-value",
      message: `\`${tomlPath(at)}\` must be ${expected}, found ${describe(found)}`,
      hint: meant === undefined ? undefined : `did you mean \`${meant}\`?`,
      at,
      what: "value",
    },
  };
}
