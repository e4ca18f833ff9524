/** `--facets`: counts of documents by value. */
import type { Counts, Facets } from "../../shapes/search.ts";
import type { Palette } from "../terminal/color.ts";
import { count, thousands } from "../quantity.ts";
import { sanitizeLine } from "../../text/sanitize.ts";

/** How many values of a facet to show. The text only counts the others; JSON has them all. */
const SHOWN = 10;

/** Prints a line for each facet that has values. Empty if none has. */
export function formatFacets({ tree, tag, lang, meta }: Facets, palette: Palette): string {
  const facets = Object.entries({ tree, tag, lang }).concat(
    Object.entries(meta).map(([key, counts]) => [`meta.${key}`, counts]),
  );
  return facets.map(([name, counts]) => formatFacet(name, counts, palette)).join("");
}

function formatFacet(name: string, counts: Counts, palette: Palette): string {
  // An object lists keys that look like numbers first, so the order has to be restored.
  const values = Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (values.length === 0) return "";
  const shown = values.slice(0, SHOWN).map(([value, documents]) =>
    `${sanitizeLine(value)} ${palette.dim(`(${thousands(documents)})`)}`
  );
  if (values.length > SHOWN) shown.push(palette.dim(`… ${count(values.length - SHOWN, "other")}`));
  return `${palette.heading(`${sanitizeLine(name)}:`)} ${shown.join(", ")}\n`;
}
