/** What the navigation file of a documentation site says: which pages there are, in which order, and their titles. */

/** A page, or all pages of a folder that the file leaves to the generator. */
type NavigationTarget =
  /** A path or an address, as written, from the folder that the pages lie in. */
  | { readonly page: string }
  | { readonly below: string };

/** One entry. The order of entries is that of the file. */
export interface NavigationItem {
  /** Null where the file names the page alone. */
  readonly title: string | null;
  readonly target: NavigationTarget;
  /** The titles of the parts, folders and chapters around it, from the outermost on. */
  readonly section: readonly string[];
}

export interface Navigation {
  /** The folders in which the pages may lie, from the folder of the file. The one that has most of them counts. */
  readonly bases: readonly string[];
  readonly items: readonly NavigationItem[];
  /** What the limits leave out of it, for the user. */
  readonly cut: string | undefined;
}

/** How the folder of a `_category_` file is called, and its place among the folders beside it. */
export interface FolderLabel {
  readonly title: string | null;
  readonly position: number | null;
}

/** The generators, by what their files look like. */
export type NavigationKind =
  | "summary"
  | "docsify"
  | "mkdocs"
  | "docusaurus"
  | "category"
  | "vitepress"
  | "starlight"
  | "jekyll";

/** A navigation is cut there. The largest sites have a tenth of it. */
const MAX_ITEMS = 20_000;
/** Chapters within chapters. */
const MAX_NESTING = 32;

/** The entries of a file as they are read, within the limits. */
export class NavigationEntries {
  readonly items: NavigationItem[] = [];
  #isLong = false;
  #isDeep = false;

  add(title: string | null, target: NavigationItem["target"], section: readonly string[]): void {
    if (this.items.length < MAX_ITEMS) this.items.push({ title, target, section });
    else this.#isLong = true;
  }

  /** Whether what is so deep within chapters is read. `holds`: whether there is something. */
  reaches(depth: number, holds: boolean): boolean {
    if (depth <= MAX_NESTING) return true;
    this.#isDeep ||= holds;
    return false;
  }

  /** A navigation of these entries. `isCut`: whether the file was not read as a whole. */
  in(bases: readonly string[], isCut = false): Navigation {
    const cut = [
      ...(this.#isDeep || isCut ? [`what is nested more than ${MAX_NESTING} levels deep is left out`] : []),
      ...(this.#isLong ? [`only its first ${MAX_ITEMS} entries count`] : []),
    ];
    return { bases, items: this.items, cut: cut.length === 0 ? undefined : cut.join("; ") };
  }
}

/** The extensions of JavaScript and TypeScript in which a configuration may be written. */
export const SCRIPTS = ["ts", "mts", "cts", "js", "mjs", "cjs"] as const;
const SCRIPT = `(?:${SCRIPTS.join("|")})`;
const NAMES: readonly (readonly [name: RegExp, kind: NavigationKind])[] = [
  [/^summary\.md$/i, "summary"],
  [/^_sidebar\.md$/, "docsify"],
  [/^mkdocs\.ya?ml$/, "mkdocs"],
  [new RegExp(`^(?:[\\w.-]+-)?sidebars[\\w-]*\\.(?:json|${SCRIPT})$`), "docusaurus"],
  [/^_category_\.(?:json|ya?ml)$/, "category"],
  [new RegExp(`^astro\\.(?:config|sidebar)\\.${SCRIPT}$`), "starlight"],
];
const VITEPRESS = new RegExp(`(?:^|/)\\.vitepress/config(?:/index)?\\.${SCRIPT}$`);
const JEKYLL = /(?:^|\/)_data\/(?:[\w-]*[_-])?(?:nav|navigation|sidebar|toc)(?:[_-][\w-]*)?\.ya?ml$/;

/** All of these names match it. It is tried on each file of a tree. */
const LIKELY = /^_category_|^mkdocs|^astro|^config\.|^index\.[cm]?[jt]s$|sidebar|nav|toc/;

/** The kind of navigation file that a path names. Undefined for all other files. */
export function navigationKind(path: string): NavigationKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isLikely = name.endsWith(".md")
    ? name.length === "SUMMARY.md".length || name === "_sidebar.md"
    : LIKELY.test(name);
  if (!isLikely) return undefined;
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ??
    (VITEPRESS.test(path) ? "vitepress" : JEKYLL.test(path) ? "jekyll" : undefined);
}

/** The text of a title that is written in Markdown or HTML. Null where nothing is left. */
export function plainTitle(written: unknown): string | null {
  if (typeof written !== "string") return null;
  const text = written.slice(0, MAX_TITLE)
    .replace(/!\[[^\][]*\]\([^()]*\)|<\/?[a-z][^<>]*>/gi, " ")
    .replace(/(?<!\\)(\*\*|__)(?=\S)([^*_\\]+)\1/g, "$2")
    .replace(/(?<![\w*\\])([*_])(?=\S)([^*_\\]+)\1(?!\w)/g, "$2")
    .replace(/`+/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, " ").trim();
  return text === "" ? null : text;
}

/** Characters of a title, far above its limit in a document. */
const MAX_TITLE = 2048;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: " ",
};

/** Whether an address leads out of the site. */
export function isForeign(address: string): boolean {
  return /^(?:[a-z][\w+.-]*:|\/\/)/i.test(address);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value as readonly unknown[] : [];
}

/** The titles around an entry below another title. */
export function below(section: readonly string[], title: string | null): readonly string[] {
  return title === null ? section : [...section, title];
}
