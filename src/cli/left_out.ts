/** The warning about results that did not fit a token budget. */
import { count } from "../output/quantity.ts";
import type { LeftOut, SearchAnswer } from "../shapes/search.ts";
import type { Invocation } from "./invocation.ts";

/** Warns about the results that a budget left out, with their costs. Says nothing if everything fits. */
export function warnOfLeftOut(invocation: Invocation, { queries }: SearchAnswer): void {
  const left = queries.flatMap(({ left_out = [] }) => left_out);
  if (left.length > 0) invocation.warn({ code: "left-out", message: leftOutMessage(left) });
}

/** The message names this many results; JSON has all of them. */
const NAMED = 5;

function leftOutMessage(left: readonly LeftOut[]): string {
  const named = left.slice(0, NAMED).map(({ id, tokens }) => `${id} (${count(tokens, "token")})`);
  const others = left.length > NAMED ? [count(left.length - NAMED, "other")] : [];
  return `left out to fit the token budget: ${[...named, ...others].join(", ")}`;
}
