/** The text of a page without a parser: what follows the place where a page becomes too large or too deep. */
import type { TextWriter } from "./text_writer.ts";
import { plainPieces } from "./inline.ts";

/** Elements whose content is not text. */
const NO_TEXT = /^(?:script|style)\b/i;

/** Writes the text outside of tags, line by line. `line` is the line of the page on which it begins. */
export function writePlainRest(html: string, line: number, writer: TextWriter): void {
  writer.gap();
  withoutTags(html).split("\n").forEach((text, at) => {
    const written = text.trim().replace(/\s+/g, " ");
    if (written !== "") writer.line(plainPieces(written, line + at));
  });
  writer.gap();
}

/** The text with a space for each tag. The newlines in tags stay. Each piece between two `<` is looked at once. */
function withoutTags(html: string): string {
  const [first = "", ...others] = html.split("<");
  const parts = [first];
  let inside: string | undefined;
  for (const piece of others) {
    const end = piece.indexOf(">");
    const isTag = end !== -1 && /^[a-z/!?]/i.test(piece);
    if (inside !== undefined) {
      if (!piece.toLowerCase().startsWith(`/${inside}`)) {
        parts.push(newlinesOf(piece));
        continue;
      }
      inside = undefined;
    }
    if (!isTag) parts.push("<", piece);
    else {
      inside = NO_TEXT.exec(piece)?.[0].toLowerCase();
      const text = piece.slice(end + 1);
      parts.push(" ", newlinesOf(piece.slice(0, end)), inside === undefined ? text : newlinesOf(text));
    }
  }
  return parts.join("");
}

function newlinesOf(text: string): string {
  return text.includes("\n") ? text.replace(/[^\n]+/g, "") : "";
}
