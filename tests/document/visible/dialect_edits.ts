/**
 * Rewrites what readers of one dialect see otherwise than CommonMark and GFM say, as plain Markdown. Nothing changes
 * inside code.
 */
import { optionalText } from "./optional.ts";
import { findPlaces, type PagePlaces } from "./places.ts";
import type { PageDialect } from "./syntax.ts";

interface PageEdit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}
type EditRule = (text: string, places: PagePlaces) => Iterable<PageEdit>;

/** The rules of Markdown; where two want the same place, the first one has it. */
const MARKDOWN_RULES: readonly EditRule[] = [
  templateTags,
  containerFences,
  callouts,
  admonitionLines,
  blocksOfPymdown,
  attributeLists,
  attributeLines,
  mystTargets,
  mystRoles,
  headingComments,
  wikiLinks,
  emojiNames,
];
/** Braces hold JavaScript in MDX, so it has no templates and no attribute lists. */
const MDX_RULES: readonly EditRule[] = [containerFences, callouts, wikiLinks, emojiNames];

/** Throws where MDX would. */
export function applyDialect(text: string, dialect: PageDialect): string {
  const page = dialect.mdx ? withoutClassicIds(text) : text;
  const places = findPlaces(page, dialect);
  const rules = dialect.mdx ? MDX_RULES : MARKDOWN_RULES;
  const edits = (dialect.vault ? [obsidianComments, ...rules] : rules)
    .flatMap((rule, rank) => [...rule(page, places)].map((edit) => ({ ...edit, rank })));
  edits.sort((a, b) => a.start - b.start || a.rank - b.rank);
  let result = "";
  let from = 0;
  for (const { start, end, by } of edits) {
    if (start < from) continue;
    result += page.slice(from, start) + by;
    from = end;
  }
  return result + page.slice(from);
}

/** Yields the matches that begin outside code, and outside tags unless `inTags`. */
function* outsideCode(
  text: string,
  pattern: RegExp,
  places: PagePlaces,
  inTags = false,
): Iterable<RegExpExecArray & { readonly index: number }> {
  for (const match of text.matchAll(pattern)) {
    // A match of a line begins at its first sign that is not a blank: code in a list begins there.
    const at = match.index + match[0].search(/\S|$/);
    if (!places.isCode(at) && (inTags || !places.isTag(at))) yield match;
  }
}

function edit(match: RegExpExecArray, by: string): PageEdit {
  return { start: match.index, end: match.index + match[0].length, by };
}

/** `## Title {#id}` in MDX: Docusaurus takes the id away before it reads MDX, which would refuse it. */
function withoutClassicIds(text: string): string {
  let fence: string | undefined;
  return text.split("\n").map((line) => {
    const sign = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (sign !== undefined && fence === undefined) fence = sign;
    else if (sign !== undefined && sign.startsWith(fence!)) fence = undefined;
    return fence === undefined ? line.replace(/^(\s*#{1,6}[ \t].*?)[ \t]*\{#[^\s{}]+\}[ \t]*$/, "$1") : line;
  }).join("\n");
}

/** `%% … %%` in a vault, in a line or over several. */
function* obsidianComments(text: string, places: PagePlaces): Iterable<PageEdit> {
  let open: number | undefined;
  for (const match of outsideCode(text, /%%/g, places, true)) {
    if (open === undefined) open = match.index;
    else {
      yield { start: open, end: match.index + 2, by: "" };
      open = undefined;
    }
  }
}

/** `{{< … >}}` and `{{% … %}}` of Hugo and Zola, `{% … %}` of Jinja and Liquid. */
function* templateTags(text: string, places: PagePlaces): Iterable<PageEdit> {
  const tags = /\{\{<(?:(?!\n[ \t]*\n)[^])*?>\}\}|\{\{%(?:(?!\n[ \t]*\n)[^])*?%\}\}|\{%(?:(?!\n[ \t]*\n)[^])*?%\}/g;
  for (const match of outsideCode(text, tags, places, true)) {
    // A blank line would end a block of HTML.
    yield edit(match, places.isHtmlBlock(match.index) ? "<!---->" : "");
  }
}

/** The blanks and marks of quotes and lists before a block. */
const PREFIX = String.raw`^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)`;

/**
 * `:::note[Title]`, `::: tip Title`, `:::{note} Title` of MyST, and the closing `:::`. The lines of options of a MyST
 * directive count as optional, and so does what follows its name.
 */
function* containerFences(text: string, places: PagePlaces): Iterable<PageEdit> {
  const line = new RegExp(
    PREFIX +
      String.raw`:{3,}[ \t]*(?:(\{[\w:.-]+\})|([\p{L}_][\w:.-]*)|(?=\{)|(?=[ \t]*$))(.*)$((?:\n[ \t]*:[\w-]+:.*$)*)`,
    "gmu",
  );
  for (const match of outsideCode(text, line, places)) {
    const [, prefix = "", myst, name, rest = "", options = ""] = match;
    // `::: package.Class` fills in documentation in MkDocs.
    if (name?.includes(".") === true) {
      yield edit(match, `${prefix}${optionalText(` ${name} `)}${rest}${options}`);
      continue;
    }
    const label = /^\[(.*)\][ \t]*(?:\{[^{}]*\})?[ \t]*$/.exec(rest)?.[1] ?? rest.replace(/\{[^{}]*\}[ \t]*$/, "");
    const title = label.trim();
    const quote = prefix.trimEnd().replace(/[^>\s]/g, " ");
    if (myst !== undefined && title + options !== "") {
      yield edit(match, `${prefix}${optionalText(` ${title}${options} `)}\n${quote}`);
    } else yield edit(match, title === "" ? prefix : `${prefix}${title}\n${quote}`);
  }
}

/** `> [!NOTE]- Title` at the beginning of a quote. */
function* callouts(text: string, places: PagePlaces): Iterable<PageEdit> {
  const line = /^((?:[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:>[ \t]*)+)\[!([^[\]\n]+)\][+-]?(?=[ \t]|$)(.*)$/gm;
  for (const match of outsideCode(text, line, places)) {
    const [, prefix = "", type = "", title = ""] = match;
    const before = text.slice(text.lastIndexOf("\n", match.index - 2) + 1, match.index);
    if (depth(before) >= depth(prefix)) continue;
    const quote = prefix.trimEnd().replace(/[^>\s]/g, " ");
    yield edit(match, `${prefix}${optionalText(` ${type} `)}${title}\n${quote}`);
  }
}

function depth(line: string): number {
  return (/^[\s>]*/.exec(line)![0].match(/>/g) ?? []).length;
}

/** The first line of an admonition or a tab of MkDocs; its body is no concern of this rule. */
export const ADMONITION_LINE = /^([ \t]*)(!!!|\?\?\?\+?|===[!+]?)(?:[ \t]+(\S.*))?$/;

function* admonitionLines(text: string, places: PagePlaces): Iterable<PageEdit> {
  for (const match of outsideCode(text, new RegExp(ADMONITION_LINE.source, "gm"), places)) {
    const [, indent = "", marks = "", rest] = match;
    if (rest === undefined) continue;
    const title = /^"(.*)"[ \t]*$/.exec(rest)?.[1];
    if (marks.startsWith("=")) {
      if (title !== undefined) yield edit(match, indent + title);
    } else yield edit(match, indent + optionalText(` ${rest} `));
  }
}

/** `/// note | Title` and its end `///` of pymdownx.blocks, as MkDocs has them. */
function* blocksOfPymdown(text: string, places: PagePlaces): Iterable<PageEdit> {
  const line = /^([ \t]*)\/{3,}(?:[ \t]*([\w-]+)[ \t]*(?:\|[ \t]*(.*))?)?$/gm;
  for (const match of outsideCode(text, line, places)) {
    const [, indent = "", name, title = ""] = match;
    yield edit(match, name === undefined ? indent : `${indent}${optionalText(` ${name} `)} ${title}\n`);
  }
}

const ATTRIBUTE = String.raw`(?:[#.][^\s#.{}"'=]+|[\w:@.-]+=(?:"[^"\n]*"|'[^'\n]*'|[^\s{}"']*)|data-[\w-]+)`;
const ATTRIBUTES = String.raw`\{(?::[^{}\n]*|[ \t]*${ATTRIBUTE}(?:[ \t]*${ATTRIBUTE})*[ \t]*)\}`;

/** Attribute lists directly after a link, an image or code, and after the text of a heading. */
function* attributeLists(text: string, places: PagePlaces): Iterable<PageEdit> {
  const after = new RegExp(ATTRIBUTES, "y");
  for (const end of places.ends) {
    after.lastIndex = end;
    const match = after.exec(text);
    if (match !== null) yield edit(match, "");
  }
  const atEnd = new RegExp(String.raw`(?<=\S)(?<!(?<!\\)(?:\\\\)*\\)(?:[ \t]*${ATTRIBUTES})+[ \t]*$`);
  for (const { start, end } of places.headings) {
    const match = atEnd.exec(text.slice(start, end));
    if (match !== null && !places.isCode(start + match.index)) {
      yield { start: start + match.index, end, by: "" };
    }
  }
}

/** `{: … }` alone on a line is an attribute list; `{ .class }` there, or at the end of a line, is one in MkDocs. */
function* attributeLines(text: string, places: PagePlaces): Iterable<PageEdit> {
  for (const match of outsideCode(text, /^([ \t>]*)\{:[^{}\n]*\}[ \t]*$/gm, places)) yield edit(match, match[1]!);
  for (const match of outsideCode(text, new RegExp(String.raw`(?<!\\)${ATTRIBUTES}(?=[ \t]*(?:\||$))`, "gm"), places)) {
    yield edit(match, optionalText(` ${escapeMarks(match[0])} `));
  }
}

/** `(label)=` alone on a line. */
function* mystTargets(text: string, places: PagePlaces): Iterable<PageEdit> {
  const line = new RegExp(PREFIX + String.raw`\([^()\n]+\)=[ \t]*$`, "gm");
  for (const match of outsideCode(text, line, places)) yield edit(match, match[1]!);
}

/** The name of a role before its code: {ref}`label`. */
function* mystRoles(text: string, places: PagePlaces): Iterable<PageEdit> {
  for (const match of outsideCode(text, /\{([\w:.-]+)\}(?=`)/g, places)) {
    yield edit(match, optionalText(` ${escapeMarks(match[1]!)} `));
  }
}

/** The comment of MDX that holds the id of a heading. */
function* headingComments(text: string, { headings }: PagePlaces): Iterable<PageEdit> {
  for (const { start, end } of headings) {
    const match = /(?<=\S)[ \t]*\{\/\*[^\n]*?\*\/\}[ \t]*$/.exec(text.slice(start, end));
    if (match !== null) yield { start: start + match.index, end, by: "" };
  }
}

const PLAYED = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|mp[34]|webm|ogg|ogv|wav|m4a|flac|3gp|mov|mkv)$/i;

/** `[[page|text]]` shows its text, `![[file.png|300]]` nothing, and `![[note]]` what only some programs show. */
function* wikiLinks(text: string, places: PagePlaces): Iterable<PageEdit> {
  for (const match of outsideCode(text, /(?<!\\)(!?)\[\[([^[\]\n]+)\]\](?!\()/g, places)) {
    const [, embeds, inside = ""] = match;
    const [, target = "", alias] = /^(.*?)(?:\\?\|(.*))?$/s.exec(inside)!;
    const shown = escapeMarks(alias ?? target);
    if (embeds !== "!") yield edit(match, shown);
    else yield edit(match, PLAYED.test(target.replace(/#.*$/s, "").trim()) ? " " : optionalText(` ${shown} `));
  }
}

/** `:smile:` shows a picture in some programs, and its name in others. */
function* emojiNames(text: string, places: PagePlaces): Iterable<PageEdit> {
  for (const match of outsideCode(text, /(?<![\w:]):([a-z0-9][a-z0-9_+-]*):(?![\w:])/g, places)) {
    yield edit(match, optionalText(` ${escapeMarks(match[1]!)} `));
  }
}

function escapeMarks(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}
