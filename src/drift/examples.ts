/** Tells which links are examples: pages about links show their code too. */
import { fencedLines } from "./code_spans.ts";
import type { DriftDocument } from "./document.ts";
import type { WrittenLink } from "../links/written_link.ts";

const MAX_FENCED = 200_000;

/** Whether the code of a link stands in a code span of the same line, or in a block of code of the same document. */
export function exampleLinks(
  { spans, text, isMarkdown }: DriftDocument,
): (link: Pick<WrittenLink, "destination" | "line">) => boolean {
  const byLine = new Map<number, string>();
  for (const span of spans) byLine.set(span.line, `${byLine.get(span.line) ?? ""}\n${span.text}`);
  let fenced: string | undefined;
  return ({ destination, line }) => {
    const written = [`(${destination})`, `[[${destination}`, `<${destination}>`, `"${destination}"`];
    const shown = byLine.get(line);
    if (shown !== undefined && written.some((code) => shown.includes(code))) return true;
    fenced ??= isMarkdown ? [...fencedLines(text)].join("\n").slice(0, MAX_FENCED) : "";
    return written.slice(0, 2).some((code) => fenced!.includes(code));
  };
}
