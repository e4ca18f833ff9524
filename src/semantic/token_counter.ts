/** Counts the tokens of texts as an embedding model does, and cuts texts that have too many. */
import type { EmbeddingSettings } from "../config/config.ts";
import { loadModelModule } from "../model/load.ts";
import { loadTokenCounter } from "../retrieval/token_count.ts";
import type { EmbedderHost } from "./host.ts";
import { readVocabulary } from "./models/read_model.ts";

export interface TokenCounter {
  count(text: string): number;
  /** The beginning of the text that has at most so many tokens. It ends with a word where it can. */
  cut(text: string, most: number): string;
}

/** No text has as many. */
const UNLIMITED = 1_000_000;
/** The pieces that begin and end each input. They belong to no text. */
const FRAME = 2;

/** Services do not tell how they count; most are near to cl100k_base. Throws `model-missing` and `model-invalid`. */
export async function openTokenCounter(
  settings: EmbeddingSettings,
  { fs, home }: Pick<EmbedderHost, "fs" | "home">,
): Promise<TokenCounter> {
  if (settings.provider === "openai") return counterOf(await loadTokenCounter());
  const vocabulary = readVocabulary(fs, home, settings.model);
  const module = await loadModelModule();
  let tokeniser = module.openTokeniser(vocabulary, UNLIMITED);
  return counterOf((text) => {
    try {
      return tokeniser.tokenise(text).length - FRAME;
    } catch {
      // A model that stopped has taken the module's memory with it.
      tokeniser.free();
      tokeniser = module.openTokeniser(vocabulary, UNLIMITED);
      return tokeniser.tokenise(text).length - FRAME;
    }
  });
}

function counterOf(count: (text: string) => number): TokenCounter {
  return {
    count,
    cut(text, most) {
      if (count(text) <= most) return text;
      const words = [...text.matchAll(/\s+/gu)].map(({ index }) => index).filter((end) => end > 0);
      const fits = (end: number): boolean => count(text.slice(0, end)) <= most;
      const whole = lastThat(words.length, (at) => fits(words[at]!));
      if (whole >= 0) return text.slice(0, words[whole]);
      // The first word alone has too many.
      const characters = [...text];
      const last = lastThat(characters.length, (at) => count(characters.slice(0, at + 1).join("")) <= most);
      return characters.slice(0, last + 1).join("");
    },
  };
}

/** The last of so many places that fits, where all before one that fits do; -1 where none does. */
function lastThat(places: number, fits: (at: number) => boolean): number {
  let [low, high] = [-1, places - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
