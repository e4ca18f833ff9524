/**
 * Makes questions that a heading answers: "Installing a plugin" gives "how do I install a plugin", and "Module
 * resolution" gives "what is module resolution".
 */
import { typed } from "./plain_text.ts";

const VERBS: ReadonlySet<string> = new Set(
  ("access add adjust allow apply attach authenticate avoid build bundle call cancel change check choose clean clone combine compare compile " +
    "configure connect convert copy create customize debug declare define delete deploy detect disable display download embed enable encode " +
    "enforce ensure execute exit export extend extract fetch filter find fix format generate get group handle hide host ignore implement import " +
    "improve include initialize inspect install integrate invoke limit link list load log make manage map measure merge migrate mock modify " +
    "monitor move name navigate open optimize override parse pass prevent publish read reduce register release remove rename render replace " +
    "reset resolve restart restore return run save schedule search select send serve set share show sign sort specify split start stop store " +
    "style submit switch sync test track transform translate troubleshoot turn uninstall update upgrade upload use validate verify view watch write")
    .split(" "),
);

/**
 * Returns undefined for a heading that names neither an action nor a thing. `frequency` tells how often a word occurs
 * in the collection.
 */
export function questionFor(heading: readonly string[], frequency: (word: string) => number): string | undefined {
  const words = heading.map(typed);
  const [first, ...rest] = words;
  if (first === undefined || words.length > 9) return undefined;
  if (VERBS.has(first) && rest.length > 0) return `how do I ${words.join(" ")}`;
  const verb = rest.length > 0 ? verbOfGerund(first, frequency) : undefined;
  if (verb !== undefined) return `how do I ${[verb, ...rest].join(" ")}`;
  if (/^(?:how|what|why|when|where|which|who|can|is|are|do|does|should)$/.test(first)) {
    return words.length > 2 ? words.join(" ") : undefined;
  }
  if (words.length > 4 || words.some((word) => word.length < 2)) return undefined;
  return `what ${/^[a-z-]*[^s]s$/.test(words.at(-1)!) ? "are" : "is"} ${words.join(" ")}`;
}

/**
 * Turns `running` into `run` and `creating` into `create`: the form that the collection uses most. Undefined if it
 * uses none.
 */
function verbOfGerund(word: string, frequency: (word: string) => number): string | undefined {
  if (!/^[a-z]{3,}ing$/.test(word)) return undefined;
  const stem = word.slice(0, -3);
  const forms = [stem, `${stem}e`, ...(stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : [])];
  const best = forms.toSorted((a, b) => frequency(b) - frequency(a))[0]!;
  return frequency(best) > 2 ? best : undefined;
}
