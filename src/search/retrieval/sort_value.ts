/** Compares values of frontmatter: numbers as numbers, dates as dates, and all else as text. */
import { composed } from "../../text/composed.ts";
import { readMoment } from "../../text/moment.ts";

/** Numbers come before dates, and dates before text. */
const KINDS = ["number", "date", "text"] as const;

export type SortValue =
  | { readonly kind: "number" | "date"; readonly value: number }
  | { readonly kind: "text"; readonly value: string };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export function sortValue(written: string): SortValue {
  const text = written.trim();
  if (NUMBER.test(text)) return { kind: "number", value: Number(text) };
  const moment = readMoment(text);
  // The order does not depend on the language of the machine.
  return moment === undefined ? { kind: "text", value: composed(text).toLowerCase() } : { kind: "date", value: moment };
}

/** Below 0 where `a` comes first. */
export function compareSortValues(a: SortValue, b: SortValue): number {
  if (a.kind !== b.kind) return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
}
