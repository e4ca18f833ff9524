/** Answers questions from the rows of a generation, with citations that were checked. */
import type { RagRetrieveAnswer } from "../../shapes/passages.ts";
import type { TookPart } from "../../shapes/took_part.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { answerTurn, type MadeAnswer, type TurnOptions } from "../../answering/answer_turn.ts";
import { type Generators, openGenerators } from "../../models/generate/open_generators.ts";
import { passageOf } from "../../answering/passage.ts";
import type { Turn } from "../../answering/prompt/earlier_turns.ts";
import { readTemplate } from "../../answering/prompt/template.ts";
import { openSessions, type SessionStore } from "../../answering/sessions/session_store.ts";
import { loadTokenCounter } from "../../search/retrieval/token_count.ts";
import type { EmbedderHost } from "../../models/embed/host.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import { openRetriever } from "../retrieve/retriever.ts";
import type { RetrieveOptions } from "../retrieve/retrieve_options.ts";

interface RagAskOptions extends TurnOptions<RagRetrieveAnswer> {
  /** In place of the answerer's own. */
  readonly retrieve?: RetrieveOptions | undefined;
}

export interface RagAnswerer {
  /**
   * `turns` are the earlier ones, oldest first. Throws what retrieving throws, `generation-failed`, `key-refused` and
   * `interrupted`.
   */
  answer(question: string, turns: readonly Turn[], options: RagAskOptions): Promise<MadeAnswer<RagRetrieveAnswer>>;
  close(): void;
}

/** Throws what opening the generation, the template and the model throws. */
export async function openAnswerer(
  config: RagConfig,
  retrieve: RetrieveOptions,
  host: EmbedderHost,
): Promise<RagAnswerer> {
  const { generation: settings, prompt, retrieval: { floor, rewrite } } = config;
  const pathOf = (name: string): string => joinPath(config.folder, name);
  const template = readTemplate(host.fs, prompt?.template ?? "default", pathOf);
  const generators = await openRagGenerators(config, host);
  const retriever = await openRetriever(config, retrieve, host);
  const count = await loadTokenCounter();
  return {
    answer: (question, turns, { retrieve: options = retrieve, ...asked }) =>
      answerTurn(
        {
          searching: {
            async search(words) {
              const answer = await retriever.retrieve(words, options, "evidence");
              const { chosen_words: chosen, results, unknown_words: lacking, lists, lists_missing } = answer;
              const question = chosen?.join(" ") ?? answer.question;
              const took = withoutUndefined<TookPart>({ lists, lists_missing });
              return { question, passages: results.flatMap((row) => passageOf(row) ?? []), lacking, took, answer };
            },
            most: options.finalK,
            floor,
            rewrite,
          },
          prompt: { template, count },
          settings,
          generators,
          warn: host.warn,
        },
        question,
        turns,
        asked,
      ),
    close() {
      retriever.close();
      generators.generator?.close();
    },
  };
}

/** Throws `key-refused`, `generation-failed` and `model-invalid`. */
export function openRagGenerators({ generation, folder }: RagConfig, host: EmbedderHost): Promise<Generators> {
  return openGenerators(generation, {
    ...host,
    pathOf: (name) => joinPath(folder, name),
    example: "generation: { model: NAME, base_url: ADDRESS }",
  });
}

export function sessionsOf(fs: EmbedderHost["fs"], { cacheRoot }: Pick<RagConfig, "cacheRoot">): SessionStore {
  return openSessions(fs, joinPath(cacheRoot, "sessions"));
}
