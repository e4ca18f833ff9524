/** Tells folders of languages and of versions by their names. */
import { isLanguageCode } from "../../config/keys/tree_parts.ts";
import { documentExtension } from "../../store/files/document_kinds.ts";
import type { Locale, SiteFolder } from "./site.ts";

/** The languages of ISO 639-1. */
const CODES: ReadonlySet<string> = new Set(
  ("aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en " +
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja " +
    "jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb " +
    "nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq " +
    "sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu").split(
      " ",
    ),
);

/** The code of a language that a folder is named by: `pt-BR` for `pt_BR`. */
export function languageOf(name: string): string | undefined {
  const code = name.replaceAll("_", "-");
  if (!/^[a-z]{2}(?:-[A-Za-z]{2}|-[A-Za-z]{4}|-[0-9]{3})?$/i.test(code) || !isLanguageCode(code)) return undefined;
  return CODES.has(code.slice(0, 2).toLowerCase()) ? code : undefined;
}

/**
 * The languages of a folder whose folders are named by them: at least two that hold something of the same name, or
 * four. English comes first, where the site does not say which language is its own. `below` is the same path in each.
 */
export function languagesIn(site: SiteFolder, folder: string, below: string): readonly Locale[] {
  const found = site.foldersIn(folder).flatMap((name) => {
    const code = languageOf(name);
    const place = joined(folder, name, below);
    return code === undefined || !site.isFolder(place) ? [] : [[code, place] as const];
  });
  if (found.length < 2 || (found.length < 4 && !haveCommonName(site, found.map(([, place]) => place)))) return [];
  const isFirst = ([code]: Locale): boolean => /^en(?:-|$)/i.test(code);
  return withoutDoubles([...found.filter(isFirst), ...found.filter((one) => !isFirst(one))]);
}

const VERSION = /^(?:version-|v)\d+(?:[.\d]|\.x)*$|^\d+\.[.\dx]+$/i;
/** Years, months and numbered chapters are no versions: years have four digits, and the others often begin with 0. */
const BARE = /^(?:0|[1-9]\d{0,2})$/;
const FORMER = /^[-_. ]v\d+(?:\.[\dx]+)*$/i;

/**
 * The versions of a folder, the newest first: at least two folders like `v1.2` that hold something of one name, or like
 * `10` that hold the same pages, or `docs` with `docs_v1` beside it.
 */
export function versionsIn(site: SiteFolder, folder: string): readonly string[] {
  const places = (names: readonly string[]): string[] => names.map((name) => joined(folder, name)).sort(newestFirst);
  const names = site.foldersIn(folder);
  const named = places(names.filter((name) => VERSION.test(name)));
  if (named.length > 1 && haveCommonName(site, named)) return named;
  const bare = places(names.filter((name) => BARE.test(name)));
  if (bare.length > 1 && haveSamePages(site, bare)) return bare;
  const beside = names.map((name) => {
    const own = joined(folder, name);
    return [own, ...places(formerOf(name, names)).filter((place) => haveSamePages(site, [own, place]))];
  }).filter((own) => own.length > 1);
  return beside.length === 1 ? beside[0]! : [];
}

/**
 * The former versions of `docs` that lie beside it: `docs_v1`, and then `docs-v2` too. Without a first one, the folder
 * may itself be the oldest.
 */
function formerOf(name: string, names: readonly string[]): readonly string[] {
  const numbered = names.filter((one) => one.startsWith(name) && FORMER.test(one.slice(name.length)));
  return numbered.some((one) => /v1(?:\D|$)/i.test(one.slice(name.length))) ? numbered : [];
}

/** The versions in the only folder of a folder that holds some. Elsewhere, pages of different folders would be one. */
export function versionsBelow(site: SiteFolder, folder: string): readonly string[] {
  const found = site.foldersIn(folder).map((name) => versionsIn(site, joined(folder, name)))
    .filter((places) => places.length > 0 && haveSamePages(site, places));
  return found.length === 1 ? found[0]! : [];
}

/** Every chapter may have an index and one page of exercises. */
const SAME_PAGES = 2;

/** Whether each folder has most of the pages of the one beside it, and more than one. */
function haveSamePages(site: SiteFolder, folders: readonly string[]): boolean {
  const pages = folders.map((folder) =>
    new Set(site.namesIn(folder).filter((name) => documentExtension(name) !== undefined && !INDEX.test(name)))
  );
  return pages.slice(1).every((own, at) => {
    const before = pages[at]!;
    const common = [...own].filter((name) => before.has(name)).length;
    return common >= SAME_PAGES && 2 * common >= Math.min(own.size, before.size);
  });
}

const INDEX = /^(?:index|_index|readme)\./i;

function newestFirst(a: string, b: string): number {
  const [one, other] = [numbersOf(a), numbersOf(b)];
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    if (one[at] !== other[at]) return (other[at] ?? -1) - (one[at] ?? -1);
  }
  return a < b ? -1 : 1;
}

/** `x` stands for the newest of its line. */
function numbersOf(path: string): readonly number[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return (name.match(/\d+|x$/gi) ?? []).map((part) => (/x/i.test(part) ? Infinity : Number(part)));
}

function haveCommonName(site: SiteFolder, folders: readonly string[]): boolean {
  const seen = new Set<string>();
  return folders.some((folder) => {
    const names = site.namesIn(folder).filter((name) => !name.startsWith("."));
    if (names.some((name) => seen.has(name))) return true;
    names.forEach((name) => seen.add(name));
    return false;
  });
}

/** Two folders of one language: the first counts. */
export function withoutDoubles(locales: readonly Locale[]): readonly Locale[] {
  const seen = new Set<string>();
  return locales.filter(([code]) => !seen.has(code.toLowerCase()) && seen.add(code.toLowerCase()));
}

export function joined(...parts: readonly string[]): string {
  return parts.flatMap((part) => part.split("/")).filter((part) => part !== "" && part !== ".").join("/") || ".";
}
