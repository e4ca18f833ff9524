/** The labels that `plant/labels.py` writes beside a document; it describes the fields. */
import type { ReadDocument } from "./read_document.ts";

type Words = readonly string[];

export interface Part {
  readonly construct: string;
  readonly words: Readonly<Record<string, number>>;
  readonly optional: Readonly<Record<string, number>>;
  readonly once: Words;
  readonly hidden: Words;
  readonly cells: readonly (readonly [heading: string, value: string])[];
  readonly rows: readonly Words[];
  readonly order: readonly Words[];
  readonly lines: readonly Words[];
  readonly headings: Words;
  readonly shown: readonly Words[];
  readonly absent: Words;
  readonly apart: readonly Words[];
  readonly states: readonly (readonly [string, string])[];
  readonly nested: readonly (readonly [outer: string, inner: string])[];
  readonly said: readonly Words[];
  readonly beside: readonly (readonly [word: string, forms: Words])[];
  readonly targets: Words;
}

export interface Labels {
  readonly format: string;
  readonly parts: readonly Part[];
}

export const FAULTS = [
  /** Neither in the text nor listed. */
  "lost",
  /** Has to be in the text, and is only listed. */
  "left out",
  /** May be left out, and is neither in the text nor listed. */
  "unlisted",
  "doubled",
  "hidden shown",
  "cell",
  "row",
  "order",
  "lines",
  "heading",
  "form",
  "glued",
  "state",
  "level",
  "unsaid",
  "link",
] as const;

export interface Fault {
  readonly kind: typeof FAULTS[number];
  readonly construct: string;
  readonly what: string;
}

export interface Compared {
  readonly labels: Labels;
  readonly document: ReadDocument;
}
