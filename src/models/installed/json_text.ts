/** Reads the JSON of a model's files. */
import { RaError } from "../../errors.ts";

/** Throws `model-invalid`. */
export function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RaError("model-invalid", `${name} is not JSON`, { cause });
  }
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Readonly<Record<string, unknown>> : {};
}
