/** Slugs of headings. They are like GitHub's, but without repeated hyphens. */

const ASCII = /^[\x00-\x7f]*$/;
const DROPPED_ASCII = /[^a-z0-9_\-\s]+/g;
const DROPPED = /[^\p{L}\p{M}\p{Nd}_\-\s]+/gu;
const SEPARATORS = /[\s-]+/g;
const EDGES = /^-|-$/g;

/**
 * The slug of a heading's text, in lower case. It keeps `_`, `-`, and the letters, marks and digits of every script.
 * White space becomes single hyphens. An empty slug becomes `heading`.
 */
export function slugify(text: string): string {
  // Most headings are ASCII, and Unicode classes cost three times as much.
  const dropped = ASCII.test(text) ? DROPPED_ASCII : DROPPED;
  const slug = text.toLowerCase().replace(dropped, "").replace(SEPARATORS, "-").replace(EDGES, "");
  return slug === "" ? "heading" : slug;
}

/** Gives each slug out only once. */
export interface SlugRegister {
  /** Returns the base itself, or the base with the first free ending of `-1`, `-2`, …. */
  claim(base: string): string;
}

/** A register for one document. Claim the slugs in document order. */
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
