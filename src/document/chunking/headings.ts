/** Every heading with text below it is a section. */
import { isBlank } from "../../text/blank.ts";
import { slugify } from "../../text/slug.ts";
import type { OutlineHeading } from "../outline.ts";
import type { ChunkingInput, Section } from "./section.ts";

/** Makes a section for each heading whose span holds more than white space. */
export function chunkByHeadings(input: ChunkingInput): readonly Section[] {
  const ends = headingEnds(input.headings, input.bytes.length);
  const kept = input.headings.map((heading, index) => !isBlank(input.bytes, heading.bodyStart, ends[index] as number));
  return sectionsOf(input, ends, kept);
}

/**
 * Where each heading's span ends: where the outline says so, or at the next heading of the same or a higher rank,
 * whether or not that heading has text.
 */
export function headingEnds(headings: readonly OutlineHeading[], end: number): readonly number[] {
  const ends: number[] = [];
  const open: number[] = [];
  headings.forEach((heading, index) => {
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const isAround = (headings[top] as OutlineHeading).level < heading.level;
      if (isAround && (ends[top] as number) > heading.lineStart) break;
      ends[top] = Math.min(ends[top] as number, heading.lineStart);
      open.pop();
    }
    const around = open.at(-1);
    ends.push(Math.min(heading.end ?? end, around === undefined ? end : ends[around] as number));
    open.push(index);
  });
  return ends;
}

/** Makes sections of the headings to keep. The lines and text of other headings stay in the section around them. */
export function sectionsOf(
  input: ChunkingInput,
  ends: readonly number[],
  kept: readonly boolean[],
): readonly Section[] {
  const sections: Section[] = [];
  const open: Section[] = [];
  const crumbOf = ownCrumbs(input);
  input.headings.forEach((heading, index) => {
    if (kept[index] !== true) return;
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (top.depth < heading.level && top.end > heading.lineStart) break;
      open.pop();
    }
    const section: Section = {
      title: heading.text,
      slug: heading.id ?? slugify(heading.text),
      depth: heading.level,
      headingStart: heading.lineStart,
      start: heading.bodyStart,
      end: ends[index] as number,
      crumbs: [...(open.at(-1)?.crumbs ?? []), ...crumbOf(index)],
    };
    sections.push(section);
    open.push(section);
  });
  return sections;
}

/**
 * Each heading's own part of the breadcrumb. It is empty where the first heading, or the first h1, repeats the
 * document's title. Headings without text do not count.
 */
export function ownCrumbs({ headings, title }: ChunkingInput): (index: number) => readonly string[] {
  const first = headings.findIndex((heading) => heading.text !== "");
  const firstH1 = headings.findIndex((heading) => heading.text !== "" && heading.level === 1);
  return (index) => {
    const { text, level } = headings[index] as OutlineHeading;
    return index === (level > 1 ? first : firstH1) && folded(text) === folded(title) ? [] : [text];
  };
}

/**
 * Ignores case and spacing. People often write `Getting started` in the frontmatter and `Getting Started` above the
 * text.
 */
function folded(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase();
}
