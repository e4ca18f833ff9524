/**
 * Pairs source files with the pages that document them: by the same module name, or because exactly one page links to
 * the file.
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
  /** Not used while the weights were chosen. */
  readonly heldOut?: boolean;
}

export interface SourcePair {
  readonly source: string;
  readonly page: string;
  /** The source without the lines that mention its page. */
  readonly text: string;
}

const DOCUMENT = /\.(?:md|mdx|rst|markdown)$/i;
const SOURCE = /\.(?:py|js|mjs|ts|tsx|jsx|go|rs|rb|java|kt|cs|php|swift|c|cc|cpp|h|hpp|ex|scala|lua|vue)$/;
const TEST = /(?:^|[/._-])(?:tests?|specs?|__tests__|fixtures?|testdata|mocks?|examples?|demo)(?:[/._-]|$)/i;
const LEAST_BYTES = 300;

export function pairsOf(
  tree: SourceTree,
  repository: SourceRepository,
): { readonly pages: readonly string[]; readonly pairs: readonly SourcePair[] } {
  const pages = tree.paths.filter((path) => (repository.docs ?? DOCUMENT).test(path));
  const sources = tree.paths.filter((path) => SOURCE.test(path) && !TEST.test(path));
  const { page, source } = repository;
  const found = page === undefined || source === undefined
    ? byLinks(tree, pages, sources)
    : byKeys(pages, page, tree.paths.filter((path) => source.test(path)), source);
  const pairs = found.map((pair) => ({ ...pair, text: withoutCitations(tree.read(pair.source), pair.page) })).filter((
    { text },
  ) => text.length >= LEAST_BYTES);
  return { pages, pairs: pairs.sort((a, b) => (a.source < b.source ? -1 : 1)) };
}

type Pair = Omit<SourcePair, "text">;

function byKeys(pages: readonly string[], page: RegExp, sources: readonly string[], source: RegExp): readonly Pair[] {
  const pageOf = unique(pages, page);
  return [...unique(sources, source)].flatMap((
    [key, file],
  ) => (pageOf.has(key) ? [{ source: file, page: pageOf.get(key)! }] : []));
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
  return [...linking].flatMap(([source, from]) => (from.size === 1 ? [{ source, page: [...from][0]! }] : []));
}

function resolved(page: string, url: string): string {
  return new URL(url, `file:///${page}`).pathname.slice(1);
}

/** Removes lines with a link or a path to the page, which would reveal the answer. */
function withoutCitations(text: string, page: string): string {
  const parts = page.replace(/\.[^/]*$/, "").split("/");
  const name = parts.at(-1) ?? "";
  const generic = /^(?:readme|index)/i.test(name);
  const cited = generic ? (parts.at(-2) ?? name) : name;
  return text.split("\n").filter((line) =>
    !(line.includes(page) || (/https?:\/\/|docs?\//.test(line) && line.includes(cited)))
  ).join("\n");
}
