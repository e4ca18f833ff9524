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

/** As the library returns it, or as `--json` prints it: they differ where a shape has a `json` of its own. */
export type Form = "library" | "json";

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
