/** Divides a document at the first heading level that occurs twice, into one flat list of sections. */
import { isBlank } from "../../text/blank.ts";
import { isShorterThan } from "../../text/characters.ts";
import { slugify } from "../../text/slug.ts";
import type { OutlineHeading } from "../outline.ts";
import { ownCrumbs } from "./headings.ts";
import { preamble } from "./preamble.ts";
import type { ChunkingInput, Section } from "./section.ts";

/**
 * Makes a `#preamble` and a section for each heading at the split level. Makes only the preamble when the document is
 * small or no level occurs twice.
 */
export function chunkAdaptively(input: ChunkingInput): readonly Section[] {
  if (input.type === "text") return [];
  const { bytes, headings } = input;
  const level = splitLevel(input);
  const found: { readonly heading: OutlineHeading; readonly crumbs: readonly string[] }[] = [];
  const trail: number[] = [];
  const crumbOf = ownCrumbs(input);
  headings.forEach((heading, index) => {
    for (let above = trail.at(-1); above !== undefined; above = trail.at(-1)) {
      const { level: aboveLevel, end = bytes.length } = headings[above] as OutlineHeading;
      if (aboveLevel < heading.level && end > heading.lineStart) break;
      trail.pop();
    }
    trail.push(index);
    if (heading.level === level) found.push({ heading, crumbs: trail.flatMap(crumbOf) });
  });
  const sections = found.map(({ heading, crumbs }, index): Section => ({
    title: heading.text,
    slug: heading.id ?? slugify(heading.text),
    depth: 1,
    headingStart: heading.lineStart,
    start: heading.bodyStart,
    end: Math.min(found[index + 1]?.heading.lineStart ?? bytes.length, heading.end ?? bytes.length),
    crumbs,
  }));
  return [
    ...preamble(input, sections[0]?.headingStart ?? bytes.length),
    ...sections.filter(({ start, end }) => !isBlank(bytes, start, end)),
  ];
}

/** The first level, from h1 down, with two headings or more. Null when the document stays whole. */
export function splitLevel(input: ChunkingInput): number | null {
  if (isShorterThan(input.bytes, input.start, input.bytes.length, input.sizes.min_chunk_size)) return null;
  for (let level = 1; level <= 6; level++) {
    if (input.headings.filter((heading) => heading.level === level).length >= 2) return level;
  }
  return null;
}
