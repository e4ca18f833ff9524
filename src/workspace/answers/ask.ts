/** Answers questions from the passages of a workspace, with citations that were checked. */
import type { CitedAnswer } from "../../shapes/answering.ts";
import type { SearchAnswer } from "../../shapes/search.ts";
import type { TookPart } from "../../shapes/took_part.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { answerTurn, type MadeAnswer } from "../../answering/answer_turn.ts";
import { type Generators, openGenerators } from "../../models/generate/open_generators.ts";
import type { GenerationSettings } from "../../models/generate/settings.ts";
import { passageOf } from "../../answering/passage.ts";
import type { FoundEvidence } from "../../answering/search_turn.ts";
import { readTemplate } from "../../answering/prompt/template.ts";
import type { Config } from "../../config/config.ts";
import type { Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { loadTokenCounter } from "../../search/retrieval/token_count.ts";
import { joinPath } from "../../text/paths.ts";
import { isLongQuestion } from "./long_question.ts";
import type { AskOptions, SearchOptions } from "../contract.ts";

export interface Ask {
  /** Throws what `search` throws, `generation-failed`, `key-refused` and `model-invalid`. */
  ask(
    config: Config,
    question: string,
    options: AskOptions,
    search: (question: string, options: SearchOptions) => Promise<SearchAnswer>,
  ): Promise<MadeAnswer<SearchAnswer>>;
  close(): void;
}

const MAX_PASSAGES = 8;
/** Of the prompt, so that the question and earlier turns have room too. */
const PASSAGES_SHARE = 0.75;

/** The model is opened at the first question, and again when other settings hold. */
export function createAsk(fs: FileSystem, home: string | null, warn: (warning: Warning) => void): Ask {
  const generators = new KeptGenerators(fs, home, warn);
  return {
    close: () => generators.close(),
    async ask(config, question, { turns = [], generation = {}, limit = MAX_PASSAGES, ...options }, search) {
      const stated = { ...config.generation, ...generation };
      const { model, max_input_tokens: most } = stated;
      const settings = model === undefined ? undefined : { ...stated, model };
      const { trees, update, client, signal, onText, onPrompt, onFound } = options;
      const maxTokens = Math.floor(PASSAGES_SHARE * most);
      return withUnread(
        await answerTurn(
          {
            searching: {
              search: async (words) =>
                foundIn(
                  words,
                  await search(words, {
                    limit,
                    maxTokens,
                    trees,
                    update,
                    client,
                    signal,
                    // The answer itself says it.
                    onLeftOut: () => {},
                  }),
                ),
              most: limit,
              floor: 0,
              rewrite: false,
            },
            settings,
            generators: await generators.open(settings, config.root),
            prompt: { count: await loadTokenCounter(), template: readTemplate(fs, "default", (name) => name) },
            warn,
          },
          question,
          turns,
          { signal, onText, onPrompt, onFound },
        ),
      );
    },
  };
}

/** Says with an answer for which nothing was found which documents ra does not read. */
function withUnread(made: MadeAnswer<SearchAnswer>): MadeAnswer<SearchAnswer> {
  const silent = made.found.queries.find(({ empty_trees: empty, unread }) =>
    empty !== undefined || unread !== undefined
  );
  if (made.answer.finish !== "no_evidence" || silent === undefined) return made;
  const { empty_trees, unread } = silent;
  return { ...made, answer: withoutUndefined<CitedAnswer>({ ...made.answer, empty_trees, unread }) };
}

/** What a search gives the model. */
function foundIn(words: string, answer: SearchAnswer): FoundEvidence<SearchAnswer> {
  const [entry] = answer.queries;
  return {
    question: isLongQuestion(words) ? entry?.query ?? "" : words.trim(),
    passages: (entry?.results ?? []).flatMap((result) => passageOf(result) ?? []),
    took: withoutUndefined<TookPart>({ lists: entry?.lists ?? [], lists_missing: entry?.lists_missing }),
    lacking: entry?.zero_hits?.terms.flatMap(({ term, df }) => (df === 0 ? [term] : [])) ?? [],
    answer,
  };
}

/** The models of the last settings. */
class KeptGenerators {
  readonly #fs: FileSystem;
  readonly #home: string | null;
  readonly #warn: (warning: Warning) => void;
  #opened: { readonly key: string; readonly generators: Promise<Generators> } | undefined;

  constructor(fs: FileSystem, home: string | null, warn: (warning: Warning) => void) {
    this.#fs = fs;
    this.#home = home;
    this.#warn = warn;
  }

  open(settings: GenerationSettings | undefined, root: string): Promise<Generators> {
    const key = JSON.stringify([root, settings]);
    if (this.#opened?.key === key) return this.#opened.generators;
    this.close();
    const home = this.#home;
    const generators = openGenerators(settings, {
      fs: this.#fs,
      home,
      warn: this.#warn,
      pathOf: (name) => name.startsWith("~/") && home !== null ? joinPath(home, name.slice(2)) : joinPath(root, name),
      example: '[generation]  model = "NAME"  base_url = "ADDRESS"',
    });
    this.#opened = { key, generators };
    generators.catch(() => this.#opened = undefined);
    return generators;
  }

  close(): void {
    void this.#opened?.generators.then(({ generator }) => generator?.close(), () => {});
    this.#opened = undefined;
  }
}
