/** Reads a YAML file into plain values. */
import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { RaError } from "../../errors.ts";
import { type PlaceOf, yamlPlaces } from "./yaml_places.ts";

export interface YamlValues {
  readonly value: unknown;
  readonly placeOf: PlaceOf;
}

const MAX_DEPTH = 50;
/** More values than this come from aliases of aliases, or from a stranger. */
const MAX_VALUES = 50_000;

/** Values that lie deeper than this lie in themselves. */
const MAX_ALIASED_DEPTH = 1000;
const ENDLESS = "an alias stands in its own anchor";

const LINE_END = /[\n\r\u2028\u2029]/;
const SCHEMA = CORE_SCHEMA.withTags(mergeTag);

/** Throws `config-syntax`. The error holds nothing of the file, which may hold a secret where it is broken. */
export function readYaml(text: string, path: string): YamlValues {
  // js-yaml refuses an empty file, which lacks everything but is not a mistake of YAML.
  if (text.split(LINE_END).every((line) => /^(?:#|$)/.test(line.trim()))) {
    return { value: {}, placeOf: () => ({ line: 1, column: 1 }) };
  }
  let value: unknown;
  try {
    value = load(text, { schema: SCHEMA, maxDepth: MAX_DEPTH });
    countValues(value, { left: MAX_VALUES });
  } catch (error) {
    if (!(error instanceof YAMLException) && !(error instanceof RangeError)) throw error;
    const mark = error instanceof YAMLException ? error.mark : undefined;
    throw new RaError("config-syntax", `this is not valid YAML: ${reasonOf(error)}`, {
      path,
      line: mark ? mark.line + 1 : undefined,
      column: mark ? mark.column + 1 : undefined,
      hint: "YAML indents with spaces, and a text with `: ` or ` #` needs quotes",
    });
  }
  let places: PlaceOf | undefined;
  return {
    value,
    placeOf: (at, what) => (places ??= yamlPlaces(text, MAX_DEPTH))(at, what),
  };
}

/** What js-yaml says about what it quotes, in words that quote nothing. */
const QUOTING: readonly (readonly [RegExp, string])[] = [
  [/^unidentified alias/, "an alias, which begins with `*`, names no anchor above it (a text like this needs quotes)"],
  [/^recursive alias/, ENDLESS],
  [/^there is a previously declared suffix/, "a %TAG directive is there twice"],
  [/\btag\b/, "ra knows no tag like this (a text that begins with `!` needs quotes)"],
  [/^object-based map does not support/, "a key must be a text"],
];

function reasonOf(error: Error): string {
  const reason = error instanceof YAMLException ? error.reason : error.message;
  const known = QUOTING.find(([pattern]) => pattern.test(reason))?.[1];
  return known ?? reason.replace(/["<].*$/s, "…");
}

/** Aliases share their values, so a small file can stand for a huge one. */
function countValues(value: unknown, budget: { left: number }, depth = 0): void {
  if (--budget.left < 0) throw new RangeError("it has too many values");
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_ALIASED_DEPTH) throw new RangeError(ENDLESS);
  for (const inner of Object.values(value)) countValues(inner, budget, depth + 1);
}
