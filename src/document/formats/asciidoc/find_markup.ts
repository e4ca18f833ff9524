/** Finds the sections, blocks and marks of a document in AsciiDoc. */
import type { FoundMarkup } from "../markup.ts";
import { readBlocks } from "./blocks.ts";
import { withoutDirectives } from "./directives.ts";
import { readHeader } from "./header.ts";
import { LineCursor, linesOf } from "./lines.ts";
import { AsciidocState } from "./state.ts";

/** A part of a document has no header. */
export function findMarkup(text: string, isPart = false): FoundMarkup {
  const state = new AsciidocState(text, readBlocks);
  const lines = withoutDirectives(linesOf(text, text.startsWith("\ufeff") ? 1 : 0), state);
  const cursor = new LineCursor(lines);
  if (!isPart || cursor.skipBlank()) readHeader(cursor, state);
  state.readBlocks(lines.slice(cursor.at), { depth: 0, isTop: true }, state.pending);
  return state.finish();
}
