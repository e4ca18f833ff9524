/** Slugs of headings, as GitHub makes them but without runs of hyphens. */

const ASCII = /^[\x00-\x7f]*$/;
const DROPPED_ASCII = /[^a-z0-9_\-\s]+/g;
const DROPPED = /[^\p{L}\p{M}\p{Nd}_\-\s]+/gu;
const SEPARATORS = /[\s-]+/g;
const EDGES = /^-|-$/g;

/**
 * The slug of a heading's text: lower case; letters, marks and digits of every script, `_` and `-` kept; white space
 * turned into single hyphens; `heading` when nothing is left.
 */
export function slugify(text: string): string {
  // Most headings are ASCII, for which the classes of Unicode cost three times as much.
  const dropped = ASCII.test(text) ? DROPPED_ASCII : DROPPED;
  const slug = text.toLowerCase().replace(dropped, "").replace(SEPARATORS, "-").replace(EDGES, "");
  return slug === "" ? "heading" : slug;
}

/** Gives out each slug once. */
export interface SlugRegister {
  /** The base itself, or the base with the first of `-1`, `-2`, … that is still free. */
  claim(base: string): string;
}

/** A register for one document; ask it for slugs in document order. */
export function createSlugRegister(): SlugRegister {
  const taken = new Set<string>();
  const lastSuffix = new Map<string, number>();
  return {
    claim(base) {
      let slug = base;
      let suffix = lastSuffix.get(base) ?? 0;
      while (taken.has(slug)) slug = `${base}-${++suffix}`;
      lastSuffix.set(base, suffix);
      taken.add(slug);
      return slug;
    },
  };
}
