/** Writes TOML keys and values, and names values in messages. */
import { stringify } from "smol-toml";
import type { KeyType, KeyValue } from "./keys/key.ts";

/** Writes a dotted key, and quotes its parts where needed. Shows list positions as `[n]`. */
export function tomlPath(parts: readonly (string | number)[]): string {
  return parts.map((part, at) => (typeof part === "number" ? `[${part}]` : (at > 0 ? "." : "") + tomlKey(part))).join(
    "",
  );
}

/** Writes one part of a key, quoted if needed. */
export function tomlKey(part: string): string {
  return /^[A-Za-z0-9_-]+$/.test(part) ? part : tomlValue(part, "string");
}

/** Writes a value as TOML on one line. A `number` always has a decimal point. */
export function tomlValue(value: KeyValue, type: KeyType): string {
  if (typeof value === "object") return `[${value.map((element) => tomlValue(element, "string")).join(", ")}]`;
  return stringify({ v: value }, { numbersAsFloat: type === "number" }).trim().slice("v = ".length);
}

/** Names a value in words that follow "found": `the string "five"`, `a list`, `-3.5`. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case "bigint":
      return `the integer ${value}`;
    case "number":
      return Number.isFinite(value) ? `the float ${tomlValue(value, "number")}` : tomlValue(value, "number");
    case "boolean":
      return String(value);
    case "string":
      return value === "" ? "an empty string" : `the string ${tomlValue(clip(value), "string")}`;
    default:
      if (typeof value !== "object" || value === null) return value === null ? "null" : `a ${typeof value}`;
      return Array.isArray(value) ? "a list" : value instanceof Date ? "a date" : "a table";
  }
}

function clip(value: string): string {
  const characters = [...value];
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : value;
}

/** An inline table of strings. */
export function tomlStrings(values: Readonly<Record<string, string>>): string {
  return `{ ${
    Object.entries(values).map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value, "string")}`).join(", ")
  } }`;
}
