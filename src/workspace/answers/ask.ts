/** Answers questions from the passages of a workspace, with citations that were checked. */
import type { SearchAnswer } from "../../shapes/search.ts";
import { answerTurn, type MadeAnswer } from "../../answering/answer_turn.ts";
import { type Generators, openGenerators } from "../../models/generate/open_generators.ts";
import type { GenerationSettings } from "../../models/generate/settings.ts";
import { passageOf } from "../../answering/passage.ts";
import { readTemplate } from "../../answering/prompt/template.ts";
import type { Config } from "../../config/config.ts";
import type { Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { plainQuery } from "../../search/query/plain_query.ts";
import { loadTokenCounter } from "../../search/retrieval/token_count.ts";
import { joinPath } from "../../text/paths.ts";
import type { AskOptions, SearchOptions } from "../contract.ts";

export interface Ask {
  /** Throws what `search` throws, `generation-failed`, `key-refused` and `model-invalid`. */
  ask(
    config: Config,
    question: string,
    options: AskOptions,
    search: (query: string, options: SearchOptions) => Promise<SearchAnswer>,
  ): Promise<MadeAnswer<SearchAnswer>>;
  close(): void;
}

const MAX_PASSAGES = 8;
/** Of the prompt, so that the question and earlier turns have room too. */
const PASSAGES_SHARE = 0.75;

/** The model is opened at the first question, and again when other settings hold. */
export function createAsk(fs: FileSystem, home: string | null, warn: (warning: Warning) => void): Ask {
  let opened: { readonly key: string; readonly generators: Promise<Generators> } | undefined;
  const close = (): void => {
    void opened?.generators.then(({ generator }) => generator?.close(), () => {});
    opened = undefined;
  };
  const generatorsFor = (settings: GenerationSettings | undefined, root: string): Promise<Generators> => {
    const key = JSON.stringify([root, settings]);
    if (opened?.key === key) return opened.generators;
    close();
    const pathOf = (name: string): string =>
      name.startsWith("~/") && home !== null ? joinPath(home, name.slice(2)) : joinPath(root, name);
    const generators = openGenerators(settings, {
      ...{ fs, home, warn, pathOf },
      example: '[generation]  model = "NAME"  base_url = "ADDRESS"',
    });
    opened = { key, generators };
    generators.catch(() => opened = undefined);
    return generators;
  };
  return {
    close,
    async ask(config, question, { turns = [], generation = {}, limit = MAX_PASSAGES, ...options }, search) {
      const stated = { ...config.generation, ...generation };
      const { model, max_input_tokens: most } = stated;
      const settings = model === undefined ? undefined : { ...stated, model };
      const generators = await generatorsFor(settings, config.root);
      const { trees, update, client, signal, onText, onPrompt, onFound } = options;
      const searchOptions: SearchOptions = {
        limit,
        maxTokens: Math.floor(PASSAGES_SHARE * most),
        trees,
        update,
        client,
        signal,
      };
      return await answerTurn(
        {
          ...{ most: limit, floor: 0, rewrite: false, settings, generators, warn, count: await loadTokenCounter() },
          template: readTemplate(fs, "default", (name) => name),
          async search(words) {
            const answer = await search(plainQuery(words), searchOptions);
            const [entry] = answer.queries;
            const lacking = entry?.zero_hits?.terms.flatMap(({ term, df }) => (df === 0 ? [term] : [])) ?? [];
            return {
              question: words.trim(),
              passages: (entry?.results ?? []).flatMap((result) => passageOf(result) ?? []),
              lacking,
              answer,
            };
          },
        },
        question,
        turns,
        { signal, onText, onPrompt, onFound },
      );
    },
  };
}
