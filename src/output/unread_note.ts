/** Says which documents ra does not read, and what to do about it. */
import type { UnreadFiles } from "../shapes/search.ts";
import { sanitizeLine } from "../text/sanitize.ts";
import { thousands } from "./quantity.ts";

/** How many kinds of a tree are named for one reason. */
const NAMED = 5;
/** How many folders outside every tree are named. */
const FOLDERS = 3;
/** What is not text, or is text that says little when it is read as such. */
const NOT_PLAIN: ReadonlySet<string> = new Set(
  [".doc", ".rtf", ".ppt", ".xls", ".odg", ".pages", ".mobi", ".azw3", ".fb2", ".djvu", ".wpd"],
);

/** One line, without its end; undefined where all is read. */
export function unreadNote(unread: readonly UnreadFiles[]): string | undefined {
  const [first, ...others] = unreadByTree(unread);
  if (first === undefined) return undefined;
  return [`not read${unread[0]!.tree === null ? "," : ""} ${first}`, ...others].join("; ");
}

/** `in docs: 944 .adoc (…)`, one for each tree, and `outside every tree: 8 .md (…)`. */
export function unreadByTree(unread: readonly UnreadFiles[]): readonly string[] {
  return [...new Set(unread.map(({ tree }) => tree))].map((tree) => {
    const own = unread.filter((one) => one.tree === tree);
    const where = tree === null ? "outside every tree" : `in ${sanitizeLine(tree)}`;
    return `${where}: ${REASONS.flatMap((reason) => kinds(own, reason)).join("; ")}`;
  });
}

/** The sentence about trees without a document; undefined where there is none. */
export function emptyTreesNote(trees: readonly string[]): string | undefined {
  if (trees.length === 0) return undefined;
  const names = trees.map(sanitizeLine).join(", ");
  return trees.length === 1 ? `tree ${names} holds nothing that ra reads` : `trees ${names} hold nothing that ra reads`;
}

const REASONS = ["no reader", "include", "exclude", "outside"] as const satisfies readonly UnreadFiles["reason"][];

function kinds(unread: readonly UnreadFiles[], reason: UnreadFiles["reason"]): readonly string[] {
  const all = unread.filter((one) => one.reason === reason);
  const isPlain = ({ extension }: UnreadFiles): boolean => reason !== "no reader" || !NOT_PLAIN.has(extension);
  // What cannot be read as plain text gets another advice.
  return [all.filter(isPlain), all.filter((one) => !isPlain(one))].flatMap((some) => listed(some, reason));
}

function listed(all: readonly UnreadFiles[], reason: UnreadFiles["reason"]): readonly string[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, NAMED);
  const others = all.slice(NAMED).reduce((sum, { files }) => sum + files, 0);
  const counts = shown.map(({ files, extension }) => `${thousands(files)} ${sanitizeLine(extension)}`);
  const list = [...counts, ...(others === 0 ? [] : [`${thousands(others)} of other kinds`])].join(", ");
  return [`${list}${inFolders(all)} (${adviceOn(shown.map(({ extension }) => extension), reason)})`];
}

/** ` in blog` or ` in blog, notes and other folders`, those with the most documents first. */
function inFolders(unread: readonly UnreadFiles[]): string {
  const sums = new Map<string, number>();
  for (const { folders = [] } of unread) {
    for (const { path, files } of folders) sums.set(path, (sums.get(path) ?? 0) + files);
  }
  if (sums.size === 0) return "";
  const sorted = [...sums].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, FOLDERS);
  const counted = sorted.reduce((sum, [, files]) => sum + files, 0);
  const isAll = counted === unread.reduce((sum, { files }) => sum + files, 0);
  const names = sorted.map(([path]) => path === "." ? "the project's own folder" : sanitizeLine(path));
  return ` in ${names.join(", ")}${isAll ? "" : " and other folders"}`;
}

function adviceOn(extensions: readonly string[], reason: UnreadFiles["reason"]): string {
  switch (reason) {
    case "no reader": {
      const none = "ra has no reader for this yet";
      if (extensions.some((extension) => NOT_PLAIN.has(extension))) return none;
      return `${none}; ${globFor(extensions)} in its include reads it as plain text`;
    }
    case "include":
      return `${globFor(extensions)} in its include reads this`;
    case "exclude":
      return "in folders that its exclude or ra leaves out";
    case "outside":
      return "a tree for such a folder reads this";
  }
}

function globFor(extensions: readonly string[]): string {
  const bare = extensions.map((extension) => sanitizeLine(extension.slice(1)));
  return `"**/*.${bare.length === 1 ? bare[0]! : `{${bare.join(",")}}`}"`;
}
