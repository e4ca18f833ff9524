/** Tells whether a link leads somewhere. The resolver knows the documents; the repository knows the other files. */
import { type Destination, readDestination } from "../links/destination.ts";
import { ownPath } from "../links/site_address.ts";
import { resolve, type ResolvedPlace } from "../links/resolve.ts";
import { fileExtension, normalizePath, parentPath, relativePath } from "../text/paths.ts";
import type { DriftDocument } from "./document.ts";
import { bareFileVerdict, extensionVerdict } from "./bare_names.ts";
import { isOfOtherEdition } from "./docusaurus_files.ts";
import { findFile, type LinkedFile } from "./link_files.ts";
import type { LinkTargets } from "./link_targets.ts";
import type { Repository } from "./repository.ts";
import type { WrittenLink } from "../links/written_link.ts";
import { type Convention, type LinkVerdict, LIVES, type NamedAnchor, nowhere, unchecked } from "./verdict.ts";

/** Signs of templates, attributes and placeholders, which stand in no path. */
const TEMPLATE = /[{}<>$*|`]|%[%{]|\.\.\.|…/;
/** A word that stands for an address, as in `[text](URL)`, or for the name of a page without its extension. */
const BARE = /^[\p{L}\p{M}\p{N}_-]+$/u;
/** A page or file at the root of a site. Its other pages may be made of something else. */
const ROOTED = /^\/[^/]+\/?$/;
const PLACEHOLDER =
  /^(?:(?!README$|INDEX$|LICEN[CS]E$|CONTRIBUTING$|CHANGELOG$|SECURITY$)[A-Z_]{2,}|url|link|href|path|address|target)$/;
/** A path that a vault of notes may find by its end. */
const BY_NAME = /^[^./].*[^/]$|^[^./]$/;
const MAIL = /^[^\s/#]+@[^\s/]+$/;

export async function checkLink(
  document: DriftDocument,
  link: WrittenLink,
  targets: LinkTargets,
): Promise<LinkVerdict> {
  const { destination: written, kind } = link;
  // A footnote that begins with a link looks like the definition of a link.
  if (written.trim() === "" || MAIL.test(written) || written.startsWith("[")) return LIVES;
  if (/^doc:[\w-]+:[^/]|^\w+(?:::\w+)+$/.test(written)) return unchecked("object");
  const destination = readDestination(kind === "wiki" ? `wiki:${written}` : written);
  if (destination === undefined) return LIVES;
  const own = destination.form === "address" ? ownPath(targets.map, destination) : destination.path;
  if (own === undefined) return checkOwnFile(link, destination, targets);
  if (TEMPLATE.test(own) || PLACEHOLDER.test(own) || TEMPLATE.test(destination.fragment ?? "")) {
    return unchecked("template");
  }
  switch (destination.form) {
    case "address":
      return await checkPath(document, link, { ...destination, form: "path", path: own }, targets);
    case "label":
      return await checkLabel(document, link, destination, targets);
    case "name":
      return await checkName(document, link, destination, targets);
    case "path":
      return isOfOtherEdition(destination.path, document, targets.repository)
        ? { state: "broken", message: nowhere(link), isUnderstood: true }
        : await checkPath(document, link, destination, targets);
  }
}

/** An address of another site, unless the code host shows a file of this repository there. */
function checkOwnFile(link: WrittenLink, destination: Destination, { repository, ownFile }: LinkTargets): LinkVerdict {
  const path = ownFile(destination);
  if (path === undefined || TEMPLATE.test(path)) return LIVES;
  const target = normalizePath(path);
  if (repository.has(target)) return LIVES;
  const there = repository.inOtherCase(target);
  return { state: "broken", message: nowhere(link) + (there === undefined ? "" : ` (there is ${there})`), target };
}

/** Roles of labels that the documents themselves define. Others name what a program describes. */
const LABELS: ReadonlySet<string | undefined> = new Set(["ref", "numref"]);
/** Labels that Sphinx defines. */
const OF_SPHINX: ReadonlySet<string> = new Set(["genindex", "modindex", "py-modindex", "search"]);

async function checkLabel(
  { origin, isMarkdown }: DriftDocument,
  { role }: WrittenLink,
  destination: Destination,
  targets: LinkTargets,
): Promise<LinkVerdict> {
  const { path: label } = destination;
  if (OF_SPHINX.has(label) || await resolve(targets, destination, origin) !== undefined) return LIVES;
  if (!isMarkdown && role !== undefined && !LABELS.has(role)) return unchecked("object");
  if (/^[\w.-]+:(?!:)/.test(label)) return unchecked("object");
  if (!isMarkdown && targets.foreign.inSphinx(label)) return unchecked("object");
  if (await targets.anchors.hasTakenIn(label)) return LIVES;
  return { state: "broken", message: `no document has this label: ${label}` };
}

async function checkName(
  document: DriftDocument,
  link: WrittenLink,
  destination: Destination,
  targets: LinkTargets,
): Promise<LinkVerdict> {
  const place = await resolve(targets, destination, document.origin);
  const convention = {
    name: `${document.origin.document.tree}:wiki`,
    least: 1,
    otherwise: unchecked("convention"),
  };
  if (place !== undefined) {
    const section = await checkSection(document, link, place, targets);
    return section.state === "lives" ? { ...section, keeps: [convention.name] } : section;
  }
  if (link.kind !== "wiki") return unchecked("object");
  const { repository } = targets;
  // What follows a dot in the name of a note need not be an extension.
  if ([destination.path, `${destination.path}.md`].some(repository.hasEnding)) {
    return { state: "lives", keeps: [convention.name] };
  }
  return {
    state: "broken",
    message: `the wiki link names no document: [[${shownName(link.destination)}]]`,
    convention,
  };
}

async function checkPath(
  document: DriftDocument,
  link: WrittenLink,
  destination: Destination,
  targets: LinkTargets,
): Promise<LinkVerdict> {
  const tree = document.origin.document.tree;
  const place = await resolve(targets, destination, document.origin) ??
    (targets.isVault(tree) && BY_NAME.test(destination.path)
      ? await resolve(targets, { ...destination, form: "name" }, document.origin)
      : undefined);
  // Hugo builds no page with a `relref` to nothing.
  const isWord = destination.isAnywhere !== true && isBare(destination.path, targets.repository);
  const bare = { name: `${tree}:bare`, least: 1, otherwise: unchecked("convention") };
  if (place !== undefined) {
    // Generators make addresses in small letters.
    if (place.byPage === "other-case" && /\.(?!html?$)\w+$/i.test(destination.path)) {
      const there = relativePath(targets.repository.top, place.page.file);
      const convention = { name: `${tree}:case`, least: 10, most: 10, otherwise: LIVES };
      return { state: "broken", message: `${nowhere(link)} (there is ${there})`, convention, isUnderstood: true };
    }
    const section = await checkSection(document, link, place, targets);
    if (section.state === "broken" && destination.path.startsWith("/") && targets.isMade(destination.path)) {
      return unchecked("made");
    }
    if (section.state === "broken" || destination.path === "") return section;
    const keeps = [
      ...ROOTED.test(destination.path) ? [`${tree}:root`] : [],
      `${tree}:case`,
      ...isWord ? [bare.name] : [],
    ];
    const extension = extensionVerdict(link, destination, place, tree, targets.repository);
    if (extension?.state === "broken") return { ...extension, keeps, isUnderstood: true };
    if (section.state === "unchecked") return section;
    return { ...section, keeps: /\.\w+$/.test(destination.path) ? [...keeps, `${tree}:extension`] : keeps };
  }
  const found = findFile(document, destination.path, link.kind, targets);
  if (found.state === "file" && ROOTED.test(destination.path)) return { state: "lives", keeps: [`${tree}:root`] };
  if (found.state === "file") {
    const verdict = bareFileVerdict(link, destination, found, tree, targets.repository) ??
      await checkFileAnchor(document, link, destination, found, targets);
    return verdict.state === "lives" && found.isAway === true ? { ...verdict, keeps: [`${tree}:away`] } : verdict;
  }
  if (found.state === "missing" && document.format === "rst" && targets.foreign.hasInventories) {
    const folder = parentPath(destination.path);
    const isForeign = folder !== "." && !destination.path.startsWith("/") && !targets.isDocumentFolder(folder);
    if (isForeign && link.destination.startsWith("doc:")) return unchecked("object");
  }
  const mayBeWord = document.isMarkdown && link.kind !== "image" && isWord;
  const convention = mayBeWord ? bare : undefined;
  const isUnderstood = found.state === "missing" && !destination.path.startsWith("/") &&
    parentPath(found.target) !== parentPath(document.inRepository) && targets.repository.has(parentPath(found.target));
  return missingPath(document, link, destination, found, {
    bare: convention,
    isFlat: targets.isFlat(tree),
    isUnderstood,
    isElsewhere: /^[^/.]+$/.test(destination.path) && targets.map.named(destination.path).length > 0,
  });
}

function missingPath(
  { origin: { document: { tree } }, isMoved, format, text }: DriftDocument,
  link: WrittenLink,
  { path }: Destination,
  found: Exclude<LinkedFile, { readonly state: "file" }>,
  { bare, isFlat, isUnderstood, isElsewhere }: {
    readonly bare: Convention | undefined;
    readonly isFlat: boolean;
    readonly isUnderstood: boolean;
    readonly isElsewhere: boolean;
  },
): LinkVerdict {
  if (found.state !== "missing") return unchecked(found.state);
  // A block of code makes the file that it names.
  if (format === "org" && text.includes(`:file ${path}`)) return unchecked("generated");
  // Pages of AsciiDoc name each other by their sources; a tool for the code makes the others.
  if (/^xref:.*\.html?(?:#|$)/.test(link.destination)) return unchecked("generated");
  // A page with an address of its own may count its links from there.
  if (isMoved && !path.startsWith("/") && !/\.\w+$/.test(path)) return unchecked("generated");
  const { target, otherCase, isAway } = found;
  if (isAway === true) {
    const convention = { name: `${tree}:away`, least: 3, otherwise: unchecked("other-site") };
    return { state: "broken", message: nowhere(link), target, convention };
  }
  if (ROOTED.test(path) && !isFlat && !link.destination.startsWith("doc:")) {
    const convention = { name: `${tree}:root`, least: 5, otherwise: unchecked("other-site") };
    return { state: "broken", message: nowhere(link), target, convention };
  }
  if (otherCase !== undefined) {
    const convention = { name: `${tree}:case`, least: 10, most: 10, otherwise: LIVES };
    return {
      state: "broken",
      message: `${nowhere(link)} (there is ${otherCase})`,
      target,
      convention,
      isUnderstood: true,
    };
  }
  return { state: "broken", message: nowhere(link), target, convention: bare, isUnderstood, isElsewhere };
}

/** A name with dots may be one of a program (`expr.closure`), unless it ends like a file. */
function isBare(path: string, repository: Repository): boolean {
  return BARE.test(path) ||
    (/^[\w-]+(?:\.[\w-]+)+$/.test(path) && !/^html?$/.test(fileExtension(path)) &&
      !repository.hasExtension(fileExtension(path)));
}

async function checkFileAnchor(
  { inRepository, format }: DriftDocument,
  link: WrittenLink,
  { fragment, line }: Destination,
  { path }: Extract<LinkedFile, { readonly state: "file" }>,
  { anchors }: LinkTargets,
): Promise<LinkVerdict> {
  // Org looks for the text itself in files that are not its own.
  if (format === "org" && fileExtension(path) !== "org") return LIVES;
  if (fragment === undefined || line !== undefined || link.kind === "image" || path === inRepository) return LIVES;
  return anchorVerdict(link, false, (await anchors.ofFile(path))?.has(fragment) ?? "yes", { page: path, fragment });
}

/** The page is there. */
async function checkSection(
  document: DriftDocument,
  link: WrittenLink,
  { missing, page }: ResolvedPlace,
  { anchors, pagesAround, repository }: LinkTargets,
): Promise<LinkVerdict> {
  const path = relativePath(repository.top, page.file);
  if (missing === null || link.kind === "image") {
    const [, fragment] = /#(.+)$/s.exec(link.destination) ?? [];
    return fragment === undefined ? LIVES : { state: "lives", anchor: { page: path, fragment } };
  }
  if (/^line \d+$/.test(missing)) {
    return { state: "broken", message: `the file does not have so many lines: ${link.destination}` };
  }
  const { id } = page.document;
  const isOwn = id === document.origin.document.id;
  const has = (await anchors.of(id))?.has(missing) ?? "maybe";
  const anchor = { page: path, fragment: missing };
  if (has !== "no" || !isOwn) return anchorVerdict(link, isOwn, has, anchor);
  for (const around of pagesAround(id)) if ((await anchors.of(around))?.has(missing) === "yes") return LIVES;
  return anchorVerdict(link, isOwn, anchors.isTakenIn(document) ? "maybe" : "no", anchor);
}

function anchorVerdict(
  link: WrittenLink,
  isOwn: boolean,
  has: "yes" | "maybe" | "no",
  anchor: NamedAnchor,
): LinkVerdict {
  if (has === "no") return { state: "broken", message: noAnchor(link, isOwn), anchor };
  return has === "yes" ? { state: "lives", anchor } : unchecked("made");
}

function noAnchor({ kind, destination }: WrittenLink, isOwn: boolean): string {
  return kind === "wiki"
    ? `${isOwn ? "this" : "the"} page does not have this heading: [[${shownName(destination)}]]`
    : `${isOwn ? "this" : "the"} page does not have this anchor: ${destination}`;
}

/** In tables, a backslash stands before the bar of a wiki link. */
function shownName(destination: string): string {
  return destination.replace(/\\$/, "");
}
