/** Writes the JSON Schema of `.ra.toml` from the table of keys: `npm run build:pages`. */
import { writeFileSync } from "node:fs";
import { KEYS, keysOf, lastPart, SECTIONS } from "../src/config/keys.ts";
import type { Key } from "../src/config/keys/key.ts";

/** Editors read it from a comment in the file: `#:schema ADDRESS`. */
export const SCHEMA = "docs/ra-toml.schema.json";

type Schema = Readonly<Record<string, unknown>>;

/** Makes the text of the schema. */
export function configurationSchema(): string {
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", title: ".ra.toml", ...tableOf("") };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** A table with its keys and the tables in it. `*` in a path stands for names that users choose. */
function tableOf(path: string): Schema {
  const section = SECTIONS.find((one) => one.path === path);
  const below = path === "" ? "" : `${path}.`;
  const inner = new Set(
    SECTIONS.map((one) => one.path).filter((one) => one.startsWith(below) && one !== path).map((one) =>
      one.slice(below.length).split(".")[0]!
    ),
  );
  const keys = keysOf(path);
  const named = keys.find((key) => lastPart(key.path) === "*");
  const properties = Object.fromEntries([
    ...keys.filter((key) => key !== named).map((key) => [lastPart(key.path), valueOf(key)] as const),
    ...[...inner].filter((name) => name !== "*").map((name) => [name, tableOf(`${below}${name}`)] as const),
  ]);
  const required = keys.filter((key) => key.required === true).map((key) => lastPart(key.path));
  // A list of tables is described by the path of one of them.
  const isList = SECTIONS.some((one) => one.path === `${below}*` && one.list === true);
  if (isList) return { type: "array", items: tableOf(`${below}*`) };
  return {
    type: "object",
    ...(section === undefined ? {} : { description: section.meaning }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: named !== undefined ? valueOf(named) : inner.has("*") ? tableOf(`${below}*`) : false,
  };
}

function valueOf(key: Key): Schema {
  const { type, min, max, above, oneOf, default: value, meaning } = key;
  return {
    ...TYPES[type],
    description: meaning,
    ...(oneOf === undefined ? {} : { enum: oneOf }),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(value === undefined ? {} : { default: value }),
  };
}

const STRINGS = { type: "array", items: { type: "string" } };
const TYPES: Readonly<Record<Key["type"], Schema>> = {
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  number: { type: "number" },
  string: { type: "string" },
  strings: STRINGS,
  "one or more": { anyOf: [{ type: "string" }, STRINGS] },
};

if ((import.meta as { readonly main?: boolean }).main === true) {
  writeFileSync(SCHEMA, configurationSchema());
  console.log(`${SCHEMA}: ${KEYS.length} keys`);
}
