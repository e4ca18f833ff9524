/** The languages of documents, of a sample where they are many. */
import { guessLanguage } from "../../text/guess_language.ts";
import { type LanguageCount, languagesOf } from "./fitting_model.ts";

/** How many documents are looked at. */
const SAMPLE = 100;
/** Bytes of each. */
const BEGINNING = 16 * 1024;
const decoder = new TextDecoder();

export interface DocumentInLanguage {
  readonly tree: string;
  readonly path: string;
  /** As it is stated or was detected; null where nothing says it. */
  readonly lang: string | null;
}

/** Reads the beginning of a document; undefined for one that cannot be read. */
export type ReadBeginning = (document: DocumentInLanguage, bytes: number) => Promise<Uint8Array | undefined>;

/** The languages, the most frequent first. The sample is spread evenly, and always the same one. */
export async function documentLanguages(
  documents: readonly DocumentInLanguage[],
  read: ReadBeginning,
): Promise<readonly LanguageCount[]> {
  const step = Math.max(1, documents.length / SAMPLE);
  const count = Math.min(SAMPLE, documents.length);
  const found: { readonly lang: string | null }[] = [];
  for (let at = 0; at < count; at++) {
    const document = documents[Math.floor(at * step)]!;
    found.push({ lang: document.lang ?? guessLanguage(decoder.decode(await read(document, BEGINNING))) });
  }
  return languagesOf(found);
}
