/** Writes `docs/rag-yaml.md` from the schema of `rag.yaml`: `npm run build:pages`. */
import { writeFileSync } from "node:fs";
import { ragSchema } from "../src/sources/config/schema.ts";

export const PAGE = "docs/rag-yaml.md";

/** The part of JSON Schema that {@link ragSchema} uses. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | false;
}

const INTRODUCTION = `# All keys of rag.yaml

[Many sources from one file](rag.md) shows what the file is for. \`version\`, \`paths\`, \`indexing\`, \`embedding\`, \`retrieval\` and one source
must be there. Any other key is an error.

Paths begin at the folder of the file. \`~\` is your home directory, in every path. Anchors, aliases and the merge key \`<<\` work as in YAML 1.1.

A message about a mistake says the line and the column, what was found and what is allowed. It repeats numbers, and words where only few are allowed.
It repeats no other text, because a key may have landed there.

\`ra rag schema\` prints the same as JSON Schema, for editors. The schema refuses what ra refuses, but for what JSON Schema cannot compare: \`final_k\`
beyond \`initial_k\`, an id that two sources have, sizes that do not go together, a broken glob, and an address that only looks like one.
`;

const MEANINGS: Readonly<Record<string, string>> = {
  "": "The top level of the file.",
  paths: "Where ra writes. The folders must exist, but for that of the cache.",
  "sources[]": "A folder, globs, or a git repository: one of `path`, `globs` and `git`.",
  "convert_docs[]": "Documents that become text.",
  "crawl[]": "A web site.",
  indexing: "How documents are divided.",
  embedding: "The model that turns texts into vectors. Keys that `[semantic]` of `.ra.toml` has mean the same.",
  retrieval: "How rows are ranked.",
  prompt: "What the language model is told.",
  generation: "The language model. Its keys are those of `[generation]` of `.ra.toml`.",
  attachments: "Files that a question brings along.",
};

/** Makes the text of the page. */
export function ragYamlPage(): string {
  const tables = sectionsOf(ragSchema() as Schema, "");
  return [INTRODUCTION, ...tables].join("\n");
}

/** The table of a mapping, and those of the mappings in it. */
function sectionsOf(schema: Schema, path: string): readonly string[] {
  const entries = Object.entries(schema.properties ?? {});
  const rows = entries.filter(([, value]) => innerOf(value) === undefined).map(([key, value]) =>
    `| \`${key}\` | ${defaultOf(value, schema.required?.includes(key) === true)} | ${valuesOf(value)} | ${
      value.description ?? ""
    } |\n`
  );
  const title = path === "" ? "Top level" : `\`${path}\``;
  const meaning = MEANINGS[path] ?? schema.description ?? "";
  const table = `## ${title}\n\n${meaning}\n\n| Key | Default | Values | Meaning |\n|---|---|---|---|\n${
    rows.join("")
  }`;
  const inner = entries.flatMap(([key, value]) => {
    const of = innerOf(value);
    const name = `${path === "" ? "" : `${path}.`}${key}${value.items === undefined ? "" : "[]"}`;
    return of === undefined ? [] : sectionsOf(of, name);
  });
  return [...(rows.length === 0 ? [] : [table]), ...inner];
}

function innerOf({ properties, items, ...schema }: Schema): Schema | undefined {
  return properties !== undefined ? { ...schema, properties } : items?.properties === undefined ? undefined : items;
}

function defaultOf({ default: value }: Schema, isRequired: boolean): string {
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  return isRequired ? "required" : "optional";
}

function valuesOf(schema: Schema): string {
  const { type, enum: words, const: only, anyOf, items, additionalProperties } = schema;
  if (only !== undefined) return `\`${String(only)}\``;
  if (words !== undefined) return words.map((word) => `\`${String(word)}\``).join(", ");
  if (anyOf !== undefined) return anyOf.map(valuesOf).join(", or ");
  if (type === "array") return items?.type === "string" ? "a list of texts" : "a list";
  if (type === "object") return additionalProperties === undefined ? "a mapping" : "a mapping of names";
  if (type === "string") return "a text";
  if (type === "boolean") return "true or false";
  return `${type === "integer" ? "a whole number" : "a number"}${boundsOf(schema)}`;
}

function boundsOf({ minimum, maximum, exclusiveMinimum }: Schema): string {
  const bounds = [
    ...(minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [`at most ${maximum.toLocaleString("en")}`]),
  ];
  return bounds.length === 0 ? "" : `, ${bounds.join(" and ")}`;
}

if ((import.meta as { readonly main?: boolean }).main === true) {
  writeFileSync(PAGE, ragYamlPage());
  console.log(PAGE);
}
