/** The documents to which links may lead, by path, by the end of their path, and by name. */
import type { Metadata } from "../document/document.ts";
import { fileExtension, fileName, fileStem, isInside, joinPath, parentPath, relativePath } from "../text/paths.ts";
import type { RepositoryName } from "./repository_address.ts";
import { canonicalAnchor, canonicalSegment, isIndexName } from "./canonical.ts";
import { grouped } from "./grouped.ts";
import { languagesIn, languageSuffix, withoutLanguage } from "./page_languages.ts";

export interface LinkDocument {
  readonly id: string;
  readonly tree: string;
  readonly path: string;
  readonly title: string;
  readonly metadata: Metadata;
}

/** A folder with documents. */
export interface LinkTree {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** The address at which the site of the tree begins. */
  readonly base_url?: string;
  /** The address of the project, which may be that of its site. */
  readonly homepage?: string;
  /** Whether an app for notes resolves its links: by the name of a file, or by the end of its path. */
  readonly isVault?: boolean;
  /** The repository that its files are in, and the folder of that. */
  readonly repository?: RepositoryName & { readonly folder: string };
}

/** A document with what links are compared with. */
export interface Page {
  readonly document: LinkDocument;
  /** The absolute path of its file. */
  readonly file: string;
  /**
   * The parts of its path in the tree, without the extension, and without the name of an index page. A language with
   * which its name ends stands first, as in the address of the page.
   */
  readonly segments: readonly string[];
  /** The language with which its name ends, where pages of its tree are told apart so. */
  readonly language?: string;
}

/** Frontmatter keys that give a page another address in the place of its own. */
const OWN_ADDRESS_KEYS: readonly string[] = ["permalink", "slug", "url", "id"];
/** All keys that give it an address. */
const ADDRESS_KEYS: readonly string[] = [
  ...OWN_ADDRESS_KEYS,
  ...["aliases", "alias", "redirect_from", "redirects", "page-aliases"],
];

/** All documents of a workspace. What a question needs is sorted when it is first asked. */
export class LinkMap {
  readonly trees: readonly LinkTree[];
  readonly pages: readonly Page[];
  readonly #folders: ReadonlyMap<string, string>;
  readonly #languages: ReadonlyMap<string, ReadonlySet<string>>;
  #byId: ReadonlyMap<string, Page> | undefined;
  #byFile: ReadonlyMap<string, readonly Page[]> | undefined;
  #byPage: ReadonlyMap<string, readonly Page[]> | undefined;
  #byLowerPage: ReadonlyMap<string, readonly Page[]> | undefined;
  #byEnd: ReadonlyMap<string, readonly Page[]> | undefined;
  #byName: ReadonlyMap<string, readonly Page[]> | undefined;
  #byTitle: ReadonlyMap<string, readonly Page[]> | undefined;
  #byAddress: ReadonlyMap<string, readonly Page[]> | undefined;
  #byAddressEnd: ReadonlyMap<string, readonly Page[]> | undefined;
  #byOwnAddress: ReadonlyMap<string, readonly Page[]> | undefined;

  constructor(trees: readonly LinkTree[], documents: readonly LinkDocument[]) {
    this.trees = trees;
    this.#folders = new Map(trees.map(({ name, path }) => [name, path]));
    this.#languages = new Map(
      [...grouped(documents, ({ tree }) => [tree])].map(([tree, own]) => [
        tree,
        languagesIn(own.map(({ path }) => path)),
      ]),
    );
    this.pages = documents.flatMap((document): readonly Page[] => {
      const folder = this.#folders.get(document.tree);
      if (folder === undefined) return [];
      const { path } = document;
      const file = joinPath(folder, path);
      const language = languageSuffix(path);
      return language === undefined || !this.hasLanguage(document.tree, language)
        ? [{ document, file, segments: segmentsOf(path) }]
        : [{ document, file, segments: [language, ...segmentsOf(withoutLanguage(path))], language }];
    });
  }

  /** Whether names of files of the tree end with this code of a language, in small letters. */
  hasLanguage(tree: string, language: string): boolean {
    return this.#languages.get(tree)?.has(language) === true;
  }

  withId(id: string): Page | undefined {
    this.#byId ??= new Map(this.pages.map((page) => [page.document.id, page]));
    return this.#byId.get(id);
  }

  /** The documents in a file: one for each tree that holds it. */
  atFile(file: string): readonly Page[] {
    this.#byFile ??= grouped(this.pages, ({ file: own }) => [own]);
    return this.#byFile.get(file) ?? [];
  }

  /** The documents at an absolute path without their extension, or with the name of an index page left out. */
  atPage(path: string): readonly Page[] {
    this.#byPage ??= grouped(this.pages, (page) => this.#pathsOf(page));
    return this.#byPage.get(path) ?? [];
  }

  /** The same, whatever the case of the letters. */
  atAnyCase(path: string): readonly Page[] {
    this.#byLowerPage ??= grouped(this.pages, (page) => this.#pathsOf(page).map((each) => each.toLowerCase()));
    return this.#byLowerPage.get(path.toLowerCase()) ?? [];
  }

  /** A page with a language lies below a folder of that name too, as its address does. */
  #pathsOf({ document: { tree, path }, file, language }: Page): readonly string[] {
    if (language === undefined) return pagePaths(file);
    const bare = withoutLanguage(path);
    const folder = this.#folders.get(tree)!;
    return [...pagePaths(file), ...[bare, `${language}/${bare}`].flatMap((each) => pagePaths(joinPath(folder, each)))];
  }

  /** The documents whose path in the tree ends with this segment, in its canonical form. */
  endingWith(segment: string): readonly Page[] {
    this.#byEnd ??= grouped(this.pages, ({ segments }) => segments.length === 0 ? [] : [segments.at(-1)!]);
    return this.#byEnd.get(segment) ?? [];
  }

  /** The documents whose file has this name, with or without its extension, whatever the case of the letters. */
  named(name: string): readonly Page[] {
    this.#byName ??= grouped(this.pages, ({ file }) => [nameKey(fileName(file)), nameKey(fileStem(file))]);
    return this.#byName.get(nameKey(name)) ?? [];
  }

  /** The documents with this title or alias. */
  titled(title: string): readonly Page[] {
    this.#byTitle ??= grouped(
      this.pages,
      ({ document: { title: own, metadata } }) =>
        [own, ...metadata["aliases"] ?? [], ...metadata["alias"] ?? []].map(canonicalAnchor).filter((key) =>
          key !== ""
        ),
    );
    return this.#byTitle.get(canonicalAnchor(title)) ?? [];
  }

  /** The documents that state this address in their frontmatter. */
  addressed(segments: readonly string[]): readonly Page[] {
    this.#byAddress ??= grouped(this.pages, (page) => addressesOf(page));
    return this.#byAddress.get(segments.join("/")) ?? [];
  }

  /** The documents that state an address in the place of their own which ends with these segments. */
  addressedAtEnd(segments: readonly string[]): readonly Page[] {
    this.#byAddressEnd ??= grouped(
      this.pages,
      (page) => addressesOf(page, OWN_ADDRESS_KEYS).flatMap((address) => endsOf(address)),
    );
    return this.#byAddressEnd.get(segments.join("/")) ?? [];
  }

  /** The documents of a tree that state this path in the place of that of their file. */
  movedTo(path: string): readonly Page[] {
    this.#byOwnAddress ??= grouped(this.pages, (page) => addressesOf(page, OWN_ADDRESS_KEYS));
    return this.#ofTree(this.#byOwnAddress, path);
  }

  /** The documents of a tree that state this path at all. */
  statedAt(path: string): readonly Page[] {
    this.#byAddress ??= grouped(this.pages, (page) => addressesOf(page));
    return this.#ofTree(this.#byAddress, path);
  }

  #ofTree(pages: ReadonlyMap<string, readonly Page[]>, path: string): readonly Page[] {
    return this.trees.filter(({ path: folder }) => isInside(path, folder)).flatMap((tree) => {
      const segments = segmentsOf(relativePath(tree.path, path));
      return (pages.get(segments.join("/")) ?? []).filter(({ document }) => document.tree === tree.name);
    });
  }
}

/** Whether a document states another address than that of its file. */
export function hasMoved(page: Page): boolean {
  const own = page.segments.join("/");
  const stated = addressesOf(page, OWN_ADDRESS_KEYS);
  return stated.length > 0 && !stated.includes(own);
}

/** The addresses that the frontmatter of a page states, as the canonical parts of their paths. */
export function addressesOf({ document, segments }: Page, keys = ADDRESS_KEYS): readonly string[] {
  return keys.flatMap((key) => document.metadata[key] ?? []).map((address) => addressKey(address, segments));
}

/** The canonical parts of a path or an address, without an extension of a page and the name of an index page. */
export function segmentsOf(path: string): readonly string[] {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const last = parts.pop();
  if (last === undefined) return [];
  const stem = fileStem(last) || last;
  const dated = DATED.exec(stem);
  if (dated !== null) {
    const folders = /^_posts$/.test(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts;
    return [...folders.map(canonicalSegment), ...dated.slice(1).map((part) => part.toLowerCase())];
  }
  return [...parts, ...isIndexName(stem) ? [] : [stem]].map(canonicalSegment);
}

/** Generators of blogs make folders of the date in a name: `2016-05-18-news.md` is served as `2016/05/18/news`. */
const DATED = /^(\d{4})-(\d\d)-(\d\d)-(.+)$/;

function endsOf(address: string): readonly string[] {
  const parts = address.split("/");
  return parts.map((_, at) => parts.slice(at).join("/"));
}

/** A slug without a slash stands in the place of the file's name, and so does a name of Antora without its module. */
function addressKey(address: string, own: readonly string[]): string {
  const pages = own[own.lastIndexOf("pages") - 2] === "modules" ? own.lastIndexOf("pages") + 1 : 0;
  if (pages > 0 && address.endsWith(".adoc")) {
    const [page = "", module = own[pages - 2]!] = address.replace(/^[^@]*@/, "").split(":").reverse();
    return [...own.slice(0, pages - 2), canonicalSegment(module), "pages", ...segmentsOf(page)].join("/");
  }
  const path = address.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  const segments = segmentsOf(path);
  return (path.includes("/") ? segments : [...own.slice(0, -1), ...segments]).join("/");
}

function pagePaths(file: string): readonly string[] {
  const extension = fileExtension(file);
  const bare = extension === "" ? file : file.slice(0, -extension.length - 1);
  return isIndexName(fileStem(file)) ? [bare, parentPath(file)] : [bare];
}

function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
