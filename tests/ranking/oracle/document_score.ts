// Section "The document score" of docs/ranking.md.
import type { CorpusDocument } from "./corpus_document.ts";
import { type Index, sum } from "./corpus_index.ts";
import { boostOf, fieldWeight, rarity, saturated } from "./term.ts";
import { type Chunk, type Field, type FieldText, tokensOf } from "./text.ts";
import type { BareWord } from "./whole_query.ts";

const WHOLE_DOCUMENT = 0.5;
const NEXT_SECTION = 0.3;
const SECTIONS = 7;

/** Returns what each candidate gains from its document. */
export function documentScores(
  index: Index,
  own: ReadonlyMap<Chunk, number>,
  words: readonly BareWord[],
): ReadonlyMap<Chunk, number> {
  const out = new Map<Chunk, number>();
  for (const document of index.documents) {
    const found = [...own].filter(([chunk]) => chunk.document === document);
    const [best, ...next] = found.map(([, score]) => score).sort((a, b) => b - a);
    const others = sum(next.slice(0, SECTIONS - 1).map((score, at) => NEXT_SECTION ** (at + 1) * score));
    const whole = WHOLE_DOCUMENT * ofWholeDocument(index, document, words) + others;
    for (const [chunk, score] of found) out.set(chunk, best === 0 ? 0 : (whole * score) / best!);
  }
  return out;
}

/** The fields of a document: which texts of its chunks each has, and its boost. */
interface DocumentField {
  readonly boost: number;
  readonly of: (document: CorpusDocument) => readonly FieldText[];
}

function fieldsOf(index: Index): readonly DocumentField[] {
  const all = (document: CorpusDocument) => index.chunks.filter((chunk) => chunk.document === document);
  const first = (field: Field): DocumentField => ({
    boost: boostOf(index, field),
    of: (document) => all(document).slice(0, 1).map(({ fields }) => fields[field]),
  });
  const fields: readonly DocumentField[] = [
    first("title"),
    first("tags"),
    first("path_components"),
    { boost: 1, of: (document) => all(document).map(({ fields }) => fields.body) },
    { boost: 1, of: (document) => all(document).slice(1).map(({ fields }) => fields.title) },
  ];
  return fields.filter(({ boost }) => boost > 0);
}

/** The BM25F score of all text of a document. */
function ofWholeDocument(index: Index, document: CorpusDocument, words: readonly BareWord[]): number {
  const fields = fieldsOf(index);
  const lengthIn = (of: DocumentField["of"], other: CorpusDocument) => sum(of(other).map(({ length }) => length));
  const timesIn = (of: DocumentField["of"], other: CorpusDocument, terms: ReadonlySet<string>) =>
    sum(of(other).map(({ tokens }) => tokens.filter(({ term }) => terms.has(term)).length));
  const termsOf = ({ text, standsFor }: BareWord): readonly ReadonlySet<string>[] =>
    standsFor === undefined
      ? tokensOf(index.language, text, document.stemmer).map(({ term }) => new Set([term]))
      : [standsFor];
  return sum(
    words.filter(({ isRequired }) => isRequired).flatMap((word) =>
      termsOf(word).map((terms) => {
        const df = index.documents.filter((other) => fields.some(({ of }) => timesIn(of, other, terms) > 0)).length;
        const weight = sum(fields.map(({ boost, of }) => {
          const times = timesIn(of, document, terms);
          const lengths = index.documents.map((other) => lengthIn(of, other)).filter((length) => length > 0);
          const average = sum(lengths) / Math.max(1, lengths.length);
          return times === 0 ? 0 : fieldWeight(boost, times, lengthIn(of, document), average);
        }));
        return word.factor * rarity(index.documents.length, df) * saturated(weight);
      })
    ),
  );
}
