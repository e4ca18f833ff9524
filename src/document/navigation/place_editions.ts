/** Places the versions and translations of pages that a navigation names in another version or language alone. */
import type { TreeConfig } from "../../config/config.ts";
import { type Edition, editionOf } from "../edition.ts";
import type { PagePlace } from "./place_pages.ts";

/** A place, and which edition of its page a navigation names. */
interface Named {
  readonly place: PagePlace;
  readonly rank: number;
  readonly locale: number;
}

/**
 * The places, and beside them those of other editions of the same pages, which have the title that their page has in
 * the newest version and the first language that are named. Each version and language comes after those before it.
 */
export function placeEditions(
  places: ReadonlyMap<string, PagePlace>,
  paths: readonly string[],
  tree: Pick<TreeConfig, "locales" | "versions">,
): ReadonlyMap<string, PagePlace> {
  const languages = Math.max(1, Object.keys(tree.locales).length);
  if (places.size === 0 || (languages === 1 && tree.versions.length === 0)) return places;
  const byPath = new Map(paths.map((path) => [path, editionOf(path, tree)]));
  const rankOf = ({ version, locale }: Edition): number => version * languages + locale;
  const named = new Map<string, Named>();
  let last = 0;
  for (const [path, place] of places) {
    last = Math.max(last, place.position);
    const edition = byPath.get(path);
    if (edition == null) continue;
    const rank = rankOf(edition);
    const before = named.get(edition.page);
    if (before === undefined || rank < before.rank) named.set(edition.page, { place, rank, locale: edition.locale });
  }
  const all = new Map(places);
  for (const [path, edition] of byPath) {
    const found = edition === null || places.has(path) ? undefined : named.get(edition.page);
    if (edition === null || found === undefined) continue;
    const { place: { title, position, section }, locale } = found;
    const translated = locale === edition.locale ? {} : { isTranslated: true as const };
    all.set(path, { title, position: (1 + rankOf(edition)) * (last + 1) + position, section, ...translated });
  }
  return all;
}
