/** Shapes as JSON Schema. */
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

/**
 * The library returns one form and `--json` prints the other. They differ where a shape has a `json` form of its own.
 */
export type Form = "library" | "json";

export function jsonSchemaOf(shape: z.ZodType, form: Form): Schema {
  return z.toJSONSchema(shape, {
    override({ jsonSchema }) {
      // A count is an integer below this number anyway, so the bound says nothing.
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
