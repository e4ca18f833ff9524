/** Decides about each place of a query that cannot be meant as syntax: it is an error, or it is searched as words. */
import type { RaError } from "../../errors.ts";
import type { TakenLiterally } from "../../shapes/literal.ts";
import { querySyntaxError } from "./query_error.ts";

/** What is wrong at a place of a query, and what a user can do about it. */
export interface Fault {
  readonly problem: string;
  readonly hint: string;
}

/** The most characters of a place that its record repeats. The rest of a long query is longer. */
const MAX_SHOWN = 200;

export class QueryReading {
  readonly text: string;
  readonly isLenient: boolean;
  readonly #taken: TakenLiterally[] = [];

  constructor(text: string, isLenient: boolean) {
    this.text = text;
    this.isLenient = isLenient;
  }

  /** Makes the error of a fault with its caret at the UTF-16 offset `at`. */
  error(at: number, { problem, hint }: Fault): RaError {
    return querySyntaxError(this.text, at, problem, hint);
  }

  /** Throws, unless the reading is lenient. */
  refuse(at: number, fault: Fault): void {
    if (!this.isLenient) throw this.error(at, fault);
  }

  /** Records that this part of the text is searched as words, or throws with a caret at `caret`. */
  takeLiterally(start: number, end: number, fault: Fault, caret = start): void {
    this.refuse(caret, fault);
    this.#taken.push(literal(this.text, start, end, fault.problem));
  }

  /** The records by place. Those of one reason are one where only space stands between them. */
  taken(): readonly TakenLiterally[] {
    const merged: TakenLiterally[] = [];
    for (const one of this.#taken.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
      const last = merged.at(-1);
      if (last !== undefined && one.end <= last.end) continue;
      const isSame = last?.reason === one.reason && this.text.slice(last.end, one.start).trim() === "";
      if (isSame) merged.splice(-1, 1, literal(this.text, last.start, one.end, one.reason));
      else merged.push(one);
    }
    return merged;
  }
}

/** A record of a part of `text`. */
export function literal(text: string, start: number, end: number, reason: string): TakenLiterally {
  const isLong = end - start > MAX_SHOWN;
  const shown = isLong
    ? `${text.slice(start, start + MAX_SHOWN).replace(/[\ud800-\udbff]$/, "")}…`
    : text.slice(start, end);
  return { start, end, text: shown, reason };
}
