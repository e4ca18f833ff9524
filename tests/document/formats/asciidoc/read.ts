/** Reads AsciiDoc for tests. */
import { findMarkup } from "../../../../src/document/formats/asciidoc/find_markup.ts";
import { shownText } from "../../../../src/document/formats/shown_text.ts";

/** The text that is indexed, with one space for any white space. */
export function seen(text: string): string {
  const { hidden } = findMarkup(text);
  return shownText({ text, hidden, standIns: [] }, { start: 0, end: text.length }).replace(/\s+/g, " ").trim();
}

/** Each block with its depth and text. */
export function blocks(text: string): readonly string[] {
  const markup = findMarkup(text);
  return markup.blocks.map((block) => {
    const cells = block.cells?.map((cell) => cell.map((range) => shownText(markup, range)).join("/"));
    return `${block.depth} ${block.kind}: ${cells?.join(" | ") ?? shownText(markup, block)}`;
  });
}

export function headings(text: string): readonly string[] {
  const { headings: found } = findMarkup(text);
  return found.map(({ level, text: title, id }) => `${level} ${title}${id === null ? "" : ` #${id}`}`);
}

export function marks(text: string): readonly string[] {
  const markup = findMarkup(text);
  return markup.marks.map((mark) => {
    const to = mark.destination === undefined ? "" : ` → ${mark.destination}`;
    return `${mark.kind}: ${shownText(markup, mark)}${to}`;
  });
}
