/**
 * Writes shapes as tables in Markdown, one row for each key. The keys of an inner object follow the object's own row.
 */
import type { Schema } from "../../src/shapes/schemas/json_schema.ts";
import { referredName } from "./named_shapes.ts";

/** Shapes with a table of their own, and the place of that table. */
export type Places = Readonly<Record<string, string>>;

export function tableOf(schema: Schema, places: Places): string {
  const rows = rowsOf(schema, "", schema.$defs ?? {}, places);
  return ["| key | type | |", "|---|---|---|", ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

function rowsOf(schema: Schema, path: string, defs: Readonly<Record<string, Schema>>, places: Places): string[][] {
  const { properties = {}, required = [] } = resolve(schema, defs);
  return Object.entries(properties).flatMap(([key, value]) => {
    const at = `${path}${key}`;
    const optional = required.includes(key) ? "" : "?";
    const { type, inner, suffix } = typeOf(value, defs, places);
    const meaning = value.description ?? phrase(resolve(value, defs).description ?? "");
    const row = [`\`${at}\`${optional}`, type, meaning.replaceAll("|", "\\|")];
    return inner === undefined ? [row] : [row, ...rowsOf(inner, `${at}${suffix}.`, defs, places)];
  });
}

/** Prepares a sentence for a cell. */
function phrase(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, "");
}

interface TypeCell {
  readonly type: string;
  /** The object whose keys follow as rows. `suffix` stands between its path and theirs. */
  readonly inner?: Schema;
  readonly suffix?: string;
}

function typeOf(value: Schema, defs: Readonly<Record<string, Schema>>, places: Places): TypeCell {
  const place = places[referredName(value) ?? ""];
  if (place !== undefined) return { type: place };
  const schema = resolve(value, defs);
  if (schema.const !== undefined) return { type: `\`${JSON.stringify(schema.const)}\`` };
  if (schema.enum !== undefined) return { type: schema.enum.map((each) => `\`${each}\``).join(", ") };
  if (schema.anyOf !== undefined) {
    const cells = schema.anyOf.map((each) => typeOf(each, defs, places));
    return { ...cells.find(({ inner }) => inner !== undefined), type: cells.map(({ type }) => type).join(" or ") };
  }
  if (typeof schema.type === "object") {
    return { type: schema.type.map((type) => typeOf({ type }, defs, places).type).join(" or ") };
  }
  if (schema.type === "array") {
    const { type, inner, suffix = "" } = typeOf(schema.items ?? {}, defs, places);
    return inner === undefined
      ? { type: `array of ${type}` }
      : { type: `array of ${type}`, inner, suffix: `[]${suffix}` };
  }
  if (schema.type === "null") return { type: "`null`" };
  if (schema.type !== "object") return { type: schema.type ?? "any" };
  if (schema.properties !== undefined) return { type: "object", inner: schema, suffix: "" };
  const { additionalProperties: values } = schema;
  const { type, inner, suffix = "" } = typeOf(typeof values === "object" ? values : {}, defs, places);
  const record = type === "any" ? "object" : `object of ${type}`;
  return inner === undefined ? { type: record } : { type: record, inner, suffix: `.*${suffix}` };
}

function resolve(schema: Schema, defs: Readonly<Record<string, Schema>>): Schema {
  const found = defs[referredName(schema) ?? ""];
  return found === undefined ? schema : resolve(found, defs);
}
