/**
 * Guesses the language of a document where the core does not detect it: by its script, or by the small words that are
 * the most frequent of a language.
 */

/** The characters of a document that are looked at. */
const CHARACTERS = 16 * 1024;
/** Of the letters of a text. */
const SCRIPT_SHARE = 0.3;
/** So many small words of a language tell it. */
const MIN_WORDS = 6;

const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
];

const SMALL_WORDS: readonly (readonly [language: string, words: ReadonlySet<string>])[] = [
  ["en", new Set("the and of to is in that for with this you are".split(" "))],
  ["de", new Set("der die das und nicht ist ein eine mit für werden wird".split(" "))],
  ["fr", new Set("les des est une pour dans vous avec sur pas qui cette".split(" "))],
  ["es", new Set("los las para una con del por es como este puede más".split(" "))],
  ["pt", new Set("uma para com não os você por isso está são mais pode".split(" "))],
  ["it", new Set("che della per una con sono non gli del questo puoi nel".split(" "))],
  ["nl", new Set("het een van niet voor met zijn wordt deze ook als bij".split(" "))],
  ["pl", new Set("nie jest się oraz dla przez jak można lub tym które aby".split(" "))],
  ["tr", new Set("bir için ve bu ile olarak daha sonra olan gibi değil".split(" "))],
];

/** The code of ISO 639-1; null where it is in doubt. Looks at the beginning. */
export function guessLanguage(text: string): string | null {
  return languageOfText(text.slice(0, CHARACTERS));
}

function languageOfText(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  // Prose in another script holds English names and code.
  const script = SCRIPTS.find(([, pattern]) => (text.match(pattern)?.length ?? 0) > SCRIPT_SHARE * letters);
  if (script !== undefined) return script[0] === "zh" && hasKana(text) ? "ja" : script[0];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = SMALL_WORDS.map(([language, small]) => ({
    language,
    count: words.filter((word) => small.has(word)).length,
  }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return best.count >= MIN_WORDS ? best.language : null;
}

/** Japanese has more ideographs than kana in some texts. */
function hasKana(text: string): boolean {
  const kana = text.match(SCRIPTS[0]![1])?.length ?? 0;
  return kana > 0.1 * (text.match(/\p{Script=Han}/gu)?.length ?? 0);
}
