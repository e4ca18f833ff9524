/** The values of a `stemmer` key. */
const LANGUAGES: readonly string[] = [
  "arabic",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "greek",
  "hungarian",
  "italian",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "spanish",
  "swedish",
  "tamil",
  "turkish",
];
export const STEMMERS: readonly string[] = [...LANGUAGES, "auto", "none"];
