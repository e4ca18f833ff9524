/** Readers of option values; each throws `usage` with the option's name and what it takes. */
import { RaError } from "../errors.ts";

type Reader<T> = (text: string) => T;

/** A whole number from `least` up, to `most` where there is one. */
export function wholeNumber(option: string, least: number, most = Infinity): Reader<number> {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw wrong(option, text, `a whole number from ${least} ${most === Infinity ? "up" : `to ${most}`}`);
  };
}

/** A decimal number from 0 up, at most `most`; with `above` 0 itself is out. */
export function decimal(option: string, most: number, range: string, above = false): Reader<number> {
  return (text) => {
    const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN;
    if (value <= most && (above ? value > 0 : value >= 0)) return value;
    throw wrong(option, text, range);
  };
}

/** Collects a repeatable option whose values may be comma lists. */
export function names(option: string): (text: string, earlier: readonly string[] | undefined) => readonly string[] {
  return (text, earlier = []) => {
    const found = text.split(",").map((name) => name.trim()).filter((name) => name !== "");
    if (found.length === 0) throw wrong(option, text, "one or more names, separated by commas");
    return [...earlier, ...found];
  };
}

function wrong(option: string, text: string, expected: string): RaError {
  return new RaError("usage", `${option}: ${JSON.stringify(text)} is not ${expected}`);
}
