/** Reads option values. Each reader throws `usage` with the name of the option and what it takes. */
import { RaError } from "../errors.ts";

type ValueReader<T> = (text: string) => T;

/** A whole number from `least` to `most`. */
export function wholeNumber(option: string, least: number, most = Infinity): ValueReader<number> {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw wrong(option, text, `a whole number from ${least} ${most === Infinity ? "up" : `to ${most}`}`);
  };
}

/** A decimal number from 0 to `most`. With `above`, 0 itself is refused. */
export function decimal(option: string, most: number, range: string, above = false): ValueReader<number> {
  return (text) => {
    const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN;
    if (value <= most && (above ? value > 0 : value >= 0)) return value;
    throw wrong(option, text, range);
  };
}

/** Collects the values of an option that may be repeated. Each value is a list with commas. */
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
