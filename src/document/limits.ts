/**
 * The limits on what a document says about itself. Each section repeats the titles above it, so a document with long
 * titles would otherwise take thousands of times its size.
 */
import { isLongerThan, shortenEnd } from "../text/shorten.ts";
import type { ChunkSizes } from "./chunking/section.ts";
import type { DocumentWarning, Metadata } from "./document.ts";
import type { Properties } from "./formats/format.ts";
import type { OutlineHeading } from "./outline.ts";

/** Bytes of a title. The rest of a longer heading counts as text. */
const LONGEST_TITLE = 512;
/** Bytes of a breadcrumb. The middle of a longer one is left out. */
export const LONGEST_BREADCRUMB = 2048;
/** Bytes of a slug or of an id that the document gives to a heading. A chunk's id ends with it. */
const LONGEST_SLUG = 512;
/**
 * The most sections of a document, because each takes some kilobytes of memory. Headings above the limit count as
 * text.
 */
export const MOST_SECTIONS = 100_000;
/** Each tag is also indexed under all tags above it: `a/b/c` under `a` and `a/b`. */
const LONGEST_TAG = 200;
const MOST_TAGS = 500;
/** Bytes of one value, and of all names and values of a document. Listings and facets keep them all in memory. */
const LONGEST_VALUE = 8192;
const MOST_METADATA = 64 * 1024;
/** Bytes of the name of a language. */
const LONGEST_LANGUAGE = 64;

/** Whether a title is cut. */
export function isCutTitle(title: string): boolean {
  return isLongerThan(title, LONGEST_TITLE);
}

export function cutTitle(title: string): string {
  return shortenEnd(title, LONGEST_TITLE);
}

/** The slug, without the end of a very long one. */
export function cutSlug(slug: string): string {
  return isLongerThan(slug, LONGEST_SLUG) ? shortenEnd(slug, LONGEST_SLUG).slice(0, -1) : slug;
}

/** The headings with titles and ids of limited length. The line of a heading that is cut belongs to its text. */
export function limitedHeadings(headings: readonly OutlineHeading[]): readonly OutlineHeading[] {
  return headings.slice(0, MOST_SECTIONS).map((heading) => {
    const isCut = isCutTitle(heading.text);
    if (!isCut && (heading.id === null || !isLongerThan(heading.id, LONGEST_SLUG))) return heading;
    return {
      ...heading,
      text: cutTitle(heading.text),
      id: heading.id === null || isLongerThan(heading.id, LONGEST_SLUG) ? null : heading.id,
      bodyStart: isCut ? heading.lineStart : heading.bodyStart,
    };
  });
}

/** The sizes of pieces, larger in a document that would have too many of them. */
export function limitedSizes(sizes: ChunkSizes, bytes: number): ChunkSizes {
  const least = Math.ceil(bytes / MOST_SECTIONS);
  if (least <= sizes.max_leaf_chars && least <= sizes.prose_max_chars) return sizes;
  return {
    ...sizes,
    max_leaf_chars: Math.max(sizes.max_leaf_chars, least),
    prose_max_chars: Math.max(sizes.prose_max_chars, least),
  };
}

/** The properties without tags and values that are too long or too many, and a warning if there were any. */
export function limitedProperties<T extends Properties>(
  properties: T,
): { readonly properties: T; readonly warnings: readonly DocumentWarning[] } {
  const tags = properties.tags.filter((tag) => !isLongerThan(tag, LONGEST_TAG)).slice(0, MOST_TAGS);
  const metadata = limitedMetadata(properties.metadata);
  const lang = properties.lang !== null && isLongerThan(properties.lang, LONGEST_LANGUAGE) ? null : properties.lang;
  if (tags.length === properties.tags.length && metadata === properties.metadata && lang === properties.lang) {
    return { properties, warnings: [] };
  }
  const message = `ra leaves out what exceeds ${MOST_TAGS} tags of ${LONGEST_TAG} bytes, ${LONGEST_VALUE} bytes of ` +
    `one value, or ${MOST_METADATA / 1024} KiB of metadata`;
  return {
    properties: { ...properties, tags, metadata, lang },
    warnings: [{ code: "metadata-too-long", message, line: 1 }],
  };
}

/** The same object if everything in it fits. */
function limitedMetadata(metadata: Metadata): Metadata {
  const encoder = new TextEncoder();
  let left = MOST_METADATA;
  let isWhole = true;
  const fits = (name: string, value: string): boolean => {
    // An empty value costs something too.
    const size = value.length > LONGEST_VALUE ? Infinity : encoder.encode(value).length + 8;
    const fit = name.length <= LONGEST_SLUG && size <= LONGEST_VALUE && size <= left;
    if (fit) left -= size;
    isWhole &&= fit;
    return fit;
  };
  const kept = Object.entries(metadata)
    .map(([name, values]) => [name, values.filter((value) => fits(name, value))] as const)
    .filter(([, values]) => values.length > 0);
  return isWhole ? metadata : Object.fromEntries(kept);
}
