/** Reads a page as ra does. */
import { readFileSync } from "node:fs";
import { readFile } from "../../src/document/formats/read_file.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { ReadPage } from "./comparison.ts";

/** Of a format whose markup the core finds. */
export async function ownPage(path: string, outputs = false): Promise<ReadPage> {
  const engine = await loadEngine();
  const options = { ocr: "never", languages: [], notebook_outputs: outputs } as const;
  const { text, textStart, outline } = await readFile(readFileSync(path), path, options);
  if (outline.by !== "core") throw new TypeError("the core does not read this format");
  const shown = new TextDecoder().decode(engine.visibleText(text, textStart, outline.dialect).subarray(textStart));
  return {
    headings: engine.outline(text, textStart, outline.dialect).headings.map(({ level, text: title }) =>
      `${level} ${title}`
    ),
    texts: [shown.replaceAll("\u007F", "")],
  };
}
