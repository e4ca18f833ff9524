/** Finds the anchors of a page, as far as site generators agree on them. */
import { canonicalAnchor } from "../links/canonical.ts";
import type { DriftDocument } from "./document.ts";
import { trimEnd } from "../text/trim.ts";

export interface Anchors {
  has(fragment: string): boolean;
}

/** Markup that includes text or components from elsewhere, which may bring headings with them. */
const INCLUDES =
  /^[ \t]*(?:--8<--|\{!|\{%|\{\{[<%]|<!--\s*@?include|@\[|@include|:::\s*include|::: ?(?=[\w.]+\.\w)[\w.]+$|import\s.+\sfrom\s|<[A-Z]\w+[\s/>]|<code\s+src=)/m;
const NAMED =
  /(?:\bid|\bname)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))|\{([^{}#]*#[^{}]*)\}|\[\[([^[\]]+)\]\]/g;
const ATX = /^[ \t>]*(?:[-*+] |\d{1,9}[.)] )?#{1,6}[ \t]+(.*)$/;
const HTML_HEADING = /<h[1-6][^<>]*>(.*?)<\/h[1-6]>/g;
const UNDERLINE = /^[ \t]*(?:=+|-+)[ \t]*$/;
/** What follows in a longer line is left out, because some of these patterns take quadratic time. */
const MAX_LINE_LENGTH = 2000;
/** The same of a heading, on which more of them are tried. */
const MAX_HEADING_LENGTH = 400;
/** Fragments that do not name a heading: lines of code, text fragments, the top of the page. */
const NO_HEADING = /^(?::~:|L\d+(?:-L?\d+)?$|top$|$)/i;

/**
 * Collects the anchors of a page: headings at any depth (in quotes and HTML too), `id` and `name` attributes, and
 * `{#id}`. Returns undefined if the page includes text from elsewhere. Compares letters and digits only, because
 * generators differ in punctuation, hyphens and the numbers of repeated headings.
 */
export function anchorsOf(
  { text, headings, keys }: Pick<DriftDocument, "text" | "headings" | "keys">,
): Anchors | undefined {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, "").slice(0, MAX_LINE_LENGTH));
  if (lines.some((line) => INCLUDES.test(`${line}\n`))) return undefined;
  const known = new Set<string>();
  const add = (heading: string): void => {
    const cut = heading.slice(0, MAX_HEADING_LENGTH);
    for (const variant of [cut, withoutMarkup(cut)]) known.add(canonicalAnchor(variant));
  };
  headings.forEach(add);
  // Some sites show values of the frontmatter as sections.
  keys.forEach(add);
  for (const [at, line] of lines.entries()) {
    const atx = ATX.exec(line)?.[1];
    if (atx !== undefined) add(atx);
    else if (UNDERLINE.test(line)) add(lines[at - 1] ?? "");
    for (const [, html = ""] of line.matchAll(HTML_HEADING)) add(html);
    for (const [, double, single, bare, attributes, wiki] of line.matchAll(NAMED)) {
      const id = attributes?.slice(attributes.lastIndexOf("#") + 1).split(/\s/, 1)[0];
      known.add(canonicalAnchor(double ?? single ?? bare ?? id ?? wiki ?? ""));
    }
  }
  return {
    has: (fragment) =>
      NO_HEADING.test(fragment) ||
      [fragment, fragment.replace(/[-_]\d{1,9}$/, "")].some((name) => known.has(canonicalAnchor(name))),
  };
}

/** Removes images, tags, link targets, attributes, closing hashes and emoji names. */
function withoutMarkup(heading: string): string {
  const text = heading
    .trimEnd()
    .replace(/\{[^}]*\}$/, "")
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\[[^\]]*\]/g, "$1")
    .replace(/<[^>]*>/g, "")
    .replace(/:[a-z0-9_+-]+:/g, "")
    .trimEnd();
  return trimEnd(text, "#");
}
