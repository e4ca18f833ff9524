/**
 * Pairs source files with the pages that document them: by the same module name, because pages include the file, or
 * because exactly one page links to it.
 */

export interface SourceTree {
  readonly paths: readonly string[];
  read(path: string): string;
}

export interface SourceRepository {
  readonly name: string;
  /** The pages. Default: all Markdown and reStructuredText. */
  readonly docs?: RegExp;
  /**
   * A page and a source belong together if their `key` groups are equal. Only letters and digits count, in lower case.
   */
  readonly page?: RegExp;
  readonly source?: RegExp;
  /** Matches where a page includes a file. Its group `path` ends the file's path, perhaps without extensions. */
  readonly include?: RegExp;
  /** Not used while the weights were chosen. */
  readonly heldOut?: boolean;
}

export interface SourcePair {
  readonly source: string;
  /** Any of them is right. */
  readonly pages: readonly string[];
  /** The source without the lines that mention its page. */
  readonly text: string;
}

const DOCUMENT = /\.(?:md|mdx|rst|markdown)$/i;
const SOURCE = /\.(?:py|js|mjs|ts|tsx|jsx|go|rs|rb|java|kt|cs|php|swift|c|cc|cpp|h|hpp|ex|scala|lua|vue)$/;
const TEST = /(?:^|[/._-])(?:tests?|specs?|__tests__|fixtures?|testdata|mocks?|examples?|demo)(?:[/._-]|$)/i;
const MIN_BYTES = 300;
/** Examples are short. */
const MIN_INCLUDED_BYTES = 100;
/** A file that more pages include says little about each. */
const MAX_PAGES = 3;

export function pairsOf(
  tree: SourceTree,
  repository: SourceRepository,
): { readonly pages: readonly string[]; readonly pairs: readonly SourcePair[] } {
  const pages = tree.paths.filter((path) => (repository.docs ?? DOCUMENT).test(path));
  const sources = tree.paths.filter((path) => SOURCE.test(path) && !TEST.test(path));
  const { page, source, include } = repository;
  const named = source === undefined ? sources : tree.paths.filter((path) => source.test(path));
  const found = include !== undefined
    ? byIncludes(tree, pages, include, named)
    : page === undefined || source === undefined
    ? byLinks(tree, pages, sources)
    : byKeys(pages, page, named, source);
  const least = include === undefined ? MIN_BYTES : MIN_INCLUDED_BYTES;
  const pairs = found.map((pair) => ({ ...pair, text: withoutCitations(tree.read(pair.source), pair.pages) })).filter((
    { text },
  ) => text.length >= least);
  return { pages, pairs: pairs.sort((a, b) => (a.source < b.source ? -1 : 1)) };
}

type Pair = Omit<SourcePair, "text">;

function byKeys(pages: readonly string[], page: RegExp, sources: readonly string[], source: RegExp): readonly Pair[] {
  const pageOf = unique(pages, page);
  return [...unique(sources, source)].flatMap((
    [key, file],
  ) => (pageOf.has(key) ? [{ source: file, pages: [pageOf.get(key)!] }] : []));
}

/** Maps keys to paths, and leaves out keys that several paths share. */
function unique(paths: readonly string[], pattern: RegExp): ReadonlyMap<string, string> {
  const byKey = new Map<string, string | null>();
  for (const path of paths) {
    const key = pattern.exec(path)?.groups?.["key"]?.toLowerCase().replace(/[^a-z0-9/]/g, "");
    if (key) byKey.set(key, byKey.has(key) ? null : path);
  }
  return new Map([...byKey].filter((entry): entry is [string, string] => entry[1] !== null));
}

function byLinks(tree: SourceTree, pages: readonly string[], sources: readonly string[]): readonly Pair[] {
  const known = new Set(sources);
  const linking = new Map<string, Set<string>>();
  for (const page of pages) {
    for (
      const [, url = ""] of tree.read(page).matchAll(/(?:\]\(|href="|<)([^)\s"<>]+\.[a-z]{1,4})(?:#[^)\s"]*)?[)">]/g)
    ) {
      const path = /\/blob\/[^/]+\/(.+)$/.exec(url)?.[1] ?? resolved(page, url);
      if (!known.has(path)) continue;
      linking.set(path, (linking.get(path) ?? new Set()).add(page));
    }
  }
  return [...linking].flatMap(([source, from]) => (from.size === 1 ? [{ source, pages: [...from] }] : []));
}

function byIncludes(
  tree: SourceTree,
  pages: readonly string[],
  include: RegExp,
  sources: readonly string[],
): readonly Pair[] {
  const known = new Set(sources);
  const byEnd = new Map<string, string | null>();
  for (const source of sources) {
    const parts = source.split("/");
    for (let at = 0; at < parts.length; at++) {
      const end = parts.slice(at).join("/");
      for (const key of new Set([end, end.replace(/\.[^/]*$/, "")])) byEnd.set(key, byEnd.has(key) ? null : source);
    }
  }
  const including = new Map<string, Set<string>>();
  for (const page of pages) {
    for (const { groups } of tree.read(page).matchAll(include)) {
      const path = groups!["path"]!;
      const near = resolved(page, path);
      const source = known.has(near) ? near : byEnd.get(path.replace(/^(?:\.{0,2}\/)+/, ""));
      if (source) including.set(source, (including.get(source) ?? new Set()).add(page));
    }
  }
  return [...including].flatMap(([source, from]) => from.size > MAX_PAGES ? [] : [{ source, pages: [...from] }]);
}

function resolved(page: string, url: string): string {
  return new URL(url, `file:///${page}`).pathname.slice(1);
}

/** Removes lines with a link or a path to one of the pages, which would reveal the answer. */
function withoutCitations(text: string, pages: readonly string[]): string {
  return pages.reduce((rest, page) => withoutCitationsOf(rest, page), text);
}

function withoutCitationsOf(text: string, page: string): string {
  const parts = page.replace(/\.[^/]*$/, "").split("/");
  const name = parts.at(-1) ?? "";
  const generic = /^(?:readme|index)/i.test(name);
  const cited = generic ? (parts.at(-2) ?? name) : name;
  return text.split("\n").filter((line) =>
    !(line.includes(page) || (/https?:\/\/|docs?\//.test(line) && line.includes(cited)))
  ).join("\n");
}
