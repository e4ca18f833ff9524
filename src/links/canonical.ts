/** The forms in which links and places are compared. */

/**
 * A heading or an anchor as its letters and digits, in lower case and without accents: generators differ in the
 * punctuation, the hyphens and the signs that they keep. Empty for one without any.
 */
export function canonicalAnchor(text: string): string {
  return text.normalize("NFKD").toLowerCase().replace(/&[a-z]+;/g, "").replace(/[^\p{L}\p{Nd}]+/gu, "");
}

/** A label as labels are compared: without case, and white space counts once. */
export function canonicalLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Names of pages that stand for their folder. The code of a language may follow: `_index.de`. */
const INDEX = /^(?:_?index(?:\.[a-z]{2}(?:[-_][a-z]{2,4})?)?|readme)$/i;

export function isIndexName(stem: string): boolean {
  return INDEX.test(stem);
}

/**
 * A part of an address as generators make it from a file's name: without the number before it (`01-intro`) and the
 * underscore of a collection (`_docs`), in lower case, with hyphens for spaces.
 */
export function canonicalSegment(segment: string): string {
  return segment.normalize("NFC").toLowerCase().replace(/^\d+\s*[-_.]\s*(?=[^-_.\s\d])/, "").replace(/^_+(?=.)/, "")
    .replace(/\s+/g, "-");
}
