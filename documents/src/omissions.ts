/** Collects what a converter leaves out. */
import type { Omission, OmissionKind } from "./converted.ts";

const MAX_LETTERS = 300;
const MAX_LINES = 1000;

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
      const entry = found.get(kind) ?? { count: 0, lines: [] };
      found.set(kind, entry);
      entry.count++;
      if (entry.lines.length >= MAX_LINES) return;
      const text = line.slice(0, 4 * MAX_LETTERS).replace(/\s+/g, " ").trim();
      entry.lines.push(`${before()}${text}`.slice(0, MAX_LETTERS));
    },
    all: () => [...found].map(([kind, { count, lines }]) => ({ kind, count, lines })),
  };
}
