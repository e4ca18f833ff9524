/** Finds the anchors of a page, as far as site generators agree on them. */
import type { DriftDocument } from "./document.ts";

export interface Anchors {
  has(fragment: string): boolean;
}

/** Markup that includes text or components from elsewhere, which may bring headings with them. */
const INCLUDES =
  /^[ \t]*(?:--8<--|\{!|\{%|\{\{[<%]|<!--\s*@?include|@\[|@include|:::\s*include|::: ?[\w.]+\.[\w.]+$|import\s.+\sfrom\s|<[A-Z]\w+[\s/>]|<code\s+src=)/m;
const NAMED =
  /(?:\bid|\bname)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))|\{[^}\n]*#([^\s}]+)[^}\n]*\}|\[\[([^\]\n]+)\]\]/g;
const HEADING =
  /^[ \t>]*(?:[-*+] |\d+[.)] )?#{1,6}[ \t]+(.*)$|<h[1-6][^>]*>(.*?)<\/h[1-6]>|^([^\n]+)\n[ \t]*(?:=+|-+)[ \t]*$/gm;
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
  if (INCLUDES.test(text)) return undefined;
  const known = new Set<string>();
  const add = (heading: string): void => {
    for (const variant of [heading, withoutMarkup(heading)]) known.add(canonicalAnchor(variant));
  };
  headings.forEach(add);
  // Some sites show values of the frontmatter as sections.
  keys.forEach(add);
  for (const [, atx, html, setext] of text.matchAll(HEADING)) add(atx ?? html ?? setext ?? "");
  for (const [, ...ids] of text.matchAll(NAMED)) known.add(canonicalAnchor(ids.find((id) => id !== undefined) ?? ""));
  return {
    has: (fragment) =>
      NO_HEADING.test(fragment) ||
      [fragment, fragment.replace(/[-_]\d+$/, "")].some((name) => known.has(canonicalAnchor(name))),
  };
}

/** Keeps letters and digits, in lower case and without accents. */
function canonicalAnchor(text: string): string {
  return text.normalize("NFKD").toLowerCase().replace(/&[a-z]+;/g, "").replace(/[^\p{L}\p{Nd}]+/gu, "");
}

/** Removes images, tags, link targets, attributes, closing hashes and emoji names. */
function withoutMarkup(heading: string): string {
  return heading
    .replace(/\{[^}]*\}[ \t]*$/, "")
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\[[^\]]*\]/g, "$1")
    .replace(/<[^>]*>/g, "")
    .replace(/:[a-z0-9_+-]+:/g, "")
    .replace(/[ \t]+#+[ \t]*$/, "");
}
