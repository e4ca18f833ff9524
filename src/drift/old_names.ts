/** Tells where a document lists names of the past: tables, lists and sections that say so once for all of them. */
import type { DriftDocument } from "./document.ts";

/** Words of a past that an author states. A verb alone (`to remove a user`) may be what the program does. */
const OLD =
  /\b(?:deprecat|renamed|removed\b|replaced\b|replace(?:s|ment)?\b(?: (?:with|by))?|former|legacy\b|obsolete|superseded|discontinued|old(?:er)?[ -](?:\w+ )?(?:name|setting|option|key|flag|api|syntax|style|variable|field|form|spelling)|old\b[^|\w]*\||no longer|used to be|was called|still (?:work|valid|support|accept|recogni[sz]e|honou?r)|alias(?:es)? (?:for|of)|backwards?[ -]compat|migrat)/i;
/** A table may also be headed `Old`/`New`, `Before`/`After`, `Instead of`/`Use`. */
const OLD_COLUMN = /\b(?:old|before|previous(?:ly)?|instead(?: of)?|was|replace(?:d|s|ment)?|now|renamed)\b/i;
const ARROW = /(?:→|⇒|➜|-+>|=+>)/;
/** Lines above one that are looked at. */
const MAX_LINES = 400;
const MAX_LINE_LENGTH = 2000;
const BORDER = /^[ \t]*(?:[=+-]{2,}[=+\- \t]+|\+[-=+]+\+?|\|[-:| \t]+\|?)[ \t]*$/;
const ROW = /^[ \t>]*\||[^|\\]\|[^|]/;
const ITEM = /^[ \t>]*(?:[-*+.]+|\d{1,9}[.)])[ \t]/;
const HEADING = /^(?:#{1,6}|={1,6}|\*{1,8})[ \t]+\S/;
const UNDERLINE = /^([=\-~^"'`#*+.:_])\1{2,}[ \t]*$/;

/** `written` is a name in the line. One behind an arrow is the new one. */
export function listsOldNames(
  { text, format }: Pick<DriftDocument, "text" | "format">,
): (line: number, written: string) => boolean {
  let lines: readonly string[] | undefined;
  const known = new Map<number, boolean>();
  return (line, written) => {
    lines ??= text.split("\n").map((one) => one.slice(0, MAX_LINE_LENGTH).trimEnd());
    const at = line - 1;
    const arrow = withoutCode(lines[at] ?? "").search(ARROW);
    if (arrow >= 0) return lines[at]!.indexOf(written) < arrow;
    const before = known.get(line);
    if (before !== undefined) return before;
    const found = isInOldTable(lines, at, format) ||
      isInOldList(lines, at) || OLD.test(headingAbove(lines, at));
    known.set(line, found);
    return found;
  };
}

function withoutCode(line: string): string {
  return line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
}

/** Its header, its title, or the paragraph above says so. */
function isInOldTable(lines: readonly string[], at: number, format: string): boolean {
  const top = format === "asciidoc" ? fenceAbove(lines, at) : blockStart(lines, at);
  if (top === undefined) return listTable(lines, at);
  const block = lines.slice(top, at + 1);
  const isTable = format === "asciidoc" || block.some((one) => BORDER.test(one)) || block.every((one) => ROW.test(one));
  if (!isTable || top === at) return listTable(lines, at);
  const header = block.filter((one) => one !== "" && !BORDER.test(one) && !one.startsWith("|==="))[0] ?? "";
  const isSaid = OLD_COLUMN.test(withoutCode(header)) || OLD.test(withoutCode(header));
  return isSaid || OLD.test(withoutCode(lines[top - 1] ?? "")) || OLD.test(introAbove(lines, top)) ||
    listTable(lines, at);
}

/** The first line of the lines without a blank one around this. */
function blockStart(lines: readonly string[], at: number): number {
  let top = at;
  while (top > 0 && at - top < MAX_LINES && lines[top - 1] !== "") top--;
  return top;
}

/** The line that opens a table of AsciiDoc around this one. */
function fenceAbove(lines: readonly string[], at: number): number | undefined {
  let fences = 0;
  let last: number | undefined;
  for (let each = at; each >= 0 && at - each < MAX_LINES; each--) {
    if (HEADING.test(lines[each]!)) break;
    if (/^[|,:!]={3,}$/.test(lines[each]!)) {
      fences++;
      last ??= each;
    }
  }
  return fences % 2 === 1 ? last : undefined;
}

/** `.. list-table:: Renamed settings` of reStructuredText, or the first row of it. */
function listTable(lines: readonly string[], at: number): boolean {
  const indent = /^[ \t]*/.exec(lines[at] ?? "")![0].length;
  for (let each = at - 1; each >= 0 && at - each < MAX_LINES; each--) {
    const line = lines[each]!;
    if (line === "" || /^[ \t]*/.exec(line)![0].length >= indent) continue;
    if (!/^[ \t]*(?:\.\. (?:list-table|csv-table|table)::|[`:]{3,}\{(?:list|csv)-table\})/.test(line)) return false;
    const head = lines.slice(each, Math.min(at, each + 10)).join(" ");
    return OLD.test(head) || /\*[ \t]+-[ \t]+(?:old|before)\b/i.test(head);
  }
  return false;
}

/** The paragraph above a list says so, and ends as one that introduces. */
function isInOldList(lines: readonly string[], at: number): boolean {
  let top = at;
  for (; top > 0 && at - top < MAX_LINES; top--) {
    const line = lines[top]!;
    if (line !== "" && !ITEM.test(line) && !/^[ \t]/.test(line)) return false;
    const above = lines[top - 1]!;
    if (ITEM.test(line) && above === "" && /^\S/.test(lines[top - 2] ?? "") && !ITEM.test(lines[top - 2]!)) break;
    if (ITEM.test(line) && above !== "" && !ITEM.test(above) && /^\S/.test(above)) break;
  }
  return ITEM.test(lines[top] ?? "") && OLD.test(introAbove(lines, top));
}

/** The paragraph directly above a line, where it ends with a colon. */
function introAbove(lines: readonly string[], top: number): string {
  let end = top - 1;
  while (end >= 0 && top - end < 4 && lines[end] === "") end--;
  if (end < 0 || !/:{1,2}$/.test(lines[end]!)) return "";
  return withoutCode(lines.slice(blockStart(lines, end), end + 1).join(" "));
}

function headingAbove(lines: readonly string[], at: number): string {
  for (let each = at; each >= 0 && at - each < MAX_LINES; each--) {
    if (HEADING.test(lines[each]!)) return withoutCode(lines[each]!);
    if (UNDERLINE.test(lines[each]!) && /^\S/.test(lines[each - 1] ?? "") && !UNDERLINE.test(lines[each - 1]!)) {
      return withoutCode(lines[each - 1]!);
    }
  }
  return "";
}
