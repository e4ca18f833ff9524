/** Reads the `*` of a word: at its end it stands for the rest of the word. */
import { INNER_STAR, SHORT_BEGINNING } from "./faults.ts";
import type { QueryReading } from "./reading.ts";

/** Where a word of a query may stand: by itself or as the value of a text field, or as the value of a filter. */
export type WordPlace = { readonly filter: string } | "text";

/** A run without spaces, with its backslashes removed. */
export interface LexedRun {
  readonly content: string;
  /** Lengths of the content up to stars that a backslash makes plain. */
  readonly plainStars: ReadonlySet<number>;
  readonly start: number;
  readonly end: number;
}

interface Word {
  readonly kind: "word";
  readonly text: string;
  readonly prefix?: "star";
}

/** The word of a run. A star that can only be dropped is a fault. */
export function wordOf({ content, plainStars, start, end }: LexedRun, place: WordPlace, reading: QueryReading): Word {
  // A runtime takes a millisecond to compile what the patterns below say of letters.
  if (!content.includes("*")) return { kind: "word", text: content };
  // A word that starts with signs other than those of names has no `*` of its own: `**bold*`.
  const isStarred = /^(?!\*).*[\p{L}\p{N}\p{M}_]\*$/u.test(content) && !plainStars.has(content.length);
  if (place !== "text") {
    if (isStarred && place.filter !== "path") {
      throw reading.error(start, {
        problem: `\`${place.filter}:\` takes no \`*\``,
        hint: "write the whole value, or put it in quotes if the * belongs to it",
      });
    }
    return { kind: "word", text: content };
  }
  // Between digits it multiplies.
  const inner = /(?<=\p{L})\*(?=[\p{L}\p{N}])|(?<=\p{N})\*(?=\p{L})/u.exec(content);
  if (inner !== null && !plainStars.has(inner.index + 1)) {
    reading.takeLiterally(start, end, INNER_STAR);
    return { kind: "word", text: content };
  }
  if (!isStarred) return { kind: "word", text: content };
  const begun = content.slice(0, -1);
  if (/[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{Lo}\p{M}]/u.test(begun)) return { kind: "word", text: begun, prefix: "star" };
  reading.takeLiterally(start, end, SHORT_BEGINNING);
  return { kind: "word", text: content };
}
