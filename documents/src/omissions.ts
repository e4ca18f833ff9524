/** Collects what a converter leaves out. */
import type { Omission, OmissionKind } from "./converted.ts";

const MAX_LETTERS = 300;
const MAX_LINES = 1000;
/** Letters of one text. */
const MAX_TEXT = 100_000;
/** At white space where there is some. */
const PARTS = new RegExp(`.{1,${MAX_LETTERS}}(?=\\s|$)|.{1,${MAX_LETTERS}}`, "gsu");

export interface Omissions {
  /** `line` is the text that is left out, or what is known of it. */
  add(kind: OmissionKind, line: string): void;
  /** By kind, in the order in which the kinds first came. */
  all(): readonly Omission[];
}

/** `before` tells the place that stands before a line, such as `slide 3: `. */
export function collectOmissions(before: () => string = () => ""): Omissions {
  const found = new Map<OmissionKind, { count: number; readonly lines: string[] }>();
  return {
    add(kind, line) {
      const text = line.slice(0, MAX_TEXT).replace(/\s+/g, " ").trim();
      if (text === "" && kind === "hidden-text") return;
      const entry = found.get(kind) ?? { count: 0, lines: [] };
      found.set(kind, entry);
      entry.count++;
      // A long text has several lines, and counts once.
      for (const part of text.match(PARTS) ?? [""]) {
        if (entry.lines.length >= MAX_LINES) return;
        entry.lines.push(`${before()}${part.trim()}`);
      }
    },
    all: () => [...found].map(([kind, { count, lines }]) => ({ kind, count, lines })),
  };
}
