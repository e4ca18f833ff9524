/** Finds the comments by which authors say that a line is as they want it. */

/** The comments of Markdown and HTML, MDX, Obsidian, AsciiDoc, reStructuredText and Typst, Org, and manual pages. */
const COMMENT = new RegExp(
  [
    String.raw`<!--\s{0,9}ra-ignore\b[^>]{0,200}-->`,
    String.raw`\{\/\*\s{0,9}ra-ignore\b[^}]{0,200}\*\/\}`,
    String.raw`%%\s{0,9}ra-ignore\b[^%]{0,200}%%`,
    String.raw`^[ \t]{0,80}(?:\/\/|\.\.|#|\.?\\")[ \t]{1,9}ra-ignore\b.{0,200}$`,
  ].join("|"),
);
const MAX_LINE_LENGTH = 10_000;

/**
 * Tells whether a finding on a line is not wanted: a comment `ra-ignore` stands on the line, or alone on the line
 * before it. Blank lines between count for nothing.
 */
export function ignoredLines(text: string): (line: number) => boolean {
  if (!text.includes("ra-ignore")) return () => false;
  const ignored = new Set<number>();
  let isNext = false;
  for (const [at, whole] of text.split("\n").entries()) {
    const line = whole.replace(/\r$/, "").slice(0, MAX_LINE_LENGTH);
    if (isNext && line.trim() !== "") {
      ignored.add(at + 1);
      isNext = false;
    }
    const comment = line.includes("ra-ignore") ? COMMENT.exec(line)?.[0] : undefined;
    if (comment === undefined) continue;
    if (line.trim() === comment.trim()) isNext = true;
    else ignored.add(at + 1);
  }
  return (line) => ignored.has(line);
}
