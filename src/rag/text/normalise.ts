/** Removes from a text what only its old form needed. The same text gives the same result, also a second time. */

/** Signs that stand for several letters, and letters that do not show. */
const LIGATURES: Readonly<Record<string, string>> = {
  "\ufb00": "ff",
  "\ufb01": "fi",
  "\ufb02": "fl",
  "\ufb03": "ffi",
  "\ufb04": "ffl",
  "\ufb05": "st",
  "\ufb06": "st",
};
const PAGE = /^<!-- page [^\n]*? -->$/;
/** A line that so many pages begin or end with, in a row or by turns, is their header or footer. */
const LEAST_PAGES = 4;
const LEAST_SHARE = 0.4;
/** How many lines at each end of a page are looked at. */
const EDGE = 2;

/** Line ends, Unicode NFC, ligatures, soft hyphens; on marked pages also their headers, footers and cut words. */
export function normalise(text: string): string {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?|\u2028|\u2029/g, "\n").normalize("NFC")
    .replace(/[\ufb00-\ufb06]/g, (sign) => LIGATURES[sign]!).replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "");
  const lines = plain.split("\n").map((line) => line.trimEnd());
  const isPaged = lines.some((line) => PAGE.test(line));
  let clean: readonly string[] = lines;
  // What is dropped or joined may bring other lines to the edge of a page.
  for (let before: readonly string[] = []; isPaged && clean.length !== before.length;) {
    before = clean;
    clean = joinCutWords(withoutPageEdges(before));
  }
  return `${clean.join("\n").replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

/** Drops the lines that many pages begin or end with. Numbers in them may differ. */
function withoutPageEdges(lines: readonly string[]): readonly string[] {
  const starts = lines.flatMap((line, at) => (PAGE.test(line) ? [at] : []));
  const pages = starts.map((start, at) => ({ from: start + 1, to: starts[at + 1] ?? lines.length }));
  const edges = pages.map(({ from, to }) => {
    const filled = Array.from({ length: to - from }, (_, at) => from + at).filter((at) => lines[at] !== "");
    return [...new Set([...filled.slice(0, EDGE), ...filled.slice(-EDGE)])];
  });
  const counts = new Map<string, number>();
  for (const edge of edges) {
    for (const shape of new Set(edge.map((at) => shapeOf(lines[at]!)))) {
      counts.set(shape, (counts.get(shape) ?? 0) + 1);
    }
  }
  const dropped = new Set(
    edges.flat().filter((at) => {
      const count = counts.get(shapeOf(lines[at]!)) ?? 0;
      return count >= LEAST_PAGES && count >= LEAST_SHARE * pages.length && !lines[at]!.startsWith("|");
    }),
  );
  return lines.filter((_, at) => !dropped.has(at));
}

function shapeOf(line: string): string {
  return line.toLowerCase().replace(/\d+/g, "0").replace(/\s+/g, " ");
}

/** `exam-` at the end of a line and `ple` on the next are one word. Code and tables stay as they are. */
function joinCutWords(lines: readonly string[]): readonly string[] {
  const isCode = lines.map(codeLines());
  const joined: string[] = [];
  // From the end, because a word may be cut twice.
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    const next = joined.at(-1);
    const cut = isCode[at] || next === undefined || line.startsWith("|") ? null : /^(.*\p{Ll}{2,})-$/u.exec(line);
    const rest = cut === null ? null : /^(\p{Ll}+[.,;:!?)]*)(?: (.*))?$/u.exec(next!);
    if (cut === null || rest === null) joined.push(line);
    else {
      joined.pop();
      if (rest[2] !== undefined) joined.push(rest[2]);
      joined.push(cut[1]! + rest[1]!);
    }
  }
  return joined.reverse();
}

/** Tells for one line after the other whether it belongs to a fenced block. */
function codeLines(): (line: string) => boolean {
  let isOpen = false;
  return (line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isOpen = !isOpen;
    return isOpen || isFence;
  };
}
