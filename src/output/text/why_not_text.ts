/** `--why-not`: explains in one sentence why a passage is missing. */
import type { WhyNot } from "../../shapes/why_not.ts";
import type { TookPart } from "../../shapes/took_part.ts";
import type { Palette } from "../terminal/color.ts";
import { listsNotes } from "../lists_note.ts";
import { formatScore } from "../quantity.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

/** `why not ID: …` */
export function formatWhyNot(why: WhyNot, palette: Palette, took: TookPart): string {
  const notes = why.phase === "unknown" || why.phase === "returned" ? [] : listsNotes(took);
  const whole = [reason(why), ...notes].join("; ");
  return `${palette.heading("why not")} ${palette.id(sanitizeLine(why.id))}: ${sanitizeLine(whole)}\n`;
}

function reason(why: WhyNot): string {
  const { phase, into, reason: kind } = why;
  if (kind === undefined || phase === "copy") return fate(why);
  const what = kind === "copy" ? "with the same text" : `of which it is a ${kind}`;
  return `${into}, ${what}, stands for it: ${fate(why)}`;
}

function fate(why: WhyNot): string {
  const { phase, score, needed, into, filters = [], missing = [] } = why;
  const scored = score === null ? "" : `; it scores ${formatScore(score)}`;
  const short = needed === null ? scored : `${scored}, and ${formatScore(needed)} was needed`;
  switch (phase) {
    case "unknown":
      return "no chunk of the index has this id";
    case "filtered":
      return `excluded by ${filters.join(", ")}`;
    case "not matched":
      if (filters.length > 0) return `the query excludes it: ${filters.join(", ")}`;
      if (why.lists?.includes("meaning") === true) {
        return `no word matches it, and its meaning is not near enough (semantic.floor)${nearness(why)}`;
      }
      return missing.length === 0
        ? "only the titles above it have what the query asks for; a section is found by what it has itself"
        : `the query does not match it; it lacks: ${missing.join(", ")}`;
    case "copy":
      return why.reason === "copy"
        ? `the same text is found in ${into} (--all-copies shows both)`
        : `it is a ${why.reason} of ${into}, which is found (--all-copies shows both)`;
    case "candidates":
      return `it is not among the candidates (--candidate-limit)${short}${listsText(why)}`;
    case "cutoff":
      return `it was cut where the scores fall off (--cutoff-ratio)${short}${listsText(why)}`;
    case "aggregated":
      return `merged into ${into}${scored}`;
    case "grouped":
      return `${into} is the best result of its document${scored}`;
    case "limit":
      return `it is beyond the limit (-n)${short}`;
    case "budget":
      return `it did not fit the token budget (--max-tokens)${scored}`;
    case "returned":
      return `it is among the results${scored}`;
  }
}

function listsText(why: WhyNot): string {
  if (why.lists === undefined) return "";
  const found = why.lists.length === 0
    ? "neither its words nor its meaning were"
    : `by ${why.lists.join(" and ")} it was`;
  return `; ${found} among the best${nearness(why)}`;
}

function nearness({ cosine }: WhyNot): string {
  return cosine === undefined || cosine === null ? "" : `; its cosine is ${cosine.toFixed(2)}`;
}
