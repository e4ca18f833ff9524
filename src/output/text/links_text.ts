/** Prints the links of a document, and those that lead to it. */
import type { BrokenLink, LinksReport, PassageLink } from "../../shapes/links.ts";
import type { SearchResult } from "../../shapes/search.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { FileOf } from "../json.ts";
import { count } from "../quantity.ts";
import type { Palette } from "../terminal/color.ts";

export function formatLinks(
  { id, links, backlinks, broken, documents_not_read: unread }: LinksReport,
  fileOf: FileOf,
  palette: Palette,
): string {
  const parts = [
    formatOutgoing(links, palette),
    formatBacklinks(backlinks, fileOf, palette),
    formatBroken(broken, palette),
    unread === undefined ? "" : palette.dim(`(${count(unread, "document")} that may link to it, too, were not read)\n`),
  ].filter((part) => part !== "");
  const nothing = links.length + backlinks.length + broken.length === 0
    ? "it has no links, and none leads to it\n"
    : "";
  return `─── ${palette.id(sanitizeLine(id))} ───\n${nothing}${parts.join("\n")}`;
}

/** What stands below a passage that was asked for with its links. */
export function formatLinksBelow(
  { links, backlinks }: Pick<SearchResult, "links" | "backlinks">,
  fileOf: FileOf,
  palette: Palette,
): string {
  const none = (what: string): string => palette.dim(`(${what})\n`);
  const parts = [
    links === undefined ? "" : formatOutgoing(links, palette) || none("it links to no document"),
    backlinks === undefined ? "" : formatBacklinks(backlinks, fileOf, palette) || none("no document links to it"),
  ];
  return parts.filter((part) => part !== "").map((part) => `\n${part}`).join("");
}

/** `links to (2)`, and a line for each. */
function formatOutgoing(links: readonly PassageLink[], palette: Palette): string {
  return section(
    "links to",
    links,
    palette,
    ({ line, id, text, sure }) =>
      `${place(line)}${palette.id(sanitizeLine(id))}${said(text)}${sure === false ? palette.dim(" (a guess)") : ""}`,
  );
}

function formatBacklinks(links: readonly PassageLink[], fileOf: FileOf, palette: Palette): string {
  return section("linked by", links, palette, ({ tree, path, line, id, text, sure, missing }) => {
    const file = tree === undefined || path === undefined ? "" : `${fileOf({ tree, path })}:${line}  `;
    const lacks = missing === undefined ? "" : ` (there is no \`${sanitizeLine(missing)}\`)`;
    const notes = lacks + (sure === false ? " (a guess)" : "");
    return `${sanitizeLine(file)}${palette.id(sanitizeLine(id))}${said(text)}${palette.dim(notes)}`;
  });
}

function formatBroken(links: readonly BrokenLink[], palette: Palette): string {
  return section("leads nowhere", links, palette, ({ line, destination, id, missing, text }) => {
    const reason = id === null ? "no document" : `${id} has no \`${missing}\``;
    return `${place(line)}${palette.caution(sanitizeLine(destination))}${said(text)} ${
      palette.dim(`(${sanitizeLine(reason)})`)
    }`;
  });
}

function section<T>(title: string, items: readonly T[], palette: Palette, line: (item: T) => string): string {
  if (items.length === 0) return "";
  return `${palette.heading(title)} (${items.length})\n${items.map((item) => `  ${line(item)}\n`).join("")}`;
}

function place(line: number | undefined): string {
  return line === undefined ? "" : `line ${line}  `;
}

function said(text: string | undefined): string {
  return text === undefined || text === "" ? "" : `  ${sanitizeLine(text)}`;
}
