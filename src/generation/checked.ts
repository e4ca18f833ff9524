import { RaError } from "../errors.ts";
import { lacksKey } from "../host/services/key_variable.ts";
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

/** The check of an environment variable that is to hold a key, and gives none. */
export function missingVariable(name: string, variable: string): RagCheck {
  const message = lacksKey(variable, `${name}.api_key_env`);
  return { name, level: "error", message, hint: "export it, or name another variable" };
}
