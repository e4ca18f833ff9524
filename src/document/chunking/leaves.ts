/** Makes sections of bounded size: it absorbs short ones and cuts long bodies. */
import { isBlank } from "../../text/blank.ts";
import { isShorterThan } from "../../text/characters.ts";
import { characterLength, cutParagraphs, cutSentences } from "../../text/cut.ts";
import type { ByteRange } from "../document.ts";
import { bodyOf, growTree } from "../section_tree.ts";
import { headingEnds, sectionsOf } from "./headings.ts";
import { pack, textOf, type Unit } from "./pack.ts";
import { preamble } from "./preamble.ts";
import type { ChunkingInput, Section } from "./section.ts";

/**
 * Makes a section for each heading with at least `min_leaf_chars` characters, and a `#preamble` if that is long enough
 * too. A body longer than `max_leaf_chars` is cut into `#…-part-1`, `#…-part-2`, …. A document shorter than
 * `min_document_chars` stays whole.
 */
export function chunkIntoLeaves(input: ChunkingInput): readonly Section[] {
  const { bytes, headings, sizes } = input;
  const whole = input.type === "text" ? [] : preamble(input, bytes.length);
  if (isShorterThan(bytes, input.start, bytes.length, sizes.min_document_chars)) return whole;
  const ends = headingEnds(headings, bytes.length);
  const kept = headings.map(({ bodyStart }, index) => {
    const end = ends[index] as number;
    return !isBlank(bytes, bodyStart, end) && !isShorterThan(bytes, bodyStart, end, sizes.min_leaf_chars);
  });
  const sections = sectionsOf(input, ends, kept);
  const first = sections[0];
  const before = first === undefined || isShorterThan(bytes, input.textStart, first.headingStart, sizes.min_leaf_chars)
    ? []
    : preamble(input, first.headingStart);
  const found = first === undefined ? whole : [...before, ...sections];
  return [...found, ...partsOf(input, found)].sort((a, b) => a.headingStart - b.headingStart || a.depth - b.depth);
}

/** The parts of all bodies that are too long, including the document's own. */
function partsOf(input: ChunkingInput, sections: readonly Section[]): readonly Section[] {
  const { bytes, textStart, sizes } = input;
  const nodes = growTree(input, sections);
  return nodes.flatMap(({ section, parent }, index) => {
    const body = bodyOf(nodes, index)
      .map(({ start, end }) => ({ start: Math.max(start, textStart), end }))
      .filter(({ start, end }) => start < end && !isBlank(bytes, start, end));
    const length = body.reduce((sum, { start, end }) => sum + characterLength(textOf(bytes, start, end)), 0);
    if (length <= sizes.max_leaf_chars) return [];
    return body
      .flatMap((range) => absorbShort(input, cutRange(input, range)))
      .map(({ start, end }, number): Section => ({
        title: section.title,
        slug: `${parent === null ? "" : `${section.slug}-`}part-${number + 1}`,
        depth: section.depth + 1,
        headingStart: start,
        start,
        end,
        crumbs: section.crumbs,
      }));
  });
}

/**
 * Packs paragraphs into ranges. A paragraph that is too long is cut into sentences, and shares no range with its
 * neighbours.
 */
function cutRange(input: ChunkingInput, range: ByteRange): readonly ByteRange[] {
  const max = input.sizes.max_leaf_chars;
  const units: Unit[] = [];
  let afterLong = false;
  for (const paragraph of cutParagraphs(textOf(input.bytes, range.start, range.end))) {
    const long = characterLength(paragraph) > max;
    const texts = long ? cutSentences(paragraph) : [paragraph];
    texts.forEach((text, index) => units.push({ text, begins: index === 0 && (long || afterLong) }));
    afterLong = long;
  }
  return pack(units, range, max, 0);
}

/**
 * Merges each range under `min_leaf_chars` into the range before it, or into the one after it at the start. A range
 * without a neighbour stays in the body of the section.
 */
function absorbShort({ bytes, sizes }: ChunkingInput, ranges: readonly ByteRange[]): readonly ByteRange[] {
  const isShort = ({ start, end }: ByteRange): boolean =>
    isBlank(bytes, start, end) || isShorterThan(bytes, start, end, sizes.min_leaf_chars);
  const joined: ByteRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && (isShort(range) || isShort(last))) {
      joined[joined.length - 1] = { start: last.start, end: range.end };
    } else joined.push(range);
  }
  return joined.filter((range) => !isShort(range));
}
