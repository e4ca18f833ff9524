/** Turns a mistake in a configuration file into an error with file, line and column. */
import { RaError } from "../errors.ts";
import { type KeyPath, locate } from "./locate.ts";

export interface ConfigProblem {
  readonly code: "config-key" | "config-value";
  readonly message: string;
  readonly hint?: string | undefined;
  readonly at: KeyPath;
  /** Whether the error points at the key or at the value. */
  readonly what: "key" | "value";
}

/** Makes the error for a problem in the file `path`, whose content is `text`. */
export async function problemError(problem: ConfigProblem, path: string, text: string): Promise<RaError> {
  const position = await locate(text, problem.at, problem.what);
  return new RaError(problem.code, problem.message, { path, hint: problem.hint, ...position });
}
