/** Which of the languages and versions of a page a document is, by the folders of its tree. */
import type { TreeConfig } from "../config/config.ts";

/** A document among the translations and versions of its page. */
export interface Edition {
  /** The path without the folders of its language and version. */
  readonly page: string;
  /** The place of its language among those of the tree, from 0. Later where it states another than its folder. */
  readonly locale: number;
  /** The code of its language as the tree states it, or null in a tree without languages. */
  readonly lang: string | null;
  /** The place of its version among those of the tree, from 0 for the newest. */
  readonly version: number;
  /** The last folder of its version, or null where it is in none. */
  readonly versionName: string | null;
}

type EditionRules = Pick<TreeConfig, "locales" | "versions">;

/** Docusaurus keeps translations of the newest version in a folder of this name. */
const CURRENT = "current/";

/** Null in a tree without languages and versions, and for what lies in none of their folders. */
export function editionOf(path: string, { locales, versions }: EditionRules): Edition | null {
  const codes = Object.keys(locales);
  if (codes.length === 0 && versions.length === 0) return null;
  const { rest, code, folder } = withoutLanguage(path, locales);
  const { page, version } = withoutVersion(rest, versions, folder);
  if (code === undefined && version === undefined) return null;
  const name = version === undefined ? undefined : versions[version]!;
  return {
    page,
    locale: code === undefined ? 0 : codes.indexOf(code),
    lang: code ?? codes[0] ?? null,
    version: version ?? 0,
    versionName: name === undefined || name === "." ? null : lastOf(name),
  };
}

/** The edition that a document is in its tree, and the language that the tree states for it. */
export function editionIn(
  tree: EditionRules,
  path: string,
): { readonly edition: Edition | null; readonly lang: string | null } {
  const edition = editionOf(path, tree);
  return { edition, lang: edition?.lang?.toLowerCase() ?? null };
}

/**
 * The edition of a document that states its language itself, which counts more than its folder. Among editions it comes
 * after those whose folders agree, because two documents of a page in one language and version would be none.
 */
export function statedEdition(
  edition: Edition | null,
  stated: string | null,
  { locales }: Pick<EditionRules, "locales">,
): Edition | null {
  if (edition === null || edition.lang === null || stated === null) return edition;
  const codes = Object.keys(locales);
  if (primaryOf(edition.lang) === primaryOf(stated)) return edition;
  const exact = codes.findIndex((code) => isSame(code, stated));
  const near = codes.findIndex((code) => primaryOf(code) === primaryOf(stated));
  const place = [exact, near].find((at) => at >= 0) ?? codes.length;
  return { ...edition, lang: codes[place] ?? stated, locale: codes.length * (1 + place) + edition.locale };
}

/** The name of a file may end with its language too: `guide.fr.md`. */
function withoutLanguage(path: string, locales: EditionRules["locales"]): {
  readonly rest: string;
  readonly code: string | undefined;
  readonly folder: string;
} {
  const byLength = Object.entries(locales).sort(([, a], [, b]) => below(b).length - below(a).length);
  const [found, folder = "."] = byLength.find(([, folder]) => path.startsWith(below(folder))) ?? [];
  const rest = path.slice(below(folder).length);
  const inName = /^(.*[^/])\.([A-Za-z0-9_-]+)(\.[^./]+)$/.exec(rest);
  const named = inName === null ? undefined : Object.keys(locales).find((code) => isSame(code, inName[2]!));
  if (named === undefined) return { rest, code: found, folder };
  return { rest: `${inName![1]}${inName![3]}`, code: named, folder };
}

/** `folder` is that of the language, which may be the folder of a version too. */
function withoutVersion(
  rest: string,
  versions: readonly string[],
  folder: string,
): { readonly page: string; readonly version: number | undefined } {
  const whole = versions.map(below).map((start, at) => ({ start, at })).filter(({ start }) => start !== "");
  // A folder of translations has the versions by their last folders.
  const last = versions.map((folder, at) => ({ start: folder === "." ? CURRENT : `${lastOf(folder)}/`, at }));
  const found = [...whole, ...last].filter(({ start }) => rest.startsWith(start));
  const longest = found.sort((a, b) => b.start.length - a.start.length)[0];
  if (longest !== undefined) return { page: rest.slice(longest.start.length), version: longest.at };
  const own = versions.indexOf(folder);
  return { page: rest, version: own < 0 ? undefined : own };
}

function below(folder: string): string {
  return folder === "." ? "" : `${folder}/`;
}

function lastOf(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase().replaceAll("_", "-") === other.toLowerCase().replaceAll("_", "-");
}

/** `pt` of `pt-BR` and `pt_BR`. */
function primaryOf(code: string): string {
  return code.toLowerCase().replace(/[-_].*$/, "");
}
