/** What is thrown where a file of a model cannot be used. */
import { RaError } from "../../errors.ts";

/** `what` names the file. */
export function unusable(what: string, why: string, hint?: string): RaError {
  return new RaError("model-invalid", `${what} cannot be used: ${why}`, hint === undefined ? {} : { hint });
}
