/** Says what of a query was searched as words although it looks like syntax, in one line. */
import { TOO_LONG, TOO_MANY_TERMS } from "../search/query/faults.ts";
import type { TakenLiterally } from "../shapes/literal.ts";
import type { QueryEntry } from "../shapes/search.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { shortenEnd } from "../text/shorten.ts";
import { count } from "./quantity.ts";

/** How many different places are named. */
const NAMED = 3;

/** The most bytes of a place that is named. */
const MAX_SHOWN = 40;

/** Undefined where all of the query was read as it is meant. */
export function literalNote({ taken_literally: taken = [] }: QueryEntry): string | undefined {
  const isRest = ({ reason }: TakenLiterally): boolean => reason === TOO_LONG || reason === TOO_MANY_TERMS;
  const words = [...new Set(taken.filter((one) => !isRest(one)).map(shown))];
  const rest = taken.filter(isRest).map(shown);
  const others = words.length > NAMED ? [count(words.length - NAMED, "other")] : [];
  const parts = [
    ...(words.length === 0 ? [] : [`taken literally: ${[...words.slice(0, NAMED), ...others].join(", ")}`]),
    ...(rest.length === 0 ? [] : [`left out: ${rest.join(", ")}`]),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

function shown({ text, reason }: TakenLiterally): string {
  return `\`${shortenEnd(sanitizeLine(text), MAX_SHOWN)}\` (${reason})`;
}
