/** Finds the links of Markdown within elements of HTML that ask for it: `<figure markdown>` of Python-Markdown. */
import type { OutlineLink } from "../document/outline.ts";

const OPENING =
  /^[ \t]{0,20}<([a-z][\w-]{0,30})\b[^<>]{0,500}\smarkdown(?:=["']?(?:1|block|span)["']?)?(?:\s[^<>]{0,500})?>/i;
const LINK = /(!?)\[(?:[^[\]\n]|\\.){0,300}\]\(<?([^\s<>()]{1,1000})>?(?:[ \t]+["'][^\n]{0,300}?["'])?\)/g;
const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/;
const MAX_LINE_LENGTH = 10_000;

/** `known` are the links that the outline has: one that begins at the same place is not given again. */
export function linksInHtml(text: string, from: number, known: readonly OutlineLink[]): readonly OutlineLink[] {
  if (!/<[a-z][^<>]*\smarkdown\b/i.test(text)) return [];
  const encoder = new TextEncoder();
  const starts = new Set(known.map(({ start }) => start));
  const found: OutlineLink[] = [];
  let bytes = 0;
  let characters = 0;
  const open: string[] = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    const tag = isCode || characters < from ? undefined : OPENING.exec(line)?.[1]?.toLowerCase();
    if (tag !== undefined) open.push(tag);
    if (open.length > 0 && !isCode && line.length <= MAX_LINE_LENGTH) {
      for (const match of line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length)).matchAll(LINK)) {
        const [whole, sign, destination = ""] = match;
        const start = bytes + encoder.encode(line.slice(0, match.index)).length;
        const kind = sign === "!" ? "image" as const : "link" as const;
        if (!starts.has(start)) found.push({ kind, destination, start, end: start + encoder.encode(whole).length });
      }
    }
    while (open.length > 0 && line.toLowerCase().includes(`</${open.at(-1)}>`)) open.pop();
    bytes += encoder.encode(line).length + 1;
    characters += line.length + 1;
  }
  return found;
}
