/** Finds the anchors of a page that the index does not have, without what it takes in from elsewhere. */
import { canonicalAnchor } from "../links/canonical.ts";
import { trimEnd } from "../text/trim.ts";
import type { DriftDocument } from "./document.ts";

export interface Anchors {
  /** `maybe`: a macro, a template or another file may make it. */
  has(fragment: string): "yes" | "maybe" | "no";
  /** What macros name, as letters and digits. */
  readonly made: ReadonlySet<string>;
}

const NAMED = /(?:\bid|\bname|\bCUSTOM_ID)\s{0,9}[=:]\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))|\{([^{}#]*#[^{}]*)\}/g;
/** In AsciiDoc. In other formats, such brackets hold links. */
const BRACKETED = /\[\[([^[\],]+)(?:,[^[\]]*)?\]\]/g;
/** What Org calls a block or a table, and the labels of lines in code: `(ref:name)`. */
const ORG_PLACE = /(?:^[ \t]*#\+(?:name|tblname|label):[ \t]*|\(ref:)([^\s()]{1,200})/gi;
const ATX = /^[ \t>]*(?:[-*+] |\d{1,9}[.)] )?#{1,6}[ \t]+(.*)$/;
/** The same in formats where other signs begin a heading. */
const HEADINGS: Readonly<Record<string, RegExp>> = { org: /^\*{1,8}[ \t]+(.*)$/, asciidoc: /^[=#]{1,6}[ \t]+(.*)$/ };
/** A component that stands alone may make a whole page. */
const COMPONENT = /^[ \t]*<[A-Z][\w.]*(?:\s[^<>]*)?\/?>[ \t]*$/;
/** So frontmatter names a layout that has sections of its own. */
const LAYOUT =
  /^---\r?\n(?:.{0,500}\r?\n){0,40}?(?:layout|template):[ \t]{0,9}["']?(?:home|landing|splash|blank|false)\b/;
const HTML_HEADING = /<h[1-6][^<>]*>(.*?)<\/h[1-6]>/g;
const UNDERLINE = /^[ \t]*(?:=+|-+|~+)[ \t]*$/;
/** Of the term before it. */
const DEFINITION = /^[ \t>]{0,20}:[ \t]/;
/** The label of a tab, of which MkDocs makes an id. */
const TAB = /^[ \t]*===[!+]?[ \t]+["'](.*)["'][ \t]*$/;
/** A block of Obsidian: `text ^id`. */
const BLOCK = /(?:^|[\s\])])\^([\w-]{1,100})[ \t]*$/;
const FOOTNOTE = /^[ \t>]*\[\^([^\]\s]{1,200})\]:/;
/** Comments, shortcodes, templates, components and directives: what generators put something in place of. */
const MACRO =
  /<!--(.*?)-->|\{\{(.*?)\}\}|\{%(.*?)%\}|<[A-Z][\w.]*([^<>]*)>|^[ \t]*:::?(.*)$|^\.\. (.*)$|\br\[([^\][]*)\]/g;
/** What follows in a longer line is left out, because some of these patterns take quadratic time. */
const MAX_LINE_LENGTH = 2000;
/** The same of a heading, on which more of them are tried. */
const MAX_HEADING_LENGTH = 400;
/** Fragments that do not name a heading: lines of code, text fragments, the top of the page. */
const NO_HEADING = /^(?::~:|L\d+(?:-L?\d+)?$|top$|__tabbed_|$)/i;

/**
 * Collects the anchors of a page: headings at any depth (in quotes and HTML too), `id` and `name` attributes, `{#id}`,
 * labels of tabs, blocks and footnotes. Compares letters and digits only, because generators differ in punctuation,
 * hyphens and the numbers of repeated headings.
 */
export function anchorsOf(
  { text, headings, keys, format }: Pick<DriftDocument, "text" | "headings" | "keys" | "format">,
): Anchors {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, "").slice(0, MAX_LINE_LENGTH));
  const heading = HEADINGS[format] ?? ATX;
  const isComponent = LAYOUT.test(text) || (headings.length === 0 && lines.some((line) => COMPONENT.test(line)));
  const known = new Set<string>();
  const made = new Set<string>();
  const add = (heading: string): void => {
    const cut = heading.slice(0, MAX_HEADING_LENGTH);
    // Text in elements, as of badges, may be part of the id or not.
    const variants = [cut, withoutMarkup(cut), withoutMarkup(cut.replace(/<(\w+)\b[^<>]*>[^<>]*<\/\1>/g, ""))];
    for (const variant of variants) known.add(canonicalAnchor(variant));
  };
  // The id of a tab may begin with that of its section.
  let section = "";
  headings.forEach(add);
  // Some sites show values of the frontmatter as sections.
  keys.forEach(add);
  for (const [at, line] of lines.entries()) {
    const tab = TAB.exec(line)?.[1];
    const atx = tab === undefined ? heading.exec(line)?.[1] : undefined;
    if (atx !== undefined) add(atx);
    else if (UNDERLINE.test(line)) add(lines[at - 1] ?? "");
    else if (DEFINITION.test(line)) add((lines[at - 1]?.trim() === "" ? lines[at - 2] : lines[at - 1]) ?? "");
    const named = tab ?? BLOCK.exec(line)?.[1];
    if (named !== undefined) add(named);
    if (atx !== undefined) section = withoutMarkup(atx.slice(0, MAX_HEADING_LENGTH));
    if (tab !== undefined) known.add(canonicalAnchor(`${section} ${withoutMarkup(tab.slice(0, MAX_HEADING_LENGTH))}`));
    for (const [, html = ""] of line.matchAll(HTML_HEADING)) add(html);
    if (format === "org") { for (const [, name = ""] of line.matchAll(ORG_PLACE)) known.add(canonicalAnchor(name)); }
    if (format === "asciidoc") { for (const [, id = ""] of line.matchAll(BRACKETED)) known.add(canonicalAnchor(id)); }
    for (const [, double, single, bare, attributes] of line.matchAll(NAMED)) {
      const id = attributes?.slice(attributes.lastIndexOf("#") + 1).split(/\s/, 1)[0];
      known.add(canonicalAnchor(double ?? single ?? bare ?? id ?? ""));
    }
    const note = FOOTNOTE.exec(line)?.[1];
    if (note !== undefined) { for (const sign of ["fn", "fnref", ""]) known.add(canonicalAnchor(sign + note)); }
    for (const [, ...inner] of line.matchAll(MACRO)) {
      for (const word of inner.join(" ").split(/[\s"'=|,;()]+/)) made.add(canonicalAnchor(word));
    }
  }
  return {
    made,
    has(fragment) {
      const names = [fragment, fragment.replace(/[-_]\d{1,9}$/, "")].map(canonicalAnchor);
      if (NO_HEADING.test(fragment) || names.some((name) => known.has(name))) return "yes";
      if (isComponent) return "maybe";
      return [...names, canonicalAnchor(fragment.replace(/^\w-/, ""))].some((name) => made.has(name)) ? "maybe" : "no";
    },
  };
}

/** Removes images, tags, templates, link targets, attributes, closing hashes and emoji names. */
function withoutMarkup(heading: string): string {
  const text = heading
    .trimEnd()
    .replace(/\{\{[^}]*\}\}|\{%[^%]*%\}/g, "")
    .replace(/\{[^}]*\}$/, "")
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\[[^\]]*\]/g, "$1")
    .replace(/<[^>]*>/g, "")
    .replace(/:[a-z0-9_+-]+:/g, "")
    .trimEnd();
  return trimEnd(text, "#");
}
