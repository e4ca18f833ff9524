/** One line about the other places of a result. */
import type { SearchResult } from "../shapes/search.ts";
import { sanitizeLine } from "../text/sanitize.ts";

type OtherPlaces = NonNullable<SearchResult["also_in"]>;

/** So many places have room on a line. The JSON names the others. */
const SHOWN = 3;

/** `(also in docs:a.md and 2 others; languages: de, fr; versions: v2, v1)` */
export function alsoInLine(places: OtherPlaces): string {
  const copies = places.filter(({ reason }) => reason === "copy").map(({ id }) => id);
  const named = (
    wanted: "translation" | "version",
    name: (place: OtherPlaces[number]) => string | undefined,
  ): string[] => [
    ...new Set(places.filter(({ reason }) => reason === wanted).map((place) => name(place) ?? place.id)),
  ];
  const languages = named("translation", ({ lang }) => lang);
  const versions = named("version", ({ version }) => version);
  const parts = [
    ...(copies.length === 0 ? [] : [`also in ${shortened(copies)}`]),
    ...(languages.length === 0 ? [] : [`other languages: ${shortened(languages)}`]),
    ...(versions.length === 0 ? [] : [`other versions: ${shortened(versions)}`]),
  ];
  return `(${parts.join("; ")})`;
}

function shortened(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => sanitizeLine(name)).join(", ");
  const rest = names.length - SHOWN;
  return rest <= 0 ? shown : `${shown} and ${rest} ${rest === 1 ? "other" : "others"}`;
}
