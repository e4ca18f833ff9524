/** What readers of a PDF page wrote on it: notes, and remarks on marked words. */
import { escapeHtml } from "./archive.ts";
import { type Annotation, isHidden } from "./pdf_fields.ts";
import { placeOf, type TextItem } from "./pdf_items.ts";

/** Text of the page itself, fields, and the windows of other notes. */
const OTHERS: ReadonlySet<unknown> = new Set(["FreeText", "Widget", "Link", "Popup"]);
const MARKED: ReadonlySet<unknown> = new Set(["Highlight", "Underline", "Squiggly", "StrikeOut"]);
const MAX_MARKED = 200;

/** As paragraphs, in the order of the page. */
export function commentsOf(annotations: readonly Annotation[], texts: readonly TextItem[]): readonly string[] {
  return annotations.flatMap((annotation) => {
    const { subtype, contentsObj, titleObj, rect } = annotation;
    const text = typeof contentsObj?.str === "string" ? contentsObj.str.trim() : "";
    if (text === "" || OTHERS.has(subtype) || isHidden(annotation)) return [];
    const author = typeof titleObj?.str === "string" ? titleObj.str.trim() : "";
    const marked = MARKED.has(subtype) && Array.isArray(rect) ? markedWords(rect as readonly number[], texts) : "";
    const about = marked === "" || marked === text ? "" : ` on \u201c${escapeHtml(marked)}\u201d`;
    const who = `Comment${author === "" ? "" : ` by ${escapeHtml(author)}`}${about}`;
    return [`<p>${who}: ${escapeHtml(text).split(/\s*(?:\r\n?|\n)\s*/).join("<br>")}</p>`];
  });
}

/** The words that a mark covers, by the places of their letters. */
function markedWords(
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
  texts: readonly TextItem[],
): string {
  const found: string[] = [];
  for (const item of texts) {
    const { x, y, turns } = placeOf(item);
    const middle = y + 0.3 * item.height;
    if (turns !== 0 || middle < bottom || middle > top || item.width <= 0) continue;
    let at = 0;
    for (const word of item.str.split(/(\s+)/)) {
      const centre = x + item.width * (at + word.length / 2) / item.str.length;
      if (word.trim() !== "" && centre >= left && centre <= right) found.push(word);
      at += word.length;
    }
    if (found.length > MAX_MARKED) break;
  }
  return found.join(" ").slice(0, 10 * MAX_MARKED);
}
