/** The names by which schemas refer to each other. */
import { z } from "zod";
import type { Schema } from "../../src/shapes/schemas/json_schema.ts";

const DEFS = "#/$defs/";

/** Lets schemas refer to shapes by these names. A shape with two names keeps the first. */
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
