/** Makes the error for an unknown key, and suggests the key that was probably meant. */
import { nearest } from "../text/nearest.ts";
import { KEYS, keysOf, lastPart, SECTIONS } from "./keys.ts";
import type { KeyPath } from "./locate.ts";
import type { ConfigProblem } from "./problem.ts";
import { tomlKey, tomlPath } from "./toml_text.ts";

/**
 * `at` ends with the first unknown part, and `value` is its value. For an unknown table, the error names the table's
 * first key.
 */
export function unknownKey(at: KeyPath, value: unknown): ConfigProblem {
  const full = [...at];
  let inside = value;
  while (isTable(inside)) {
    const first = Object.entries(inside)[0];
    if (first === undefined) break;
    full.push(first[0]);
    inside = first[1];
  }
  return {
    code: "config-key",
    message: `unknown key \`${tomlPath(full)}\``,
    hint: hint(at, full, value),
    at,
    what: "key",
  };
}

function hint(at: KeyPath, full: KeyPath, value: unknown): string {
  if (at.length === 3 && at[0] === "tree" && isTable(value)) {
    return `a tree name with a dot is written in quotes: \`[tree."${at[1]}.${at[2]}"]\``;
  }
  const meant = meantKey(full, isTable(value) || (Array.isArray(value) && value.some(isTable)));
  if (meant !== undefined) return `did you mean \`${meant}\`?`;
  const section = at.length > 1 && at[0] === "tree"
    ? "tree.*"
    : at.slice(0, -1).map((part) => (typeof part === "number" ? "*" : tomlPath([part]))).join(".");
  const known = section === "" ? topLevel() : keysOf(section).map((key) => lastPart(key.path));
  return `known here: ${known.join(", ")}`;
}

/** Prefers a key of another table with the same last part, then the nearest whole path, then the nearest last part. */
function meantKey(full: KeyPath, isSection: boolean): string | undefined {
  const last = String(full.at(-1));
  // A table that is still a table at its end is empty, so only another table can have been meant.
  const patterns = isSection && full.length === 1
    ? SECTIONS.map((section) => section.path).filter((path) => path !== "")
    : KEYS.map((key) => key.path).filter((path) => !path.endsWith(".*"));
  const known = patterns.map((pattern) => filled(pattern, full));
  const sameLast = known.filter((path) => lastPart(path) === last);
  const [whole] = nearest(tomlPath(full), sameLast.length > 0 ? sameLast : known, 1);
  if (whole !== undefined) return whole;
  if (sameLast.length > 0) return sameLast[0];
  const [lastMeant] = nearest(last, known.map(lastPart), 1);
  return known.find((path) => lastPart(path) === lastMeant);
}

/** Replaces each `*` of a pattern by the name that `full` has there. */
function filled(pattern: string, full: KeyPath): string {
  const parts = pattern.split(".");
  const given = full.length === parts.length ? full[parts.indexOf("*")] : undefined;
  if (SECTIONS.some(({ path, list }) => list && (path === pattern || pattern.startsWith(`${path}.`)))) {
    return pattern.replace(/\.\*$/, "").replace(".*", `[${typeof given === "number" ? given : 0}]`);
  }
  return pattern.replace("*", () => given === undefined ? "NAME" : tomlKey(String(given)));
}

function topLevel(): string[] {
  const names = [...KEYS, ...SECTIONS].map((entry) => entry.path.split(".")[0] ?? "");
  return [...new Set(names)].filter((name) => name !== "");
}

/** Tells whether a value is a TOML table, as the parser gives it. */
export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
