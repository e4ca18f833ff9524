/** Finds the headers and footers of PDF pages: lines at the edge, apart from the text, that stand on other pages, too. */
import { type EdgeRow, edgeRows, type ReadPage } from "./pdf_edges.ts";
import type { PdfLine } from "./pdf_lines.ts";
import { type PageNumber, pageNumberIn } from "./pdf_page_numbers.ts";

const MIN_PAGES = 3;
/** Pages between two that have the same header. Left and right pages take turns, and chapters begin without one. */
const MAX_STEP = 4;
/** A header's letters are no larger than those of the text, by this factor. */
const LARGER = 1.15;
/** A sentence is a warning or a note, unless it is on most pages of a long document. */
const SENTENCE = /^\P{Ll}.*(?:\s\S+){3,}[.!?\u3002]$/u;
const LONG = 10;
/** What is behind it is of the page. */
const LABEL = /(?:\b(?:no|nr|num|number|nummer|numero|ref|id)\.?|[:#\u2116])$/iu;
/** A value of the page may be the same on others: a sum, a price, a result. */
const VALUE =
  /[:\uff1a]\s*\S*\d|[€$£¥₹%]|\b(?:EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN)\b|(?<!\p{L})(?:(?:sub)?totals?|sums?|summe|(?:zwischen)summe|gesamt\p{L}*|saldo|balance|amount|betrag|results?|ergebnis|somme|montant|importe|totale|suma|resultado)(?!\p{L})|合计|总计|小计|总额|合計|總計|余额|结果/iu;
/** A number of a page is at most so much larger than the number of pages, unless it is called a page. */
const MAX_OFFSET = 50;

export interface RunningHeads {
  readonly pages: readonly (readonly PdfLine[])[];
  /** Of each page. */
  readonly omitted: readonly (readonly string[])[];
  /** The lines that stay because they are the only ones with their words. */
  readonly kept: ReadonlySet<PdfLine>;
}

/** `usual` is the size of most letters. */
export function withoutRunningHeads(pages: readonly ReadPage[], usual: number): RunningHeads {
  const sides = pages.map(edgeRows);
  const running = runningRows(sides, pages.length, usual);
  const heads = sides.map((rows) => rows.flatMap((side) => side.slice(0, firstOther(side, running))));
  const dropped = new Set(heads.flat().flatMap(({ lines }) => lines));
  const longest = [...dropped].reduce((most, { text }) => Math.max(most, text.length), -Infinity);
  const told = new Set<string>();
  for (const line of pages.flatMap(({ lines }) => lines)) {
    if (line.table === undefined && line.text.length < 1.5 * longest + 20 && !dropped.has(line)) tell(line.text, told);
  }
  const kept = new Set<PdfLine>();
  const omitted = heads.map((rows) =>
    rows.flatMap(({ pieces, lines }) => {
      const words = pieces.map(({ text }) => text).filter((text) => pageNumberIn(text) === undefined);
      if (words.every((piece) => isTold(piece, told))) return [pieces.map(({ text }) => text).join("  ")];
      for (const piece of words) tell(piece, told);
      for (const line of lines) kept.add(line);
      return [];
    })
  );
  return {
    pages: pages.map(({ lines }) => lines.filter((line) => kept.has(line) || !dropped.has(line))),
    omitted,
    kept,
  };
}

/** What is farther from the edge than a line of the page's own is its own, too. */
function firstOther(side: readonly EdgeRow[], running: ReadonlySet<EdgeRow>): number {
  const at = side.findIndex((row) => !running.has(row));
  return at < 0 ? side.length : at;
}

interface Member {
  readonly row: EdgeRow;
  readonly page: number;
  readonly value: number;
}

function runningRows(
  sides: readonly (readonly (readonly EdgeRow[])[])[],
  pages: number,
  usual: number,
): ReadonlySet<EdgeRow> {
  const texts = new Map<string, Member[]>();
  const numbers = new Map<string, Member[]>();
  const add = (groups: Map<string, Member[]>, key: string, member: Member): void => {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  };
  for (const [page, rows] of sides.entries()) {
    for (const row of rows.flat()) {
      const number = numberOf(row, pages, usual);
      for (const place of placesOf(row)) {
        if (row.size <= LARGER * usual && !VALUE.test(textOf(row))) {
          add(texts, `${place} ${textOf(row)}`, { row, page, value: 0 });
        }
        if (number !== undefined) add(numbers, `${place} ${number.template}`, { row, page, value: number.value });
      }
    }
  }
  return new Set([
    ...[...texts.values()].flatMap((group) => repeated(group, pages)),
    ...[...numbers.values()].flatMap(counted),
  ]);
}

/** Two ways to round, so that places on both sides of a limit meet. */
function placesOf({ side, distance }: EdgeRow): readonly string[] {
  return [`${side} a${Math.round(distance / 4)}`, `${side} b${Math.floor(distance / 4)}`];
}

const textOf = ({ pieces }: EdgeRow): string => pieces.map(({ text }) => text).join("\t");

/** The number of the page in a row, and the row without it. */
function numberOf({ pieces, size }: EdgeRow, pages: number, usual: number): PageNumber | undefined {
  const found = pieces.map(({ text }) => pageNumberIn(text));
  const at = found.findIndex((number) => number !== undefined);
  const number = found[at];
  if (number === undefined || found.filter((each) => each !== undefined).length > 1) return undefined;
  const isAlone = pieces.length === 1;
  if (size > (isAlone ? 1.5 : LARGER) * usual) return undefined;
  if (!number.isNamed) {
    // A value may count as the pages do.
    if (number.value > pages + MAX_OFFSET || (!isAlone && !pieces[at]!.isOuter)) return undefined;
    if (pieces.some(({ text }) => LABEL.test(text))) return undefined;
  }
  return { ...number, template: pieces.map(({ text }) => text).with(at, number.template).join("\t") };
}

/** Those in runs of pages that are near each other. */
function repeated(group: readonly Member[], pages: number): readonly EdgeRow[] {
  const isSentence = SENTENCE.test(textOf(group[0]!.row));
  if (isSentence && (group.length < LONG || group.length < pages / 2)) return [];
  return runs(group, (one, two) => two.page - one.page <= MAX_STEP);
}

/** Those whose numbers grow as the pages do. */
function counted(group: readonly Member[]): readonly EdgeRow[] {
  return runs(group, (one, two) => two.value - one.value === two.page - one.page);
}

/** The rows of runs of at least {@link MIN_PAGES} members that are clear of the text. */
function runs(group: readonly Member[], goesOn: (one: Member, two: Member) => boolean): readonly EdgeRow[] {
  const found: EdgeRow[] = [];
  let open: Member[] = [];
  const close = (): void => {
    if (open.filter(({ row }) => row.isClear).length >= MIN_PAGES) found.push(...open.map(({ row }) => row));
    open = [];
  };
  for (const member of group) {
    const last = open.at(-1);
    if (last?.page === member.page) continue;
    if (last !== undefined && !goesOn(last, member)) close();
    open.push(member);
  }
  close();
  return found;
}

interface Forms {
  readonly all: string;
  /** Without `Chapter` and the like. */
  readonly numbered: string;
  /** What is before the words that follow the number, and those words. */
  readonly number: string;
  readonly bare: string;
}

const DIVISION = /^(?:chapter|section|part|appendix|kapitel|abschnitt|teil|anhang|chapitre|partie|capítulo|capitolo)$/;

function formsOf(text: string): Forms {
  const words = text.slice(0, 400).toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const start = DIVISION.test(words[0] ?? "") ? 1 : 0;
  const title = words.findIndex((word, at) => at >= start && !/^(?:\d+|[a-z])$/.test(word));
  const at = Math.max(0, title);
  return {
    all: words.join(" "),
    numbered: words.slice(start).join(" "),
    number: words.slice(0, at).join(" "),
    bare: words.slice(at).join(" "),
  };
}

function tell(text: string, told: Set<string>): void {
  const { all, numbered, bare } = formsOf(text);
  told.add(all).add(numbered).add(bare);
}

/** Whether a reader finds the words elsewhere, with their number. */
function isTold(text: string, told: ReadonlySet<string>): boolean {
  const { all, numbered, number, bare } = formsOf(text);
  return all === "" || told.has(all) || told.has(numbered) || (told.has(bare) && told.has(number));
}
