/** Packs sentences into sections of similar size. */
import { isBlank } from "../../text/blank.ts";
import { cutSentences } from "../../text/cut.ts";
import { indexLines } from "../../text/lines.ts";
import type { OutlineHeading } from "../outline.ts";
import { ownCrumb } from "./headings.ts";
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
  let heading = -1;
  return pack(sentences(input), range, sizes.prose_max_chars, sizes.min_chunk_chars)
    .filter(({ start, end }) => !isBlank(bytes, start, end))
    .map(({ start, end }): Section => {
      while (heading + 1 < headings.length && (headings[heading + 1] as OutlineHeading).lineStart <= start) heading++;
      let around = heading;
      while (around >= 0 && (headings[around]?.end ?? bytes.length) <= start) around--;
      const title = headings[around]?.text ?? "";
      return {
        title: title === "" ? input.title : title,
        slug: lineSlug(lines, start, end),
        depth: 1,
        headingStart: start,
        start,
        end,
        crumbs: around < 0 ? [] : ownCrumb(input, around),
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
