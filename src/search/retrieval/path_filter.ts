/** Finds the documents that a glob after `path:` accepts. */
import { RaError } from "../../errors.ts";
import { composed } from "../../text/composed.ts";
import { compileGlob } from "../../text/globs.ts";
import type { IndexedFile } from "../ports/catalogue.ts";

/** Whether the value of `path:` has a sign of globs. Without one, it is the beginning of a path. */
export function isGlob(value: string): boolean {
  return /[*?[{]/.test(value);
}

/**
 * The ids of the documents whose path matches, or begins with exactly the value: names may hold these signs. A `*` at
 * the end takes in the folders that begin so, as a value without signs does.
 */
export function documentsAt(files: readonly IndexedFile[], value: string): readonly string[] {
  const beginning = composed(value);
  const matches = compiled(value);
  return files.filter(({ path }) => matches(path) || composed(path).startsWith(beginning)).map(({ id }) => id);
}

function compiled(value: string): (path: string) => boolean {
  try {
    const globs = [value, ...(value.endsWith("*") ? [`${value}/**`] : [])].map((glob) =>
      compileGlob(glob, { hidden: true })
    );
    return (path) => globs.some((matches) => matches(path));
  } catch (error) {
    // `app/[id` is the beginning of `app/[id]/page.md`.
    if (error instanceof RaError) return () => false;
    throw error;
  }
}
