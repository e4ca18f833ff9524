/** Packs sentences into sections of similar size. */
import { isBlank } from "../../text/blank.ts";
import { characterLength, cutSentences } from "../../text/cut.ts";
import { LineBlocks } from "../../text/line_blocks.ts";
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
  return pack(unitsOf(input), range, sizes.prose_max_chars, sizes.min_chunk_chars)
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

/** The sentences, rows and fences of the document. None runs across a heading. */
function unitsOf(input: ChunkingInput): readonly Unit[] {
  const { bytes, textStart, headings, sizes } = input;
  const starts = [textStart, ...headings.map((heading) => heading.lineStart)];
  return starts.flatMap((start, index) =>
    unitsIn(textOf(bytes, start, starts[index + 1] ?? bytes.length), sizes.prose_max_chars)
      .map((unit, at): Unit => ({ ...unit, begins: at === 0 }))
  );
}

/** A run of lines of one kind. */
interface LineRun {
  readonly block: "text" | "table" | "fence";
  readonly lines: string[];
}

function unitsIn(text: string, max: number): readonly Omit<Unit, "begins">[] {
  return runsIn(text, max).flatMap(({ block, lines }): readonly Omit<Unit, "begins">[] => {
    const whole = lines.join("");
    if (block === "text") return cutSentences(whole).map((sentence) => ({ text: sentence }));
    const isCut = block === "table" || characterLength(whole) > max;
    return (isCut ? lines : [whole]).map((line) => ({ text: line, isWhole: true }));
  });
}

/**
 * The lines of a text. The head of a table is one with its first row if both fit, and blank lines are part of the block
 * above.
 */
function runsIn(text: string, max: number): readonly LineRun[] {
  const blocks = new LineBlocks();
  const runs: LineRun[] = [];
  let isBelowHead = false;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const { block, begins, isHeadAbove } = blocks.take(line);
    const kind = block === "head" || block === "row" ? "table" : block ?? "text";
    let last = runs.at(-1);
    if (isHeadAbove) {
      last = { block: "table", lines: [last!.lines.pop()!] };
      runs.push(last);
    }
    const isTail = last !== undefined && last.block !== "text" && line.trim() === "";
    const isFirstRow = isBelowHead && characterLength(last!.lines.at(-1)! + line) <= max;
    const isPart = isTail || isHeadAbove || (last?.block === "table" && (block === "head" || isFirstRow));
    isBelowHead = block === "head";
    if (last === undefined || begins || (last.block !== kind && !isTail)) runs.push({ block: kind, lines: [line] });
    else if (isPart) last.lines.push(last.lines.pop()! + line);
    else last.lines.push(line);
  }
  return runs;
}
