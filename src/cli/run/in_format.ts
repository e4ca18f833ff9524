/** Chooses by the format that was asked for. */
import type { OutputFormat, ProblemFormat } from "../shared_options.ts";

/** The record names every format that the command takes: one that is forgotten does not compile. */
export function inFormat<F extends OutputFormat | ProblemFormat, R>(
  format: F,
  by: Readonly<Record<NoInfer<F>, () => R>>,
): R {
  return by[format]();
}
