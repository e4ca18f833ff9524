/** Reads the text of a document as ra indexes it. */
import { readFileSync } from "node:fs";
import { readFile } from "../../src/document/formats/read_file.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { joinRanges } from "../../src/text/visible.ts";

/**
 * Returns the document as ra indexes it: as long as the file in UTF-8, with blanks where ra hides something, and U+007F
 * where it joins what stands on both sides.
 */
export async function indexedText(path: string): Promise<string> {
  const engine = await loadEngine();
  const { text, textStart, outline } = await readFile(readFileSync(path), path);
  const visible = outline.by === "core"
    ? engine.visibleText(text, textStart, outline.dialect)
    : joinRanges(text, outline.hidden);
  return new TextDecoder().decode(visible);
}
