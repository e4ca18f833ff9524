/** Finds the markup of Org: its headings, and the elements of each section. */
import { sourceLines } from "../lines.ts";
import { type FoundMarkup, MarkupBuilder } from "../markup.ts";
import { OrgElements } from "./elements.ts";
import { type Headline, headlineAt, noteHeadline } from "./headlines.ts";
import { OrgObjects } from "./objects.ts";
import { readSettings } from "./settings.ts";

export function findMarkup(text: string): FoundMarkup {
  const found = new MarkupBuilder(text);
  const lines = sourceLines(text, text.startsWith("\ufeff") ? 1 : 0);
  const settings = readSettings(text, lines);
  const objects = new OrgObjects(found, settings);
  const elements = new OrgElements(found, lines, settings, objects);
  let [section, at] = [0, 0];
  const readTo = (to: number): void => elements.read(section, to, 0);
  while (at < lines.length) {
    const headline = text[lines[at]!.start] === "*" ? headlineAt(text, lines[at]!, settings.states) : undefined;
    if (headline === undefined) {
      at++;
      continue;
    }
    readTo(at);
    section = headline.isHidden ? afterSubtree(at, headline) : noteHeadline({ found, lines, objects }, at, headline);
    at = section;
    if (headline.isArchived && !headline.isHidden) section = at = afterSubtree(at - 1, headline);
  }
  readTo(lines.length);
  return found.finish();

  /** Hides the lines of a subtree from here on. Returns the line after it. */
  function afterSubtree(from: number, { level, isHidden }: Headline): number {
    let to = from + 1;
    while (to < lines.length) {
      const stars = text[lines[to]!.start] === "*"
        ? /^\*+(?=[ \t])/.exec(text.slice(lines[to]!.start, lines[to]!.end))
        : null;
      if (stars !== null && stars[0].length <= level) break;
      to++;
    }
    for (let line = isHidden ? from : from + 1; line < to; line++) found.hide(lines[line]!.start, lines[line]!.end);
    return to;
  }
}
