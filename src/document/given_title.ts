/** The title of a document that states none and has no heading of the first rank. */
import type { TitleSource } from "./document.ts";
import { cutTitle } from "./limits.ts";
import type { Format, Properties } from "./formats/format.ts";
import { plainTitle } from "./navigation/navigation.ts";
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
  if (document.navigation !== null) return { title: document.navigation, from: "navigation" };
  const label = labelOf(document.properties);
  if (label !== null) return { title: cutTitle(label), from: "properties" };
  const [first] = headings;
  // The first lines of a converted document may be anything.
  if (first === undefined || first.text === "" || document.format.readBy === "converter") return undefined;
  return isFirstLine(document, first.lineStart) ? { title: first.text, from: "first-line" } : undefined;
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
