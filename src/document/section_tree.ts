/** Nests sections inside one another. */
import { RaError } from "../errors.ts";
import type { ChunkingInput, Section } from "./chunking/section.ts";
import type { ByteRange } from "./document.ts";

/** A section and its place in the tree. The numbers are indices into the list that `growTree` returns. */
export interface SectionNode {
  readonly section: Section;
  /** Null for the document. */
  readonly parent: number | null;
  readonly children: readonly number[];
}

/**
 * Returns the document, then its sections in the given order. Each section becomes a child of the nearest earlier
 * section that has a lower depth and has not ended. Throws `usage` when a section is empty, out of order, or reaches
 * past its parent.
 */
export function growTree(input: ChunkingInput, sections: readonly Section[]): readonly SectionNode[] {
  const { title, start, bytes } = input;
  const root: Section = { title, slug: "", depth: 0, headingStart: start, start, end: bytes.length, crumbs: [] };
  const nodes: { section: Section; parent: number | null; children: number[] }[] = [{
    section: root,
    parent: null,
    children: [],
  }];
  const open = [0];
  let previous = start;
  for (const section of sections) {
    for (let top = sectionAt(nodes, open); open.length > 1; top = sectionAt(nodes, open)) {
      if (top.depth < section.depth && top.end > section.headingStart) break;
      open.pop();
    }
    const parent = open.at(-1) as number;
    if (!fits(section, sectionAt(nodes, open), previous)) {
      throw new RaError(
        "usage",
        `the section "${section.title}" is empty, out of order, or reaches past the section around it`,
        {
          path: input.path,
          hint: "A chunking function lists sections by headingStart, parents first, each within its parent",
        },
      );
    }
    previous = section.headingStart;
    (nodes[parent] as { children: number[] }).children.push(nodes.length);
    open.push(nodes.length);
    nodes.push({ section, parent, children: [] });
  }
  return nodes;
}

/** The parts of a node's span outside its children and their headings. */
export function bodyOf(nodes: readonly SectionNode[], index: number): readonly ByteRange[] {
  const { section, children } = nodes[index] as SectionNode;
  const ranges: ByteRange[] = [];
  let at = section.start;
  for (const child of children) {
    const { headingStart, end } = (nodes[child] as SectionNode).section;
    if (headingStart > at) ranges.push({ start: at, end: headingStart });
    at = Math.max(at, end);
  }
  if (section.end > at) ranges.push({ start: at, end: section.end });
  return ranges;
}

function sectionAt(nodes: readonly SectionNode[], open: readonly number[]): Section {
  return (nodes[open.at(-1) as number] as SectionNode).section;
}

function fits(section: Section, around: Section, previous: number): boolean {
  const { depth, headingStart, start, end } = section;
  return depth >= 1 && previous <= headingStart && around.start <= headingStart && headingStart <= start &&
    start < end && end <= around.end;
}
