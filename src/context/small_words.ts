/** Counts the words that are too common to search sections for, but that add to the picture of a whole file. */
import type { Signal } from "./signals.ts";
import type { SourcePart } from "./source_parts.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Finds keywords, names of built-in types, numbers, and words of fewer than `minLength` letters. */
export function smallWords(parts: readonly SourcePart[], minLength: number): readonly Signal[] {
  const counts = new Map<string, number>();
  for (const { kind, text } of parts) {
    for (const [word] of text.normalize("NFC").toLowerCase().matchAll(WORD)) {
      if (kind === "syntax" || word.length < minLength || !/\p{L}/u.test(word)) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
  }
  return [...counts].map(([word, count]) => ({
    word,
    count,
    weight: 0,
    given: 0,
    required: false,
    sources: ["code"],
  }));
}
