/** Turns the sections of a strategy into the chunk tree (docs/chunking.md). */
import { createSlugRegister } from "../text/slug.ts";
import { joinBreadcrumb } from "./breadcrumb.ts";
import type { ChunkingInput, Section } from "./chunking/section.ts";
import type { ByteRange, Chunk } from "./document.ts";
import { chunkId } from "./ids.ts";
import { cutSlug, cutTitle } from "./limits.ts";
import { bodyOf, growTree, type SectionNode } from "./section_tree.ts";

/**
 * Returns the document's chunk, then one chunk for each section, in pre-order. Throws `usage` when sections are out of
 * order or out of bounds. `indexedStart` is where the indexed text begins.
 */
export function buildChunks(
  docId: string,
  input: ChunkingInput,
  sections: readonly Section[],
  lineAt: (offset: number) => number,
  indexedStart: number,
): readonly Chunk[] {
  const nodes = growTree(input, sections);
  const slugs = createSlugRegister();
  const ids: string[] = [];
  return nodes.map(({ section, parent }, position): Chunk => {
    const slug = parent === null ? null : slugs.claim(cutSlug(section.slug));
    const id = chunkId(docId, slug);
    ids.push(id);
    const bodyRanges = bodyOf(nodes, position);
    return {
      id,
      docId,
      parentId: parent === null ? null : (ids[parent] as string),
      title: cutTitle(section.title),
      slug,
      depth: section.depth,
      position,
      parent,
      byteStart: section.start,
      byteEnd: section.end,
      startLine: parent === null ? 1 : lineAt(section.headingStart),
      endLine: lineAt(section.end - 1),
      siblingCount: parent === null ? 1 : (nodes[parent] as SectionNode).children.length,
      breadcrumb: joinBreadcrumb([input.title, ...section.crumbs]),
      bodyRanges,
      indexedRanges: section.start < indexedStart ? withoutStart(bodyRanges, indexedStart) : bodyRanges,
    };
  });
}

/** The parts of the ranges from `start` on. */
function withoutStart(ranges: readonly ByteRange[], start: number): readonly ByteRange[] {
  return ranges
    .filter((range) => range.end > start)
    .map((range) => (range.start < start ? { start, end: range.end } : range));
}
