/** The title of a document that states none and has no heading of the first rank. */
import type { TitleSource } from "./document.ts";
import { cutTitle } from "./limits.ts";
import type { Format } from "./formats/format.ts";
import type { Properties } from "./formats/properties.ts";
import { plainTitle } from "./navigation/navigation.ts";
import type { PagePlace } from "./navigation/place_pages.ts";
import type { OutlineHeading } from "./outline.ts";
import { byteOrderMarkLength } from "../text/encoding.ts";

export interface GivenTitle {
  readonly title: string;
  readonly from: Exclude<TitleSource, "heading" | "file-name">;
}

export interface Untitled {
  readonly text: Uint8Array;
  readonly textStart: number;
  readonly properties: Pick<Properties, "title" | "metadata" | "values">;
  readonly format: Pick<Format, "readBy">;
  /** The title in the navigation of its tree. */
  readonly navigation: string | null;
}

/** The names under which frontmatter has a title for navigations alone, in Docusaurus, Hugo, Nextra and VuePress. */
const LABELS = ["sidebar_label", "linkTitle", "linktitle", "sidebarTitle", "nav_title"];
/** What stands before the first heading and shows nothing: comments and anchors. */
const INVISIBLE = /<!--[^]*?-->|<a\s[^<>]*>\s*<\/a>/gi;
/** Bytes before the first heading of the text. Old names of a page may fill some. */
const MAX_BEFORE = 8192;

/** Undefined where only the name of the file is left. The headings are those of the text, within its limits. */
export function givenTitle(document: Untitled, headings: readonly OutlineHeading[]): GivenTitle | undefined {
  const named = navigationTitle(document);
  if (named !== undefined) return named;
  const [first] = headings;
  // The first lines of a converted document may be anything.
  if (first === undefined || first.text === "" || document.format.readBy === "converter") return undefined;
  return isFirstLine(document, first.lineStart) ? { title: first.text, from: "first-line" } : undefined;
}

/** The title in a navigation, or for one. */
export function navigationTitle(
  { navigation, properties }: Pick<Untitled, "navigation" | "properties">,
): GivenTitle | undefined {
  if (navigation !== null) return { title: navigation, from: "navigation" };
  const label = labelOf(properties);
  return label === null ? undefined : { title: cutTitle(label), from: "properties" };
}

/** The label for the navigation, also of Starlight, which has it in `sidebar`. */
function labelOf({ metadata, values }: Untitled["properties"]): string | null {
  const [stated] = LABELS.flatMap((name) => metadata[name]?.[0] ?? []);
  const sidebar = values?.["sidebar"];
  const label = typeof sidebar === "object" && sidebar !== null ? (sidebar as Record<string, unknown>)["label"] : null;
  return plainTitle(stated ?? label);
}

function isFirstLine({ text, textStart }: Untitled, at: number): boolean {
  const start = Math.max(textStart, byteOrderMarkLength(text));
  if (at - start > MAX_BEFORE) return false;
  const before = new TextDecoder().decode(text.subarray(start, at));
  return before.replace(INVISIBLE, "").trim() === "";
}

const TITLE = /^title:[ \t]+(?:"[^"\s]|'[^'\s]|[^\s"'~[\]{}#&*!|>@%`,?-])/m;
const UNSET = /^title:[ \t]+(?:null|~)[ \t]*$/im;
const FIRST_H1 = /^(?:[ \t]*\r?\n)*# +[\p{L}\p{N}]/u;
/** So much of a file tells whether it has a title. */
const GLANCE = 4096;

/**
 * Whether a file of Markdown shows at a glance that it has a title of its own: in its frontmatter, or as the first
 * heading of its text. Most do.
 */
export function hasTitleAtAGlance(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, GLANCE));
  const [block, inside] = /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (inside !== undefined && TITLE.test(inside) && !UNSET.test(inside)) return true;
  return FIRST_H1.test(text.slice(block?.length ?? 0));
}

/** Every heading in the first line begins with such a sign, or has such a line in its paragraph. */
const LIKE_HEADING = /^\s*[#<]|^(?![ \t\r\n])\s|^[ \t]*-+[ \t]*\r?$/m;
/** A heading whose text needs no parser. */
const PLAIN_HEADING = /^ {0,3}#{2,6} ([\p{L}\p{N}](?:[\p{L}\p{N}.,'?!()/-]| (?! ))*)(?<! )\r?(?:\n|$)/u;
const BLANK_LINES = /^(?:[ \t]*\r?\n)+/;
const FRONTMATTER = /^---[ \t]*\r?\n([^]*?)\n---[ \t]*(?:\r?\n|$)/;
/** Frontmatter in other languages, or what may be some. */
const LIKE_FRONTMATTER = /^(?:---|\+\+\+|\{)/;

/** What the text of Markdown shows without a parser. */
export interface QuickLook {
  /** Whether it may have a heading of the first rank. */
  readonly mayHaveH1: boolean;
  /** The heading in its first line. Null where there is none, undefined where only a parser can tell. */
  readonly firstLine: string | null | undefined;
}

/** Looks at a text of Markdown after its frontmatter, without a parser. */
export function quickLook(text: string): QuickLook {
  const start = text.replace(BLANK_LINES, "");
  const end = start.search(/\n[ \t]*\r?\n/);
  const [, plain] = PLAIN_HEADING.exec(start) ?? [];
  return {
    mayHaveH1: mayHaveH1(text),
    firstLine: plain ?? (LIKE_HEADING.test(end < 0 ? start : start.slice(0, end)) ? undefined : null),
  };
}

/**
 * Whether a file begins with its text, or with frontmatter that says nothing of a title, and its text has no heading in
 * its first line. Then, without a title in the navigation, only a heading of the first rank can name it. Undefined
 * where that takes a closer look.
 */
export function untitledAtAGlance(text: string): Pick<QuickLook, "mayHaveH1"> | undefined {
  const [block, inside = ""] = FRONTMATTER.exec(text) ?? [];
  if (block === undefined ? LIKE_FRONTMATTER.test(text) : /title|sidebar|nav/i.test(inside)) return undefined;
  const { mayHaveH1: inText, firstLine } = quickLook(block === undefined ? text : text.slice(block.length));
  // What is taken for frontmatter here may be text.
  return firstLine === null ? { mayHaveH1: inText || mayHaveH1(inside) } : undefined;
}

/** Whether a line begins with `#` and white space, or with `=`, or there is a tag of HTML. */
function mayHaveH1(text: string): boolean {
  if (text.includes("<h1") || text.includes("<H1")) return true;
  return hasLineWith(text, "#") || hasLineWith(text, "=");
}

function hasLineWith(text: string, sign: "#" | "="): boolean {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    const next = text[at + 1] ?? "\n";
    if (sign === "#" && next !== " " && next !== "\t" && next !== "\n" && next !== "\r") continue;
    let before = at - 1;
    while (text[before] === " " || text[before] === "\t") before--;
    if (before < 0 || text[before] === "\n") return true;
  }
  return false;
}

/** The title that a navigation gives a document. One in another language counts where nothing else names it. */
export function placedTitle(
  place: Pick<PagePlace, "title" | "isTranslated"> | undefined,
  bytes: Uint8Array,
): string | null | undefined {
  if (place?.isTranslated !== true) return place?.title;
  return untitledAtAGlance(new TextDecoder().decode(bytes)) === undefined ? undefined : place.title;
}
