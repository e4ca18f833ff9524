/** Packs sentences into sections of similar size. */
import { isBlank } from "../../text/blank.ts";
import { cutSentences } from "../../text/cut.ts";
import { indexLines } from "../../text/lines.ts";
import type { OutlineHeading } from "../outline.ts";
import { ownCrumbs } from "./headings.ts";
import { lineSlug } from "./line_slug.ts";
import { pack, textOf, type Unit } from "./pack.ts";
import type { ChunkingInput, Section } from "./section.ts";

/**
 * Makes sections of at most `prose_max_chars` and, where headings allow, of at least `min_chunk_chars`. The name of a
 * section is like `#L1-L9`, and its title is the last heading whose section has not ended.
 */
export function chunkProse(input: ChunkingInput): readonly Section[] {
  const { bytes, textStart, headings, sizes } = input;
  const range = { start: textStart, end: bytes.length };
  const lines = indexLines(bytes);
  const crumbOf = ownCrumbs(input);
  let next = 0;
  // Sections come in order, so a heading whose section has ended is not needed again.
  const open: number[] = [];
  return pack(sentences(input), range, sizes.prose_max_chars, sizes.min_chunk_chars)
    .filter(({ start, end }) => !isBlank(bytes, start, end))
    .map(({ start, end }): Section => {
      while (next < headings.length && (headings[next] as OutlineHeading).lineStart <= start) open.push(next++);
      while (open.length > 0 && (headings[open.at(-1) as number]?.end ?? bytes.length) <= start) open.pop();
      const around = open.at(-1);
      const title = around === undefined ? "" : (headings[around] as OutlineHeading).text;
      return {
        title: title === "" ? input.title : title,
        slug: lineSlug(lines, start, end),
        depth: 1,
        headingStart: start,
        start,
        end,
        crumbs: around === undefined ? [] : crumbOf(around),
      };
    });
}

/** The sentences of the document. No sentence runs across a heading. */
function sentences(input: ChunkingInput): readonly Unit[] {
  const { bytes, textStart, headings } = input;
  const starts = [textStart, ...headings.map((heading) => heading.lineStart)];
  return starts.flatMap((start, index) =>
    cutSentences(textOf(bytes, start, starts[index + 1] ?? bytes.length)).map((text, at): Unit => ({
      text,
      begins: at === 0,
    }))
  );
}
