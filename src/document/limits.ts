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
/**
 * In all, the sections of a document may repeat the titles above them for so many bytes and so many times the bytes of
 * the document. Headings above the limit count as text.
 */
const REPEATED_BYTES = 256 * 1024;
const REPEATED_TIMES = 8;
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
export function cutHeadings(headings: readonly OutlineHeading[]): readonly OutlineHeading[] {
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

/** Headings within the limit, and the most bytes of titles that a section below one of them repeats. */
export interface RepeatedTitles {
  readonly headings: readonly OutlineHeading[];
  readonly most: number;
}

/**
 * The headings, from the first one on, whose sections repeat the title of the document and those above within the
 * limit.
 */
export function withinRepeats(headings: readonly OutlineHeading[], title: string, bytes: number): RepeatedTitles {
  let left = REPEATED_BYTES + REPEATED_TIMES * bytes;
  const open: { readonly level: number; readonly length: number }[] = [];
  let above = bytesOf(title);
  let most = above;
  for (const [at, { level, text }] of headings.entries()) {
    for (let top = open.at(-1); top !== undefined && top.level >= level; top = open.at(-1)) {
      above -= top.length;
      open.pop();
    }
    const length = bytesOf(text);
    open.push({ level, length });
    above += length;
    left -= above;
    if (left < 0) return { headings: headings.slice(0, at), most };
    most = Math.max(most, above);
  }
  return { headings, most };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The warning about headings that count as text, from this line on. */
export function headingsWarning(line: number): DocumentWarning {
  const message = "headings from here on are text: a document has at most " +
    `${MOST_SECTIONS.toLocaleString("en")} sections, and they repeat the titles above them for at most ` +
    `${REPEATED_BYTES / 1024} KiB and ${REPEATED_TIMES} times its size`;
  return { code: "work-limit", message, line };
}

/**
 * The warning about components that count as text, from this line on. `STEPS` in wasm/src/mdx/script.rs is the limit.
 */
export function componentsWarning(line: number): DocumentWarning {
  const message = "components, imports and expressions from here on are text: to find where they end took more than " +
    "32 steps a byte";
  return { code: "work-limit", message, line };
}

/**
 * The sizes of pieces, larger in a document that would have too many of them. Each piece repeats up to so many bytes of
 * titles.
 */
export function limitedSizes(sizes: ChunkSizes, bytes: number, repeated: number): ChunkSizes {
  const within = bytes * repeated / (REPEATED_BYTES + REPEATED_TIMES * bytes);
  const least = Math.ceil(Math.max(bytes / MOST_SECTIONS, within));
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
