/** Which of the models that ra knows suits documents, by their languages. */
import type { IndexedDocument } from "../../search/ports/catalogue.ts";

/** The value of `semantic.model` that leaves the choice to ra. */
export const AUTO = "auto";
/** What `auto` chooses from: for English, and for all else. */
export const CHOICES = ["minilm", "use-multilingual"] as const;

/** How many documents are in a language. */
export interface LanguageCount {
  /** Of ISO 639-1, such as `de`. */
  readonly language: string;
  readonly documents: number;
}

/** From this share of English documents on, the model for English takes all. */
const ENGLISH_SHARE = 0.9;
/** So few documents are no sign. */
const MIN_DOCUMENTS = 3;

/** The languages of documents, the most frequent first. Those whose language is in doubt count nowhere. */
export function languagesOf(documents: Iterable<Pick<IndexedDocument, "lang">>): readonly LanguageCount[] {
  const counts = new Map<string, number>();
  for (const { lang } of documents) {
    const language = lang?.split(/[-_]/)[0]?.toLowerCase();
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].map(([language, documents]) => ({ language, documents }))
    .sort((a, b) => b.documents - a.documents || (a.language < b.language ? -1 : 1));
}

/** The documents in languages that a model does not know, if they are more than a tenth of all. */
export function unknownTo(
  languages: readonly string[],
  counts: readonly LanguageCount[],
): readonly LanguageCount[] {
  const known = new Set(languages.map((code) => code.split("-")[0]!));
  if (known.has("multilingual")) return [];
  const lacking = counts.filter(({ language }) => !known.has(language));
  const missing = documentsOf(lacking);
  return missing >= MIN_DOCUMENTS && missing > (1 - ENGLISH_SHARE) * documentsOf(counts) ? lacking : [];
}

/** One model for all documents: `minilm` where nine of ten are English, else the multilingual one. */
export function fittingModel(counts: readonly LanguageCount[]): typeof CHOICES[number] {
  return unknownTo(["en"], counts).length === 0 ? CHOICES[0] : CHOICES[1];
}

/** Such as `12 of 15 documents are in other languages (de 10, ja 2)`. */
export function languagesNote(lacking: readonly LanguageCount[], counts: readonly LanguageCount[]): string {
  const shown = lacking.slice(0, 3).map(({ language, documents }) => `${language} ${documents}`).join(", ");
  return `${documentsOf(lacking)} of ${documentsOf(counts)} documents are in other languages (${shown})`;
}

function documentsOf(counts: readonly LanguageCount[]): number {
  return counts.reduce((sum, { documents }) => sum + documents, 0);
}
