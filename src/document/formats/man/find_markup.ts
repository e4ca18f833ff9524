/** Finds the markup of a page of a manual, line by line. */
import { sourceLines } from "../lines.ts";
import { type FoundMarkup, MarkupBuilder } from "../markup.ts";
import { RoffReader } from "./roff_reader.ts";

export function findMarkup(text: string): FoundMarkup {
  const found = new MarkupBuilder(text);
  new RoffReader(found, sourceLines(text, text.startsWith("\ufeff") ? 1 : 0)).read();
  return found.finish();
}
