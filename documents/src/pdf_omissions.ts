/** What the text of a PDF leaves out. */
import type { Omission } from "./converted.ts";
import type { PdfPages } from "./pdf_pages.ts";

const MAX_LINES = 1000;
const MAX_LENGTH = 300;

/** `heads` are the headers and footers of each page; `recognized` are the pages, from 1, that OCR has read. */
export function omissionsOf(
  heads: readonly (readonly string[])[],
  { pages, drawings, failures, unreadable }: PdfPages,
  recognized: ReadonlyMap<number, unknown>,
): readonly Omission[] {
  const lines: Record<"running-head" | "picture" | "unreadable", string[]> = {
    "running-head": [],
    picture: [],
    unreadable: [],
  };
  for (const at of pages.keys()) {
    if (recognized.has(at + 1)) continue;
    const place = `page ${at + 1}: `;
    for (const head of heads[at] ?? []) lines["running-head"].push(place + head);
    const failure = failures.get(at);
    if (failure !== undefined) lines.unreadable.push(place + failure);
    for (const reason of unreadable[at]!.reasons) lines.unreadable.push(place + reason);
    const { pictures, hasShapes } = drawings[at]!;
    for (const { width, height } of pictures) {
      lines.picture.push(`${place}a picture of ${Math.round(width)} \u00d7 ${Math.round(height)} pt`);
    }
    if (pictures.length === 0 && hasShapes && pages[at]!.lines.length === 0 && unreadable[at]!.letters === 0) {
      lines.picture.push(`${place}a drawing without text`);
    }
  }
  return (["running-head", "picture", "unreadable"] as const).flatMap((kind) =>
    lines[kind].length === 0 ? [] : [{
      kind,
      count: lines[kind].length,
      lines: lines[kind].slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LENGTH)),
    }]
  );
}
