import { RaError } from "../errors.ts";
import type { RagCheck } from "../shapes/rag.ts";
import { withoutUndefined } from "../shapes/without_undefined.ts";

/** An error that was expected becomes the check's. */
export function checked(name: string, message: string, work: () => void): RagCheck {
  try {
    work();
    return { name, level: "ok", message };
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    return withoutUndefined<RagCheck>({ name, level: "error", message: error.message, hint: error.hint });
  }
}

/** The check of an environment variable that is to hold a key. */
export function missingVariable(name: string, variable: string): RagCheck {
  return { name, level: "error", message: `${variable} is not set`, hint: `export ${variable}=…` };
}
