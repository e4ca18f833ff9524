/** Reads YAML mappings, and keeps every scalar as it was written. */
import {
  defineMappingTag,
  defineScalarTag,
  defineSequenceTag,
  FAILSAFE_SCHEMA,
  loadAll,
  mapTag,
  seqTag,
  strTag,
  YAMLException,
} from "js-yaml";
import type { MappingAnswer } from "./plain_frontmatter.ts";

/** The most characters after aliases are expanded. The frontmatter itself may have 1 MiB. */
const MAX_CHARACTERS = 1 << 20;
/** The most nodes after aliases are expanded. Real frontmatter never has more; an attack does. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 100;

// The failsafe schema keeps `1.10`, `yes` and dates as strings. Tags such as `!!int` and `!ref` are accepted and
// ignored.
const SCHEMA = FAILSAFE_SCHEMA.withTags(
  defineScalarTag("", { ...strTag, matchByTagPrefix: true, resolve: (source) => source, identify: () => false }),
  defineSequenceTag("", { ...seqTag, matchByTagPrefix: true, identify: () => false }),
  defineMappingTag("", { ...mapTag, matchByTagPrefix: true, identify: () => false }),
);

/**
 * Reads one YAML mapping into plain records, lists and strings. The last of several duplicate keys wins. Never throws.
 */
export function parseMapping(yaml: string): MappingAnswer {
  try {
    const documents = loadAll(quoteHashTags(yaml), { schema: SCHEMA, json: true, maxDepth: MAX_DEPTH });
    if (documents.length === 0) return { mapping: {} };
    if (documents.length > 1) return { error: "more than one YAML document", line: 0 };
    const [value] = documents;
    if (!isRecord(value)) return { mapping: null };
    return { mapping: copy(value, { left: MAX_NODES, characters: MAX_CHARACTERS }, 0) as Record<string, unknown> };
  } catch (error) {
    if (error instanceof YAMLException) return { error: error.reason, line: error.mark?.line ?? 0 };
    return { error: error instanceof Error ? error.message : String(error), line: 0 };
  }
}

/** Copies the value and expands aliases. The budget keeps a few bytes from expanding to gigabytes. */
function copy(value: unknown, budget: { left: number; characters: number }, depth: number): unknown {
  if (typeof value === "string") budget.characters -= value.length;
  if (--budget.left < 0 || budget.characters < 0 || depth > MAX_DEPTH) throw new Error("too many values, or too deep");
  if (Array.isArray(value)) return value.map((item) => copy(item, budget, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, budget, depth + 1)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Puts quotes around tags written as `#tag`. Obsidian users write them so, but YAML reads them as comments. */
function quoteHashTags(yaml: string): string {
  if (!yaml.includes("#")) return yaml;
  return yaml.replace(/^(tags[ \t]*:)((?:.*)(?:\r?\n[ \t]*-.*)*)/m, (_, key: string, value: string) => {
    if (/^[ \t]*#[^\s#]/.test(value)) return key + value.replace(/#[^\r\n]*/, (tags) => JSON.stringify(tags.trimEnd()));
    return key + value.replace(/([[,-][ \t]*)(#[^\s,#\]"']+)(?=[ \t]*(?:[,\]\r\n]|$))/g, '$1"$2"');
  });
}
