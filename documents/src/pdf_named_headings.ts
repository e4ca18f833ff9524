/** Finds the lines of a PDF that are the headings that it names. */
import type { PdfHeading } from "./pdf_headings.ts";
import type { PdfLine } from "./pdf_lines.ts";
import type { NamedHeading } from "./pdf_outline.ts";

/** The lines of a heading. */
const MAX_LINES = 3;
const MAX_LENGTH = 250;

export interface MatchedHeadings {
  readonly byLine: ReadonlyMap<PdfLine, PdfHeading>;
  /** How many of the names have a line. */
  readonly count: number;
}

export function matchHeadings(
  pages: readonly (readonly PdfLine[])[],
  named: readonly NamedHeading[],
  others: ReadonlySet<PdfLine>,
): MatchedHeadings {
  const byLine = new Map<PdfLine, PdfHeading>();
  let count = 0;
  const byPage = new Map<number, NamedHeading[]>();
  for (const heading of named) {
    const held = byPage.get(heading.page);
    if (held === undefined) byPage.set(heading.page, [heading]);
    else held.push(heading);
  }
  const pageLines = pages.map((lines) => lines.filter((line) => line.table === undefined && !others.has(line)));
  const places = new Map<number, ReadonlyMap<string, HeadingPlace[]>>();
  const match = ({ title, level }: NamedHeading, page: number): boolean => {
    const lines = pageLines[page] ?? [];
    const own = places.get(page) ?? placesByText(lines);
    places.set(page, own);
    const place = freePlace(formsOf(title), own, (at) => byLine.has(lines[at]!));
    if (place === undefined) return false;
    count++;
    const heading = { level, isOpen: false };
    for (const line of lines.slice(place.at, place.at + place.length)) byLine.set(line, heading);
    return true;
  };
  const unmatched = [...byPage].flatMap(([page, headings]) => headings.filter((heading) => !match(heading, page)));
  // Some programs name the page before or behind.
  for (const heading of unmatched) {
    if (/\s/.test(heading.title.trim()) && !match(heading, heading.page + 1)) match(heading, heading.page - 1);
  }
  return { byLine, count };
}

interface HeadingPlace {
  readonly at: number;
  readonly length: number;
  readonly size: number;
}

/** Takes places that are not free away, so that none is looked at twice. */
function freePlace(
  forms: readonly string[],
  places: ReadonlyMap<string, HeadingPlace[]>,
  isTaken: (at: number) => boolean,
): HeadingPlace | undefined {
  for (const form of forms) {
    const held = places.get(form) ?? [];
    for (let place = held.pop(); place !== undefined; place = held.pop()) {
      if (!isTaken(place.at) && !isTaken(place.at + place.length - 1)) return place;
    }
  }
  return undefined;
}

/** The places of each text of one to three lines, those of the largest letters last. */
function placesByText(lines: readonly PdfLine[]): ReadonlyMap<string, HeadingPlace[]> {
  const places = new Map<string, HeadingPlace[]>();
  for (const [at, { size }] of lines.entries()) {
    let text = "";
    for (let length = 1; length <= MAX_LINES && at + length <= lines.length; length++) {
      const line = lines[at + length - 1]!;
      if (length > 1 && (line.gap > 3.5 * size || line.size < 0.7 * size)) break;
      text += `${text === "" ? "" : " "}${line.text}`;
      if (text.length > MAX_LENGTH) break;
      for (const form of formsOf(text)) {
        const held = places.get(form);
        if (held === undefined) places.set(form, [{ at, length, size }]);
        else held.push({ at, length, size });
      }
    }
  }
  for (const held of places.values()) held.sort((a, b) => a.size - b.size || b.at - a.at);
  return places;
}

/** The letters, and those behind a number. */
function formsOf(text: string): readonly string[] {
  const plain = text.slice(0, MAX_LENGTH).normalize("NFKC").toLowerCase();
  const letters = (words: string): string => words.replace(/[^\p{L}\p{N}]+/gu, "");
  const rest = plain.replace(
    /^(?:chapter|section|part|appendix|kapitel|anhang)?\s*(?:\d+|[a-z](?=[.\s]))(?:\.\d+)*[.:)]?\s+/u,
    "",
  );
  const [all, bare] = [letters(plain), letters(rest)];
  return all === "" ? [] : all === bare || bare === "" ? [all] : [all, bare];
}
