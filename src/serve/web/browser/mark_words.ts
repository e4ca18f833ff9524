/**
 * Marks the words that a search found, in the open passage. A browser that cannot highlight ranges shows it unmarked.
 */

const MAX_LENGTH = 400_000;
const AT_MOST = 2000;

/** Takes the words from the marked matches of the snippets in `results`. */
export function markWords(text: Element | null, results: Element): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete("found");
  const words = new Set(
    [...results.querySelectorAll("mark")].map((mark) => mark.textContent?.toLowerCase() ?? "").filter((word) =>
      word !== ""
    ),
  );
  if (text === null || words.size === 0 || (text.textContent?.length ?? 0) > MAX_LENGTH) return;
  const alternatives = [...words].sort((a, b) => b.length - a.length).map((word) =>
    word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
  ).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "giu");
  const found: Range[] = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && found.length < AT_MOST; node = walker.nextNode()) {
    for (const match of (node.nodeValue ?? "").matchAll(pattern)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      found.push(range);
    }
  }
  if (found.length > 0) CSS.highlights.set("found", new Highlight(...found));
}
