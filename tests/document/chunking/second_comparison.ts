// Compares the sections of a document with those of the second implementation.
import type { ChunkingStrategy } from "../../../src/config/config.ts";
import type { OutlineHeading } from "../../../src/document/outline.ts";
import { micromarkHeadings } from "../micromark_outline.ts";
import { parseText, type Sizes } from "../parse_text.ts";
import { adaptive, code, leaves, prose, type SecondSection, withoutBlank } from "./second_chunking.ts";

export const SECOND = { adaptive, leaves, code, prose };

export type SecondStrategy = keyof typeof SECOND & ChunkingStrategy;

// The outline of one text serves all strategies.
let known: { readonly text: string; readonly from: number; readonly headings: readonly OutlineHeading[] } = {
  text: "",
  from: 0,
  headings: [],
};

/** Each section as `depth title #slug start-end`, of ra and of the second implementation. */
export function compareSections(
  text: string,
  path: string,
  strategy: SecondStrategy,
  sizes: Sizes,
): { readonly ra: readonly string[]; readonly second: readonly string[] } {
  const outlineFrom = (from: number): readonly OutlineHeading[] => {
    if (known.text !== text || known.from !== from) {
      known = { text, from, headings: micromarkHeadings(new TextEncoder().encode(text), from) };
    }
    return known.headings;
  };
  const { document, bytes } = parseText(text, {
    chunking: strategy,
    path,
    sizes,
    readOutline: (from) => ({ headings: outlineFrom(from), links: [] }),
  });
  const unitAt = unitsOf(text, bytes.length);
  const isText = !path.endsWith(".md");
  const input = {
    text,
    from: unitAt(document.textStart),
    headings: isText ? [] : outlineFrom(document.textStart).map((heading) => ({
      ...heading,
      lineStart: unitAt(heading.lineStart),
      bodyStart: unitAt(heading.bodyStart),
    })),
    title: document.title,
    preambleTitle: document.titleFrom === "heading" ? path.replace(/^.*\/|\.[^.]*$/g, "") : document.title,
    isText,
    sizes,
  };
  const sections = document.chunks.slice(1).map(({ depth, title, slug, byteStart, byteEnd }): SecondSection => {
    return withoutBlank(text, { depth, title, slug, start: unitAt(byteStart), end: unitAt(byteEnd) });
  });
  const second = document.chunks.length === 0 ? [] : SECOND[strategy](input);
  return {
    ra: sections.map((section, index) => line(section, second[index]?.slug ?? null)),
    second: second.map((section) => line(section, section.slug)),
  };
}

/** A slug that is not given by the strategy is not compared, and neither is what makes it unique. */
function line({ depth, title, slug, start, end }: SecondSection, given: string | null): string {
  const isSame = given !== null && slug !== null && (slug.endsWith(given) || slug.replace(/-\d+$/, "").endsWith(given));
  return `${depth} ${title} #${given === null ? "" : isSame ? given : slug} ${start}-${end}`;
}

function unitsOf(text: string, length: number): (byte: number) => number {
  const units = new Uint32Array(length + 1).fill(text.length);
  let byte = 0;
  let unit = 0;
  for (const character of text) {
    units[byte] = unit;
    byte += new TextEncoder().encode(character).length;
    unit += character.length;
  }
  return (at) => units[at]!;
}
