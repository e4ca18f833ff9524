/** A mistake in a configuration file, and the way from it to an error that names file, line and column. */
import { RaError } from "../errors.ts";
import { locate } from "./locate.ts";

/** Names from the top of the file to a key; a number is a position in a list. */
export type KeyPath = readonly (string | number)[];

export interface ConfigProblem {
  readonly code: "config-key" | "config-value";
  readonly message: string;
  readonly hint?: string | undefined;
  readonly at: KeyPath;
  /** Which of the two the error points at. */
  readonly what: "key" | "value";
}

/** The error for a problem in the file `path` whose content is `text`. */
export async function problemError(problem: ConfigProblem, path: string, text: string): Promise<RaError> {
  const position = await locate(text, problem.at, problem.what);
  return new RaError(problem.code, problem.message, { path, hint: problem.hint, ...position });
}
