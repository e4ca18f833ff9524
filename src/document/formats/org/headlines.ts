/** Reads the headlines of Org, and the lines below them that say more of them. */
import type { SourceLine } from "../lines.ts";
import type { MarkupBuilder, TextRange } from "../markup.ts";
import type { OrgObjects } from "./objects.ts";

export interface Headline {
  readonly level: number;
  /** All after the stars. */
  readonly shown: TextRange;
  /** Without the state, the priority, cookies and tags. */
  readonly title: TextRange;
  readonly tags: readonly string[];
  /** Its author keeps the subtree out of what others read. */
  readonly isHidden: boolean;
  /** Others read the heading alone. */
  readonly isArchived: boolean;
}

const PRIORITY = /\[#[A-Za-z0-9]+\][ \t]*/y;
const TAGS = /[ \t]+(:[\p{L}\p{N}_@#%:]+:)[ \t]*$/u;
const PLANNING = /^[ \t]*(?:SCHEDULED|DEADLINE|CLOSED):/;
const PROPERTY = /^[ \t]*:(\S+):(?:[ \t]|$)/;

export function headlineAt(
  text: string,
  { start, end }: SourceLine,
  states: ReadonlySet<string>,
): Headline | undefined {
  const line = text.slice(start, end);
  const [stars] = /^\*+(?=[ \t])/.exec(line) ?? [];
  if (stars === undefined) return undefined;
  let from = skipBlanks(line, stars.length);
  const first = from;
  const word = /[^ \t]*/y;
  word.lastIndex = from;
  const state = word.exec(line)![0];
  if (state !== "" && states.has(state)) from = skipBlanks(line, from + state.length);
  PRIORITY.lastIndex = from;
  from += PRIORITY.exec(line)?.[0].length ?? 0;
  const isComment = /^COMMENT(?:[ \t]|$)/.test(line.slice(from));
  // Only the end of the line is looked at, as a line may be long.
  const tail = line.slice(Math.max(from - 1, line.length - 300));
  const tagged = TAGS.exec(tail);
  const until = tagged === null ? line.trimEnd().length : line.length - tail.length + tagged.index;
  const tags = tagged?.[1]!.split(":").filter((tag) => tag !== "") ?? [];
  return {
    level: stars.length,
    shown: { start: start + first, end: start + Math.max(first, until) },
    title: { start: start + from, end: start + Math.max(from, until) },
    tags,
    isHidden: isComment || tags.includes("noexport"),
    isArchived: tags.includes("ARCHIVE"),
  };
}

function skipBlanks(line: string, at: number): number {
  while (line[at] === " " || line[at] === "\t") at++;
  return at;
}

interface OrgPage {
  readonly found: MarkupBuilder;
  readonly lines: readonly SourceLine[];
  readonly objects: OrgObjects;
}

/** Notes a heading with its planning line and its properties. Returns the line after these. */
export function noteHeadline({ found, lines, objects }: OrgPage, at: number, headline: Headline): number {
  const { level, shown, title, tags } = headline;
  const line = lines[at]!;
  const { text } = found;
  const textOf = ({ start, end }: SourceLine): string => text.slice(start, end);
  found.hide(line.start, shown.start);
  const priority = text.slice(shown.start, title.start).indexOf("[#");
  if (priority >= 0) found.hide(shown.start + priority, title.start);
  const shows = found.listen();
  objects.read(title.start, title.end);
  const name = shows(title).replace(/\[\d*(?:%|\/\d*)\]/g, "").trim();
  if (tags.length > 0) found.hide(shown.end, line.end);
  for (const tag of tags) found.tag(tag);

  let below = at + 1;
  if (below < lines.length && PLANNING.test(textOf(lines[below]!))) {
    found.hide(lines[below]!.start, lines[below]!.end);
    below++;
  }
  let id: string | null = null;
  const end = endOfProperties(below);
  for (; below < end; below++) {
    const written = textOf(lines[below]!);
    const [opening = "", key = ""] = PROPERTY.exec(written) ?? [];
    const value = written.slice(opening.length).trim();
    if (key.toUpperCase() === "CUSTOM_ID" && value !== "") id = value;
    if (key.toUpperCase() === "ID" && value !== "") found.anchor(value, line.next);
    found.hide(lines[below]!.start, lines[below]!.end);
  }
  found.heading({ level, text: name, id, lineStart: line.start, bodyStart: line.next }, shown);
  return below;

  function endOfProperties(from: number): number {
    if (from >= lines.length || !/^[ \t]*:PROPERTIES:[ \t]*$/i.test(textOf(lines[from]!))) return from;
    for (let to = from + 1; to < lines.length; to++) {
      const one = textOf(lines[to]!);
      if (/^[ \t]*:END:[ \t]*$/i.test(one)) return to + 1;
      if (!PROPERTY.test(one)) return from;
    }
    return from;
  }
}
