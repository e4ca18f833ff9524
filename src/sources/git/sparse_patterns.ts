/** Which folders of a repository are wanted, as the patterns of an ignore file. */

/** The folders that globs lie in. One glob for any folder needs all. */
export function sparsePatterns(include: readonly string[]): readonly string[] {
  const patterns = include.map((glob) => {
    const parts = glob.replace(/^\.?\//, "").split("/");
    const open = parts.findIndex((part) => /[*?[\]{}()!+@]/.test(part));
    return open < 0
      ? `/${parts.map(escaped).join("/")}`
      : open === 0
      ? undefined
      : folderPattern(parts.slice(0, open).join("/"));
  });
  return patterns.includes(undefined) ? [] : [...new Set(patterns as readonly string[])].sort();
}

/** The pattern of a folder. */
export function folderPattern(folder: string): string {
  return `/${folder.replace(/^\.?\/|\/$/g, "").split("/").map(escaped).join("/")}/`;
}

/** The patterns of git know the same signs as globs. */
function escaped(part: string): string {
  return part.replace(/[*?[\]\\!#]/g, "\\$&");
}
