/** Finds the headings of a plain text: those that are underlined, and those whose numbers run on. */
import { type FoundMarkup, MarkupBuilder } from "../markup.ts";
import { numberedAt, TAGS } from "./numbers.ts";
import { hasIndentedText, numberedTitles } from "./numbered_titles.ts";
import { PlainLines } from "./plain_lines.ts";
import { type PlainTitle, underlinedTitles } from "./underlined.ts";
import { capitalTitles, centredTitle, marginTitles } from "./unnumbered_titles.ts";

interface LevelledTitle extends PlainTitle {
  readonly level: number;
}

export function findMarkup(text: string, isPart = false): FoundMarkup {
  const found = new MarkupBuilder(text);
  const lines = new PlainLines(text, text.startsWith("\ufeff") ? 1 : 0);
  const titles = titlesOf(lines, isPart);
  if (titles.length > 0) { for (const { start, end } of lines.running) found.hide(start, end); }
  let from = 0;
  for (const title of titles) {
    noteText(found, lines, from, title.first);
    noteTitle(found, lines, title);
    from = title.next;
  }
  noteText(found, lines, from, lines.lines.length);
  return found.finish();
}

function titlesOf(lines: PlainLines, isPart: boolean): readonly LevelledTitle[] {
  const underlined = underlinedTitles(lines);
  const numbered = numberedTitles(lines, underlined, isPart);
  const levels = styleLevels(underlined, isPart);
  const titles: LevelledTitle[] = underlined.map((title) => ({ ...title, level: levels.get(title.style ?? "")! }));
  const [first] = numbered;
  if (first !== undefined) {
    const above = numberLevel(lines, titles, first.at);
    titles.push(...numbered.map((title) => ({ ...title, level: above + title.numbers.length })));
    if (!isPart && underlined.length === 0) {
      titles.push(
        ...marginTitles(lines, numbered, hasIndentedText(lines, numbered)).map((title) => ({
          ...title,
          level: above + 1,
        })),
      );
      const start = Math.min(...[first.first, ...titles.map((title) => title.first)]);
      const title = centredTitle(lines, start);
      if (title !== undefined) titles.push({ ...title, level: 1 });
    }
  } else if (underlined.length <= 1 && !isPart) {
    titles.push(...capitalTitles(lines, underlined).map((title) => ({ ...title, level: 2 })));
  }
  return titles.sort((a, b) => a.first - b.first);
}

/** The order in which styles first come tells their levels. Where the first is not that of a title, the name is one. */
function styleLevels(titles: readonly PlainTitle[], isPart: boolean): ReadonlyMap<string, number> {
  const styles = [...new Set(titles.map(({ style = "" }) => style))];
  const isTitled = isPart || titles.filter(({ style }) => style === styles[0]).length === 1;
  return new Map(styles.map((style, at) => [style, at + (isTitled ? 1 : 2)]));
}

/** The level above the sections with one number. Underlined sections that have numbers tell it, or those before it. */
function numberLevel(lines: PlainLines, underlined: readonly LevelledTitle[], first: number): number {
  for (const title of underlined) {
    const numbered = numberedAt(lines, title.at, title);
    if (numbered !== undefined) return Math.max(0, title.level - numbered.numbers.length);
  }
  return Math.max(1, ...underlined.filter(({ at }) => at < first).map(({ level }) => level));
}

function noteTitle(found: MarkupBuilder, lines: PlainLines, { first, at, next, style, level }: LevelledTitle): void {
  const start = lines.lines[at]!;
  const last = style === undefined ? lines.lines[next - 1]! : start;
  const written = found.text.slice(start.start, last.end);
  const [tags = ""] = TAGS.exec(written) ?? [];
  const end = last.end - tags.length;
  const bodyStart = lines.lines[next - 1]!.next;
  for (const [, name = ""] of tags.matchAll(/\*([^*]+)\*/g)) found.anchor(name, bodyStart);
  for (let line = first; line < next; line++) {
    if (style !== undefined && line !== at) found.hide(lines.lines[line]!.start, lines.lines[line]!.end);
  }
  const text = found.text.slice(start.start, end).replace(/\s+/g, " ");
  found.heading({ level, text, id: null, lineStart: lines.lines[first]!.at, bodyStart }, { start: start.start, end });
}

/** Other text is shown as it is written. */
function noteText(found: MarkupBuilder, lines: PlainLines, from: number, to: number): void {
  if (from < to) found.block({ kind: "code", depth: 0, start: lines.lines[from]!.at, end: lines.lines[to - 1]!.end });
}
