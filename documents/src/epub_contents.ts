/** Lists the contents of a book, which say again what its chapters are called. */
import { Parser } from "htmlparser2";
import type { Archive } from "./archive.ts";
import type { Omissions } from "./omissions.ts";
import { named, textIn } from "./xml_tree.ts";

/** The text of a page, in one line. */
export function pageWords(page: string): string {
  const parts: string[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentag(name) {
      if (SILENT.test(name)) silent++;
      parts.push(" ");
    },
    ontext(text) {
      if (silent === 0) parts.push(text);
    },
    onclosetag(name) {
      if (SILENT.test(name)) silent--;
      parts.push(" ");
    },
  }, { recognizeSelfClosing: true, decodeEntities: true });
  parser.end(page);
  return parts.join("").replace(/\s+/g, " ").trim();
}

const SILENT = /^(?:head|script|style)$/;

/** The contents for old readers (`toc.ncx`): where `pages` are given, the titles that none of them has. */
export function countTitles(
  archive: Archive,
  path: string,
  pages: Iterable<string> | undefined,
  omissions: Omissions,
): void {
  const titles = named(archive.xml(path), "navLabel").map((label) => textIn(label).replace(/\s+/g, " ").trim());
  if (titles.length === 0) return;
  if (pages === undefined) return omissions.add("page-frame", titles.join("; "));
  const told = new Set<string>();
  for (const page of pages) for (const word of wordsIn(pageWords(page))) told.add(word);
  for (const title of titles) {
    const words = wordsIn(title);
    if (words.every((word) => told.has(word))) continue;
    omissions.add("page-frame", title);
    for (const word of words) told.add(word);
  }
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
