/** Reads the lists of links of mdBook and GitBook (`SUMMARY.md`), and of docsify (`_sidebar.md`). */
import { isForeign, type Navigation, NavigationEntries, plainTitle } from "./navigation.ts";

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const HEADING = /^#{1,6}[ \t]+(.*)$/;
const COMMENT = /<!--[^]*?(?:-->|$)/g;
/** Longer lines are no entries. */
const MAX_LINE = 4096;
const TAB = 4;

/** An entry around others. */
interface Open {
  readonly indent: number;
  readonly title: string | null;
}

/**
 * Nested lists of links. A heading is a part; the first one of the file is its own title. A link outside lists is a
 * chapter before or after the others.
 */
export function readSummary(text: string, isDocsify: boolean): Navigation {
  const entries = new NavigationEntries();
  let part: string | null = null;
  let open: Open[] = [];
  let isFirst = true;
  for (const line of text.replace(COMMENT, "").split(/\r?\n/)) {
    if (line.trim() === "" || line.length > MAX_LINE) continue;
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading !== undefined) {
      part = isFirst && !isDocsify ? null : plainTitle(heading.replace(/\s#+\s*$/, ""));
      [open, isFirst] = [[], false];
      continue;
    }
    isFirst = false;
    const [, space = "", own] = ITEM.exec(line) ?? [];
    const indent = own === undefined ? -1 : widthOf(space);
    open = own === undefined ? [] : open.filter((around) => around.indent < indent);
    const link = linkIn(own ?? line.trim(), own === undefined);
    const title = link === undefined ? plainTitle(own) : link.title;
    const titles = open.flatMap((around) => around.title ?? []);
    const isPage = link !== undefined && link.address !== "" && !isForeign(link.address);
    if (entries.reaches(open.length, isPage) && isPage) {
      entries.add(title, { page: link.address }, part === null ? titles : [part, ...titles]);
    }
    if (own !== undefined) open.push({ indent, title });
  }
  return entries.in(isDocsify ? [".", ".."] : ["."]);
}

function widthOf(space: string): number {
  return [...space].reduce((width, sign) => (sign === "\t" ? width + TAB - width % TAB : width + 1), 0);
}

/** The first link of a line. `isWhole`: the line must begin with it. */
function linkIn(line: string, isWhole: boolean) {
  const start = line.indexOf("[");
  const middle = start < 0 ? -1 : line.indexOf("](", start);
  if (middle < 0 || (isWhole && start > 0)) return undefined;
  const rest = line.slice(middle + 2).trimStart();
  const address = rest.startsWith("<") ? rest.slice(1).split(">")[0]! : /^[^\s)]*/.exec(rest)![0];
  return { title: plainTitle(line.slice(start + 1, middle)), address };
}
