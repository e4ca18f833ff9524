/** Makes all files that come from the schemas in `src/shapes/schemas/`, by path. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { PRINTED_ANSWERS } from "../../src/shapes/schemas/commands.ts";
import * as answering from "../../src/shapes/schemas/answering.ts";
import * as evaluation from "../../src/shapes/schemas/evaluation.ts";
import * as configuration from "../../src/shapes/schemas/configuration.ts";
import * as explanation from "../../src/shapes/schemas/explanation.ts";
import * as inspection from "../../src/shapes/schemas/inspection.ts";
import * as links from "../../src/shapes/schemas/links.ts";
import * as literal from "../../src/shapes/schemas/literal.ts";
import * as listings from "../../src/shapes/schemas/listings.ts";
import * as models from "../../src/shapes/schemas/models.ts";
import * as passages from "../../src/shapes/schemas/passages.ts";
import * as rag from "../../src/shapes/schemas/rag.ts";
import * as reports from "../../src/shapes/schemas/reports.ts";
import * as search from "../../src/shapes/schemas/search.ts";
import * as tookPart from "../../src/shapes/schemas/took_part.ts";
import * as whyNot from "../../src/shapes/schemas/why_not.ts";
import { type Form, jsonSchemaOf, type Schema } from "../../src/shapes/schemas/json_schema.ts";
import { nameShapes } from "./named_shapes.ts";
import { type Places, tableOf } from "./tables.ts";
import { type NamedSchema, typesFile } from "./typescript_types.ts";

const FOLDER = "src/shapes";
const PAGE = "docs/json.md";

/** A shape's own name is looked for in this order. */
const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "search.ts": search,
  "explanation.ts": explanation,
  "rag.ts": rag,
  "passages.ts": passages,
  "answering.ts": answering,
  "evaluation.ts": evaluation,
  "links.ts": links,
  "literal.ts": literal,
  "took_part.ts": tookPart,
  "why_not.ts": whyNot,
  "listings.ts": listings,
  "reports.ts": reports,
  "models.ts": models,
  "inspection.ts": inspection,
  "configuration.ts": configuration,
};

/** Objects that are built from several others and printed in the order of their keys. */
const ORDERED = ["SearchResult", "QueryEntry"] as const;

/** Shapes that have a table of their own on the page. */
const PLACES: Places = {
  SearchResult: "[result](#results)",
  Explanation: "[explanation](#explanations)",
  ExplainedFile: "[file](#ra-context)",
};

/** Lists the shapes in the order of the source. */
function shapesOf(file: string): readonly (readonly [name: string, shape: z.ZodType])[] {
  const source = readFileSync(`${FOLDER}/schemas/${file}`, "utf8");
  return [...source.matchAll(/^export const (\w+)/gm)].map(({ 1: name = "" }) => {
    const shape = MODULES[file]?.[name];
    if (!(shape instanceof z.ZodType)) throw new Error(`${file}: ${name} is not a schema`);
    return [name, shape];
  });
}

const all = Object.keys(MODULES).map((file) => ({ file, shapes: shapesOf(file) }));
nameShapes(all.flatMap(({ shapes }) => shapes));
const byName = new Map(all.flatMap(({ shapes }) => shapes));
const nameOf = (shape: z.ZodType): string => z.globalRegistry.get(shape)?.id ?? "";

/** The object alone, without the definitions that it refers to. */
function definition(name: string, form: Form): Schema {
  const schema = jsonSchemaOf(byName.get(name)!, form);
  return { ...(schema.$defs?.[name] ?? schema), $defs: schema.$defs ?? {} };
}

/** The shape with the most keys that has only keys of this one, each with the same meaning. */
function baseOf(name: string): string | undefined {
  const shape = byName.get(name);
  if (!(shape instanceof z.ZodObject)) return undefined;
  const own: Readonly<Record<string, z.ZodType>> = shape.shape;
  return [...byName]
    .flatMap(([other, each]) => each instanceof z.ZodObject ? [{ other, parts: Object.entries(each.shape) }] : [])
    .filter(({ parts }) => parts.length < Object.keys(own).length && parts.every(([key, part]) => own[key] === part))
    .sort((a, b) => b.parts.length - a.parts.length)[0]?.other;
}

function named(name: string): NamedSchema {
  const own = nameOf(byName.get(name)!);
  const schema = definition(own, "library");
  if (own !== name) return { name, schema, alias: own };
  const base = baseOf(name);
  return base === undefined ? { name, schema } : { name, schema, base: named(base) };
}

/** Makes the texts of all files, by path from the root of the repository. */
export function shapeFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const homes = new Map(all.flatMap(({ file, shapes }) => shapes.map(([name]) => [name, file] as const)));
  for (const { file, shapes } of all) {
    files.set(
      `${FOLDER}/${file}`,
      typesFile(
        `Made from schemas/${file} by \`npm run build:shapes\`; never edited.`,
        shapes.map(([name]) => named(name)),
        homes,
      ),
    );
  }
  files.set(`${FOLDER}/key_order.ts`, keyOrder());
  files.set(`${FOLDER}/loss_phases.ts`, lossPhases());
  for (const [name, { title, shape }] of Object.entries(PRINTED_ANSWERS)) {
    const { $schema, ...schema } = jsonSchemaOf(shape, "json") as Schema & { readonly $schema: string };
    files.set(`docs/schemas/${name}.json`, `${JSON.stringify({ $schema, title, ...schema }, null, 2)}\n`);
  }
  files.set(PAGE, withTables(readFileSync(PAGE, "utf8")));
  return files;
}

function keyOrder(): string {
  const orders = ORDERED.map((name) => {
    const keys = Object.keys(definition(name, "library").properties ?? {});
    return `  ${name}: [\n${keys.map((key) => `    ${JSON.stringify(key)},\n`).join("")}  ],\n`;
  });
  return `/** Keys in their published order. Made from schemas/ by \`npm run build:shapes\`; never edited. */\n` +
    `import type { ${[...ORDERED].sort().join(", ")} } from "./search.ts";\n\n` +
    `interface KeyOrder {\n${
      ORDERED.map((name) => `  readonly ${name}: readonly (keyof ${name})[];\n`).join("")
    }}\n\n` +
    `export const KEY_ORDER: KeyOrder = {\n${orders.join("")}};\n`;
}

function lossPhases(): string {
  return `/** The phases that can lose a chunk, in their order. Made from schemas/ by \`npm run build:shapes\`; never edited. */\n` +
    `import type { LossPhase } from "./why_not.ts";\n\n` +
    `export const LOSS_PHASES: readonly LossPhase[] = [\n${
      whyNot.LossPhase.options.map((phase) => `  ${JSON.stringify(phase)},\n`).join("")
    }];\n`;
}

/** Renews each table of the page, from `<!-- shape: NAME -->` to `<!-- end -->`. */
function withTables(page: string): string {
  return page.replace(
    /(<!-- shape: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      if (!byName.has(name)) throw new Error(`${PAGE}: there is no shape ${name}`);
      return `${begin}\n${tableOf(definition(name, "json"), PLACES)}\n\n${end}`;
    },
  );
}
