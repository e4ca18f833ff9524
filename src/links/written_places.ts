/** Finds the places of a text that links name and that no index has: blocks, footnotes, tabs, terms, ids in HTML. */
import { fileExtension } from "../text/paths.ts";
import { canonicalAnchor } from "./canonical.ts";

/** What a line has to say of a place is in its first characters: some patterns take more work the longer it is. */
const MAX_LINE_LENGTH = 2000;

type NamesPlace = (line: string, next: string, name: string) => boolean;

/** The line of a file, from 1, that a fragment names. The surest form counts, and of several lines the first. */
export function lineOfPlace(text: string, path: string, fragment: string): number | undefined {
  const forms = formsOf(fragment, fileExtension(path).toLowerCase());
  const found: (number | undefined)[] = forms.map(() => undefined);
  const lines = text.split("\n");
  let fence: string | undefined;
  for (const [at, whole] of lines.entries()) {
    const line = whole.slice(0, MAX_LINE_LENGTH);
    const marks = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (marks !== undefined && (fence === undefined || marks.startsWith(fence))) {
      fence = fence === undefined ? marks : undefined;
    }
    if (fence !== undefined) continue;
    const next = (lines[at + 1] ?? "").slice(0, MAX_LINE_LENGTH);
    for (const [form, { names, name }] of forms.entries()) {
      if (found[form] === undefined && names(line, next, name)) found[form] = at + 1;
    }
    if (found[0] !== undefined) break;
  }
  return found.find((line) => line !== undefined);
}

/** The path of the page that this page of a manual takes in, and has nothing beside. */
export function pageTakenIn(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^[.']\\"/.test(line));
  return lines.length === 1 ? /^[.']\s*so\s+(\S+)\s*$/.exec(lines[0]!)?.[1] : undefined;
}

/** From the most to the least certain. */
function formsOf(
  fragment: string,
  extension: string,
): readonly { readonly names: NamesPlace; readonly name: string }[] {
  const block = /(?:^|#)\^([\p{L}\p{N}-]+)$/u.exec(fragment)?.[1];
  const [, kind = "", note = ""] = FOOTNOTE.exec(fragment) ?? [];
  return [
    { names: hasId(Object.hasOwn(IDS, extension) ? IDS[extension]! : MARKDOWN), name: fragment },
    ...block === undefined ? [] : [{ names: isBlock, name: block }, { names: isFootnote, name: block }],
    ...note === "" ? [] : [{ names: /ref$/i.test(kind) ? usesFootnote : isFootnote, name: note }],
    { names: isRule, name: fragment.replace(/^r-/, "") },
    ...[fragment, fragment.replace(/^term-/, "")].map((term) => ({ names: isTerm, name: canonicalAnchor(term) })),
    { names: isTab, name: canonicalAnchor(fragment) },
  ];
}

/** `#fn:1` and `#fnref:1` of Python-Markdown and Hugo, `#fn-1` and `#user-content-fn-1` of GitHub. */
const FOOTNOTE = /^(?:user-content-)?(fn|fnref|footnote|footnote-ref)[:-]?(?:\d+[:-])?([\w.-]{1,100})$/i;

/** Attributes of HTML. */
const ATTRIBUTE =
  /<[a-z][^<>]*?\s(?:id|name)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|\{["'`]([^"'`]*)["'`]\}|([^\s"'>{]+))/gi;
const ASCIIDOC: readonly RegExp[] = [
  /\[\[([^[\],]+)(?:,[^[\]]*)?\]\]/g,
  /^\[(?:[^[\]#]*)#([^[\],.%]+)[^[\]]*\]\s*$/g,
  /anchor:([^\s[\]]+)\[/g,
];
/** What names a place, by the extension of the file. In all others, it is what does so in Markdown. */
const IDS: Readonly<Record<string, readonly RegExp[]>> = {
  adoc: ASCIIDOC,
  asciidoc: ASCIIDOC,
  asc: ASCIIDOC,
  rst: [/^\s*\.\. _`?([^`:]+)`?:/g, /(?<![`:])_`([^`]+)`/g],
  org: [/<<([^<>]+)>>/g, /^\s*:CUSTOM_ID:\s*(\S+)\s*$/gi],
};
const MARKDOWN: readonly RegExp[] = [
  ATTRIBUTE,
  /\{:?\s?(?:[^{}#]*\s)?#([^\s{}.]+)[^{}]*\}/g,
  /^\(([^()\s]+)\)=\s*$/g,
];

function hasId(patterns: readonly RegExp[]): NamesPlace {
  return (line, _, name) =>
    line.includes(name) &&
    patterns.some((pattern) => [...line.matchAll(pattern)].some((found) => found.slice(1).includes(name)));
}

/** `^id` at the end of a block, or below it. */
function isBlock(line: string, _: string, name: string): boolean {
  const end = line.trimEnd();
  return end.endsWith(`^${name}`) && /^$|\s$/.test(end.slice(0, -name.length - 1));
}

function isFootnote(line: string, _: string, name: string): boolean {
  return line.includes(`[^${name}]:`) && /^[ \t>]*\[\^/.test(line);
}

function usesFootnote(line: string, _: string, name: string): boolean {
  return line.includes(`[^${name}]`) && !isFootnote(line, "", name);
}

/** A rule of a book of mdBook, `r[items.fn]`. */
function isRule(line: string, _: string, name: string): boolean {
  return line.trimEnd() === `r[${name}]`;
}

/** A term of a list of definitions, in Markdown, AsciiDoc or reStructuredText. */
function isTerm(line: string, next: string, name: string): boolean {
  if (name === "" || /^\s*$/.test(line)) return false;
  const [, term] = /^(.+?)(?:::+|;;)(?:\s|$)/.exec(line) ?? [];
  if (term !== undefined && canonicalAnchor(term) === name) return true;
  return /^(?::[ \t]|[ \t]{2,}\S)/.test(next) && canonicalAnchor(line) === name;
}

/** How Markdown for several generators, and reStructuredText, name a tab. */
const TABS: readonly RegExp[] = [
  /^\s*===[!+]*\s+["'](.+?)["']\s*$/,
  /<(?:TabItem|Tab|TabPane|CodeGroupItem)\b[^<>]*?\s(?:value|title|label|name)=\{?["'`]([^"'`]+)["'`]/i,
  /\{\{[<%]\s*tab\s+(?:[\w-]+=)?"([^"]+)"/,
  /\{%\s*tab\s+(?:title=)?["']([^"']+)["']/,
  /^\s*(?:\.\. (?:tab|tab-item|group-tab|code-tab)::|:{3,}\{?tab(?:-item)?\}?)\s+(.+?)\s*$/,
];

function isTab(line: string, _: string, name: string): boolean {
  return name !== "" && TABS.some((pattern) => canonicalAnchor(pattern.exec(line)?.[1] ?? "") === name);
}
