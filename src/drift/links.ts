/** Finds links that lead nowhere. */
import type { OutlineLink } from "../document/outline.ts";
import { isMarkdown, PAGE_EXTENSIONS } from "../document/formats/registry.ts";
import { decoded } from "../links/destination.ts";
import { fileStem, normalizePath, parentPath } from "../text/paths.ts";
import type { Anchors } from "./anchors.ts";
import type { Drift, DriftDocument } from "./document.ts";
import type { Repository } from "./repository.ts";

export interface LinkTargets {
  readonly repository: Repository;
  /** The anchors of a Markdown file, by its path relative to the repository. Undefined if they cannot be known. */
  anchorsOf(path: string): Anchors | undefined;
  /** The pages that may include this one: the index pages of its folder and of the folder above. */
  pagesAround(path: string): readonly string[];
  /** Whether a document or file has this name. Undefined if wiki links are not in use. */
  isNamed(name: string): boolean | undefined;
}

/** Matches other sites, e-mail addresses, placeholders, and code that only looks like a link. */
const ELSEWHERE = /^[a-z][a-z0-9+.-]*:|^\/|^[^\s/#]+@[^\s/]+$|^[\p{L}\p{M}\p{N}_-]+$|[{}<>$*|`]|%[%{]/iu;
/** Longer destinations are left out: no path is so long, and the expression above takes quadratic time. */
const MAX_LENGTH = 2000;
/** Endings that site generators let you leave out of a link. */
const PAGE_ENDINGS = [
  "",
  ...PAGE_EXTENSIONS.map((extension) => `.${extension}`),
  "/index.md",
  "/index.mdx",
  "/README.md",
  "/readme.md",
  "/_index.md",
];

/** Frontmatter keys that give a page another address. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(["permalink", "slug", "url", "redirect_from"]);

/** A link whose target is missing. The target may still turn out to be a path that git ignores. */
export interface BrokenLink extends Drift {
  /** The missing path, relative to the repository. Undefined if an anchor or a name is missing. */
  readonly target: string | undefined;
  /** Whether the file exists under a name that differs only in letter case. */
  readonly otherCase: boolean;
}

/**
 * Finds relative links and images without a file, anchors that their page does not have, and wiki links to unknown
 * names. Like site generators, it accepts a path without its extension, and one that takes the page as a folder. It
 * skips links from the site's root and links out of the repository.
 */
export function brokenLinks(document: DriftDocument, targets: LinkTargets): readonly BrokenLink[] {
  return document.links.flatMap((link) => {
    const broken = link.kind === "wiki" ? brokenWikiLink(document, link, targets) : brokenLink(document, link, targets);
    if (broken === undefined) return [];
    const otherCase = broken.target === undefined ? undefined : targets.repository.inOtherCase(broken.target);
    const message = otherCase === undefined ? broken.message : `${broken.message} (there is ${otherCase})`;
    return [{
      code: "drift-link" as const,
      line: link.line,
      message,
      target: broken.target,
      otherCase: otherCase !== undefined,
    }];
  });
}

type Broken = Pick<BrokenLink, "message" | "target"> | undefined;

function brokenLink(document: DriftDocument, { destination, kind }: OutlineLink, targets: LinkTargets): Broken {
  if (destination === "" || destination.length > MAX_LENGTH || ELSEWHERE.test(destination)) return undefined;
  const [, path = "", fragment] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(destination) ?? [];
  const what = kind === "image" ? "image" : "link";
  const found = path === "" ? document.inRepository : targetOf(document, path, targets.repository);
  if (found === "outside") return undefined;
  if (found === undefined) {
    if (!isMarkdown(path) && document.keys.some((key) => ADDRESS_KEYS.has(key))) return undefined;
    const target = normalizePath(`${parentPath(document.inRepository)}/${decoded(path)}`);
    return { message: `the ${what} leads nowhere: ${destination}`, target };
  }
  if (fragment === undefined || fragment === "" || kind === "image" || !isMarkdown(found)) return undefined;
  const anchors = targets.anchorsOf(found);
  if (anchors === undefined || anchors.has(decoded(fragment))) return undefined;
  if (
    path === "" && targets.pagesAround(found).some((page) => targets.anchorsOf(page)?.has(decoded(fragment)) ?? true)
  ) return undefined;
  return {
    message: `${path === "" ? "this" : "the"} page does not have this anchor: ${destination}`,
    target: undefined,
  };
}

/** Finds the file or folder that a path leads to. Returns `outside` if it lies outside the repository. */
function targetOf({ inRepository }: DriftDocument, written: string, repository: Repository): string | undefined {
  const own = parentPath(inRepository);
  // A site may serve `guide.md` as `guide/`. Relative links then start there.
  const bases = [own, `${own}/${fileStem(inRepository)}`];
  for (const path of new Set([decoded(written), written])) {
    for (const base of bases) {
      const whole = normalizePath(`${base}/${path}`);
      if (whole === ".." || whole.startsWith("../")) return "outside";
      const bare = whole.replace(/\.html?$/i, "");
      const folder = /(?:^|\/)index(?:\.\w+)?$/.test(whole) ? [`${parentPath(whole)}/README.md`] : [];
      for (
        const name of [
          ...folder,
          ...PAGE_ENDINGS.map((page) => whole + page),
          ...(bare === whole ? [] : PAGE_ENDINGS.map((page) => bare + page)),
        ]
      ) {
        if (repository.has(normalizePath(name))) return pageOf(normalizePath(name), repository);
      }
      if (repository.hasTranslation(bare)) return bare;
    }
  }
  return isTranslated(inRepository) ? translatedTarget(inRepository, decoded(written), repository) : undefined;
}

const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;

function isTranslated(path: string): boolean {
  return path.split("/").some((segment) => LANGUAGE.test(segment) && segment !== "en");
}

/** A page without a translation is taken from the English pages. */
function translatedTarget(inRepository: string, written: string, repository: Repository): string | undefined {
  const target = normalizePath(`${parentPath(inRepository)}/${written}`).split("/");
  for (const [at, segment] of target.entries()) {
    if (!LANGUAGE.test(segment)) continue;
    for (const english of ["en", "en-us", "en-US", "en_US"]) {
      const path = target.map((other, index) => (index === at ? english : other)).join("/");
      const found = [path, `${path}.md`].find((name) => repository.has(name));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Finds the page that represents a folder. */
function pageOf(path: string, repository: Repository): string {
  const page = ["index.md", "README.md", "readme.md", "_index.md"].map((name) => `${path}/${name}`).find((name) =>
    repository.has(name)
  );
  return page ?? (isMarkdown(path) || !repository.has(`${path}.md`) ? path : `${path}.md`);
}

function brokenWikiLink(
  { inRepository }: DriftDocument,
  { destination }: OutlineLink,
  { isNamed, anchorsOf }: LinkTargets,
): Broken {
  const [name = "", fragment] = destination.split("#");
  if (/[{}<>$*`"']/.test(destination)) return undefined;
  if (name.trim() === "") {
    const anchors = fragment === undefined || fragment.startsWith("^") || isNamed(fileStem(inRepository)) === undefined
      ? undefined
      : anchorsOf(inRepository);
    return anchors === undefined || anchors.has(fragment ?? "")
      ? undefined
      : { message: `this page does not have this heading: [[${destination}]]`, target: undefined };
  }
  return isNamed(name.trim()) === false
    ? { message: `the wiki link names no document: [[${destination}]]`, target: undefined }
    : undefined;
}
