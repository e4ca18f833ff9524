/** Reads the TOML of frontmatter into plain records, lists and strings, as `yaml_mapping.ts` reads YAML. */
import { parseToml } from "../config/toml_syntax.ts";
import { RaError } from "../errors.ts";
import type { Salvaged } from "./frontmatter_salvage.ts";

const KEY = /^[ \t]*(?:([\w-]+)|"([^"\\]*)"|'([^']*)')[ \t]*=[ \t]*(.*)$/;
const TABLE = /^[ \t]*\[.*\][ \t]*(?:#.*)?$/;
/** A number or a date. It stays as it is written. */
const NUMBER = /^([+-]?\d[\w.:+-]*)[ \t]*(?:#.*)?$/;

/**
 * Null where no line before the first table has a key. Where it is not valid as a whole, each key is read by itself.
 */
export function readTomlMapping(lines: readonly string[]): Salvaged | null {
  const table = lines.findIndex((line) => TABLE.test(line));
  const units = unitsOf(table < 0 ? lines : lines.slice(0, table));
  if (units.length === 0 && table < 0 && lines.some((line) => !/^[ \t]*(?:#.*)?$/.test(line))) return null;
  const whole = parse(lines.join("\n"));
  const values = new Map("values" in whole ? Object.entries(whole.values) : []);
  for (const { key, written, lines: own } of units) {
    const number = NUMBER.exec(written)?.[1];
    if ("values" in whole) {
      if (number !== undefined) values.set(key, number);
      continue;
    }
    const alone = parse(own.join("\n"));
    const value = "values" in alone ? alone.values[key] : written.replace(/^(["'])(.*?)\1?$/, "$2");
    values.set(key, number ?? value);
  }
  return { mapping: Object.fromEntries(values), problem: "values" in whole ? null : whole };
}

function unitsOf(lines: readonly string[]) {
  const units: { readonly key: string; readonly written: string; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const [, bare, double, single, written] = KEY.exec(line) ?? [];
    if (written === undefined) units.at(-1)?.lines.push(line);
    else units.push({ key: bare ?? double ?? single ?? "", written: written.trim(), lines: [line] });
  }
  return units;
}

function parse(toml: string): { readonly values: Record<string, unknown> } | { error: string; line: number } {
  try {
    return { values: asStrings(parseToml(toml, "")) as Record<string, unknown> };
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    return { error: error.message, line: (error.line ?? 1) - 1 };
  }
}

function asStrings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asStrings);
  // The parser's dates say themselves which of date and time they have.
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asStrings(inner)]));
}
