/** Counts the tokens of texts as an embedding model does, and cuts texts that have too many. */
import type { EmbeddingSettings } from "../../config/config.ts";
import { loadModelModule } from "../module/load.ts";
import { loadTokenCounter } from "../../search/retrieval/token_count.ts";
import type { EmbedderHost } from "./host.ts";
import { readModelCard, readVocabulary } from "../installed/read_model.ts";

interface CutText {
  readonly text: string;
  /** How many tokens it has. */
  readonly tokens: number;
}

export interface TokenCounter {
  count(text: string): number;
  /**
   * The beginning of the text that has at most so many tokens, or as many as the model reads. It ends with a word,
   * unless that would leave a fifth of the tokens unused.
   */
  cut(text: string, most: number): CutText;
  /** How many tokens of a text the model reads. Undefined where nothing says it. */
  readonly reads: number | undefined;
}

/** No text has as many. */
const UNLIMITED = 1_000_000;
/** The pieces that begin and end each input. They belong to no text. */
const FRAME = 2;
/** The share of the tokens from which on a word is cut. */
const UNUSED = 0.2;

/** Services do not tell how they count; most are near to cl100k_base. Throws `model-missing` and `model-invalid`. */
export async function openTokenCounter(
  settings: EmbeddingSettings,
  { fs, home }: Pick<EmbedderHost, "fs" | "home">,
): Promise<TokenCounter> {
  if (settings.provider === "openai") return counterOf(await loadTokenCounter());
  const vocabulary = readVocabulary(fs, home, settings.model);
  const card = readModelCard(fs, home, settings.model, "encoder");
  const module = await loadModelModule();
  let tokenizer = module.openTokenizer(vocabulary, UNLIMITED);
  const count = (text: string): number => {
    try {
      return tokenizer.tokenize(text).length - FRAME;
    } catch {
      // A model that stopped has taken the module's memory with it.
      tokenizer.free();
      tokenizer = module.openTokenizer(vocabulary, UNLIMITED);
      return tokenizer.tokenize(text).length - FRAME;
    }
  };
  const prefix = count(settings.passage_prefix ?? card.passage_prefix);
  return counterOf(count, Math.max(1, card.max_length - FRAME - prefix));
}

function counterOf(count: (text: string) => number, reads?: number): TokenCounter {
  return {
    count,
    reads,
    cut(text, wanted) {
      const most = Math.min(wanted, reads ?? wanted);
      const tokens = count(text);
      if (tokens <= most) return { text, tokens };
      const words = [...text.matchAll(/\s+/gu)].map(({ index }) => index).filter((end) => end > 0);
      const whole = longest(text, [...words, text.length], { most, tokens, count });
      if (whole.text !== "" && most - whole.tokens < UNUSED * most) return whole;
      // Languages without spaces have long words, and so have addresses.
      const next = words.find((end) => end > whole.text.length) ?? text.length;
      const more = text.slice(0, next);
      let end = whole.text.length;
      const ends = [...more.slice(end)].map((character) => end += character.length);
      const part = longest(more, ends, { most, tokens: count(more), count });
      return part.text === "" ? whole : part;
    },
  };
}

/**
 * The longest beginning of a text with at most so many tokens that stops at one of the ends, the last of which is the
 * text's own. It looks by turns where the end should be if tokens were spread evenly, and in the middle.
 */
function longest(
  text: string,
  ends: readonly number[],
  { most, tokens, count }: {
    readonly most: number;
    /** Of the whole text. */
    readonly tokens: number;
    count(text: string): number;
  },
): CutText {
  let fits = { at: -1, text: "", tokens: 0 };
  let exceeds = { at: ends.length - 1, tokens };
  for (let turn = 0; exceeds.at - fits.at > 1; turn++) {
    const share = turn % 2 === 0 ? (most - fits.tokens) / (exceeds.tokens - fits.tokens) : 0.5;
    const guess = fits.at + Math.round(share * (exceeds.at - fits.at));
    const at = Math.min(Math.max(guess, fits.at + 1), exceeds.at - 1);
    const beginning = text.slice(0, ends[at]);
    const tokens = count(beginning);
    if (tokens <= most) fits = { at, text: beginning, tokens };
    else exceeds = { at, tokens };
  }
  return { text: fits.text, tokens: fits.tokens };
}
