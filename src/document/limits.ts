/**
 * The limits on what a document says about itself. Each section repeats the titles above it, so a document with long
 * titles would otherwise take thousands of times its size.
 */
import { isLongerThan, shortenEnd } from "../text/shorten.ts";
import type { ChunkSizes } from "./chunking/section.ts";
import type { DocumentWarning, Metadata } from "./document.ts";
import type { Properties } from "./formats/properties.ts";
import type { OutlineHeading } from "./outline.ts";

/** Bytes of a title. The rest of a longer heading counts as text. */
const MAX_TITLE_LENGTH = 512;
/** Bytes of a slug or of an id that the document gives to a heading. A chunk's id ends with it. */
const MAX_SLUG_LENGTH = 512;
/**
 * The most sections of a document, because each takes some kilobytes of memory. Headings above the limit count as
 * text.
 */
export const MAX_SECTIONS = 100_000;
/**
 * In all, the sections of a document may repeat the titles above them for so many bytes and so many times the bytes of
 * the document. Headings above the limit count as text.
 */
const REPEATED_BYTES = 256 * 1024;
const REPEATED_TIMES = 8;
/** Each tag is also indexed under all tags above it: `a/b/c` under `a` and `a/b`. */
const MAX_TAG_LENGTH = 200;
export const MAX_TAGS = 500;
/** Bytes of one value, and of all names and values of a document. Listings and facets keep them all in memory. */
const MAX_VALUE_LENGTH = 8192;
const MAX_METADATA = 64 * 1024;
/** Bytes of the name of a language. */
const MAX_LANGUAGE_LENGTH = 64;
/** Bytes of Markdown that is parsed. Larger documents are text as they stand (`MAX_PARSED` in wasm/src/visible.rs). */
export const MAX_PARSED = 32 * 1024 * 1024;

/** Whether a title is cut. */
export function isCutTitle(title: string): boolean {
  return isLongerThan(title, MAX_TITLE_LENGTH);
}

export function cutTitle(title: string): string {
  return shortenEnd(title, MAX_TITLE_LENGTH);
}

/** The slug, without the end of a very long one. */
export function cutSlug(slug: string): string {
  return isLongerThan(slug, MAX_SLUG_LENGTH) ? shortenEnd(slug, MAX_SLUG_LENGTH).slice(0, -1) : slug;
}

/** The headings with titles and ids of limited length. The line of a heading that is cut belongs to its text. */
export function cutHeadings(headings: readonly OutlineHeading[]): readonly OutlineHeading[] {
  return headings.slice(0, MAX_SECTIONS).map((heading) => {
    const isCut = isCutTitle(heading.text);
    if (!isCut && (heading.id === null || !isLongerThan(heading.id, MAX_SLUG_LENGTH))) return heading;
    return {
      ...heading,
      text: cutTitle(heading.text),
      id: heading.id === null || isLongerThan(heading.id, MAX_SLUG_LENGTH) ? null : heading.id,
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
    `${MAX_SECTIONS.toLocaleString("en")} sections, and they repeat the titles above them for at most ` +
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

/** The warning about Markdown of so many bytes, if they are too many to be parsed, so that its markup is text. */
export function markupWarnings(bytes: number): readonly DocumentWarning[] {
  if (bytes <= MAX_PARSED) return [];
  const message = `markup counts as text: ra indexes and shows a document larger than ${MAX_PARSED / 1024 ** 2} MiB ` +
    "as it is written";
  return [{ code: "work-limit", message, line: 1 }];
}

/**
 * The sizes of pieces, larger in a document that would have too many of them. Each piece repeats up to so many bytes of
 * titles.
 */
export function limitedSizes(sizes: ChunkSizes, bytes: number, repeated: number): ChunkSizes {
  const within = bytes * repeated / (REPEATED_BYTES + REPEATED_TIMES * bytes);
  const least = Math.ceil(Math.max(bytes / MAX_SECTIONS, within));
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
  const tags = properties.tags.filter((tag) => !isLongerThan(tag, MAX_TAG_LENGTH)).slice(0, MAX_TAGS);
  const metadata = limitedMetadata(properties.metadata);
  const lang = properties.lang !== null && isLongerThan(properties.lang, MAX_LANGUAGE_LENGTH) ? null : properties.lang;
  if (tags.length === properties.tags.length && metadata === properties.metadata && lang === properties.lang) {
    return { properties, warnings: [] };
  }
  const message =
    `ra reads as text what exceeds ${MAX_TAGS} tags of ${MAX_TAG_LENGTH} bytes, ${MAX_VALUE_LENGTH} bytes of ` +
    `one value, or ${MAX_METADATA / 1024} KiB of metadata`;
  const dropped = [
    ...properties.tags.filter((tag) => !tags.includes(tag)),
    ...Object.entries(properties.metadata).flatMap(([key, values]) =>
      values.filter((value) => !Object.hasOwn(metadata, key) || !metadata[key]!.includes(value))
    ),
  ];
  return {
    properties: { ...properties, tags, metadata, lang, asides: [...properties.asides ?? [], ...dropped] },
    warnings: [{ code: "metadata-too-long", message, line: 1 }],
  };
}

/** The same object if everything in it fits. */
function limitedMetadata(metadata: Metadata): Metadata {
  const encoder = new TextEncoder();
  let left = MAX_METADATA;
  let isWhole = true;
  const fits = (name: string, value: string): boolean => {
    // An empty value costs something too.
    const size = value.length > MAX_VALUE_LENGTH ? Infinity : encoder.encode(value).length + 8;
    const fit = name.length <= MAX_SLUG_LENGTH && size <= MAX_VALUE_LENGTH && size <= left;
    if (fit) left -= size;
    isWhole &&= fit;
    return fit;
  };
  const kept = Object.entries(metadata)
    .map(([name, values]) => [name, values.filter((value) => fits(name, value))] as const)
    .filter(([, values]) => values.length > 0);
  return isWhole ? metadata : Object.fromEntries(kept);
}
