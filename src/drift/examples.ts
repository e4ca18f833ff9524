/** Tells which links are examples: pages about links show their code too. */
import { fencedLines } from "./code_spans.ts";
import type { DriftDocument } from "./document.ts";
import type { WrittenLink } from "../links/written_link.ts";

const MAX_FENCED = 200_000;
const MAX_LINE_LENGTH = 10_000;

/** Whether the code of a link stands in a code span of the same line, or in a block of code of the same document. */
export function exampleLinks(
  { spans, text, isMarkdown }: DriftDocument,
): (link: Pick<WrittenLink, "destination" | "line">) => boolean {
  const byLine = new Map<number, string>();
  for (const span of spans) byLine.set(span.line, `${byLine.get(span.line) ?? ""}\n${span.text}`);
  let fenced: string | undefined;
  let lines: readonly string[] | undefined;
  const lineAt = (line: number): string => {
    lines ??= isMarkdown ? text.split("\n") : [];
    return lines[line - 1] ?? "";
  };
  return ({ destination, line }) => {
    if (isInCode(lineAt(line), destination)) return true;
    const written = [`(${destination})`, `[[${destination}`, `<${destination}>`, `"${destination}"`];
    const shown = byLine.get(line);
    if (shown !== undefined && written.some((code) => shown.includes(code))) return true;
    fenced ??= isMarkdown ? [...fencedLines(text)].join("\n").slice(0, MAX_FENCED) : "";
    return written.slice(0, 2).some((code) => fenced!.includes(code));
  };
}

/** Elements of HTML whose text is code. Their Markdown is read as such, but the author shows what is written. */
const CODE = /<(code|kbd|samp|tt|pre)\b[^<>]{0,200}>(.{0,1000}?)<\/\1>/gi;

function isInCode(line: string, destination: string): boolean {
  if (!line.includes("[[") || line.length > MAX_LINE_LENGTH) return false;
  return [...line.matchAll(CODE)].some(([, , inner = ""]) => inner.includes(`[[${destination}`));
}
