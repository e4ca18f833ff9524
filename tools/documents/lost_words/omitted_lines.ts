/** What converters list as left out: its share of the words, and a sample for the eye. */
import type { ReadDocument } from "./read_document.ts";
import { visible, wordsOf } from "./shown_words.ts";

interface Listed {
  readonly format: string;
  readonly file: string;
  readonly document: ReadDocument;
}

const byFormat = (all: readonly Listed[]): ReadonlyMap<string, readonly Listed[]> =>
  new Map(all.map(({ format }) => [format, all.filter((listed) => listed.format === format)]));

/** What their lines say is about the document, and not in it. */
const DESCRIBED: ReadonlySet<string> = new Set(["picture", "unreadable"]);

/** One line a format: the share of all words of the documents by kind. */
export function omittedShares(all: readonly Listed[]): readonly string[] {
  return [...byFormat(all)].map(([format, documents]) => {
    const kinds = new Map<string, { words: number; pieces: number }>();
    let total = 0;
    for (const { document } of documents) {
      total += wordsOf(visible(document.text)).length;
      for (const { kind, count, lines } of document.omitted) {
        const sum = kinds.get(kind) ?? { words: 0, pieces: 0 };
        if (!DESCRIBED.has(kind)) {
          sum.words += lines.reduce((words, line) => words + wordsOf(withoutPlace(line)).length, 0);
        }
        sum.pieces += count;
        kinds.set(kind, sum);
      }
    }
    const left = [...kinds.values()].reduce((sum, { words }) => sum + words, 0);
    const share = (words: number): string => `${(100 * words / Math.max(1, total + left)).toFixed(2)} %`;
    const each = [...kinds].sort().map(([kind, { words, pieces }]) => `${kind} ${share(words)} (${pieces})`);
    return `${format}: ${
      each.length === 0 ? "nothing is listed" : `${share(left)} of ${total + left} words; ${each.join(", ")}`
    }`;
  });
}

/** A line of what is left out, without its page, slide or sheet. */
export const withoutPlace = (line: string): string => line.replace(/^(?:page|slide|sheet) [^:]{1,40}: /, "");

/** Most lines of the sample of a format. */
const SAMPLE = 100;
/** Multiples of it are spread over 0 to 1, whatever their number. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Lines of all documents at even distances, for each format; all of few. Another seed begins elsewhere. */
export function omittedSample(all: readonly Listed[], seed = 0): string {
  const formats = [...byFormat(all)].map(([format, documents]) => {
    const lines = documents.flatMap(({ file, document }) =>
      document.omitted.flatMap(({ kind, lines }) =>
        lines.map((line) => `${kind}\t${file}\t${line.replace(/\s+/g, " ")}`)
      )
    );
    const step = Math.max(1, lines.length / SAMPLE);
    const begin = step === 1 ? 0 : step * (seed * GOLDEN % 1);
    const picked = Array.from(
      { length: Math.min(SAMPLE, lines.length) },
      (_, at) => lines[Math.floor(begin + at * step)]!,
    );
    return `# ${format}: ${picked.length} of ${lines.length} lines\n${picked.map((line) => `${line}\n`).join("")}`;
  });
  return formats.join("\n");
}
