/** Shapes as JSON Schema, from which everything else is made. */
import { z } from "zod";

/** The part of JSON Schema that the shapes need. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly description?: string;
}

/** As the library returns it, or as `--json` prints it: they differ where a shape has a `json` of its own. */
export type Form = "library" | "json";

const DEFS = "#/$defs/";

/** Schemas refer by these names to those that have one. A shape under two names keeps the first. */
export function nameShapes(shapes: Iterable<readonly [name: string, shape: z.ZodType]>): void {
  for (const [id, shape] of shapes) {
    const known = z.globalRegistry.get(shape) ?? {};
    if (known.id === undefined) z.globalRegistry.add(shape, { ...known, id });
  }
}

/** The name of the shape that a schema refers to. */
export function referredName({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(DEFS) ? $ref.slice(DEFS.length) : undefined;
}

export function jsonSchemaOf(shape: z.ZodType, form: Form): Schema {
  return z.toJSONSchema(shape, {
    override({ jsonSchema }) {
      // Every number of JavaScript that counts is below this one.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (!("json" in jsonSchema)) return;
      const printed = jsonSchema["json"] as Schema;
      delete jsonSchema["json"];
      if (form === "library") return;
      for (const key of Object.keys(jsonSchema)) if (key !== "id") delete jsonSchema[key];
      Object.assign(jsonSchema, printed);
    },
  }) as Schema;
}
