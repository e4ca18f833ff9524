/** Chooses the stemmer that a document is indexed with. */

/** ISO 639-1 codes of the stemmers' languages. */
const STEMMER_OF_CODE: Readonly<Record<string, string>> = {
  ar: "arabic",
  da: "danish",
  nl: "dutch",
  en: "english",
  fi: "finnish",
  fr: "french",
  de: "german",
  el: "greek",
  hu: "hungarian",
  it: "italian",
  nb: "norwegian",
  nn: "norwegian",
  no: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  es: "spanish",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
};
const STEMMERS: ReadonlySet<string> = new Set([...Object.values(STEMMER_OF_CODE), "none"]);

/**
 * The stemmer for a document. The frontmatter's `lang` (`de`, `de-AT`, `german`) decides where a stemmer exists for it,
 * and otherwise the tree's. `auto` stays `auto`: the core then detects the language from the text.
 */
export function documentStemmer(lang: string | null, treeStemmer: string): string {
  const code = lang?.toLowerCase().split(/[-_]/)[0] ?? "";
  if (STEMMERS.has(code)) return code;
  if (Object.hasOwn(STEMMER_OF_CODE, code)) return STEMMER_OF_CODE[code]!;
  return treeStemmer;
}
