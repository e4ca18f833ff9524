/** `ra rag retrieve` */
import { RaError } from "../../errors.ts";
import { standardError } from "../../host/standard_streams.ts";
import { formatRowsJson } from "../../output/json.ts";
import { formatRows } from "../../output/text/rag_rows_text.ts";
import { openRetriever } from "../../generation/retrieve/retriever.ts";
import type { RagRetrieveFlags } from "../commands/rag.ts";
import { askedQuestion } from "../asked_question.ts";
import type { Invocation } from "../invocation.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import { readRagRequest, sayWhatTookPart } from "./rag_request.ts";
import { inFormat } from "./in_format.ts";

/** Ends with exit code 1 if, with `--strict`, a model took no part that should have. Throws what retrieving throws. */
export async function retrieveRag(
  invocation: Invocation,
  [words]: [words: readonly string[]],
  flags: RagRetrieveFlags,
): Promise<number> {
  const { home = null, palette, print, warn } = invocation;
  if (words.length === 0) {
    throw new RaError("query-empty", "retrieve: the question is missing", {
      hint: 'ask in words: ra rag retrieve "how are vectors cached?"',
    });
  }
  const { config, options, fs } = readRagRequest(invocation, flags);
  const question = await askedQuestion(words);
  let isWithout = false;
  const retriever = await openRetriever(config, options, {
    fs,
    home,
    warn(warning) {
      isWithout ||= warning.code === "device-missing";
      warn(warning);
    },
  });
  const answer = await retriever.retrieve(question, options).finally(retriever.close);
  sayWhatTookPart(invocation, answer);
  if (answer.chosen_words !== undefined && invocation.verbose) {
    standardError.write(`ra: searched for: ${sanitizeLine(answer.chosen_words.join(" "))}\n`);
  }
  print(
    inFormat(flags.format, {
      json: () => formatRowsJson(answer),
      text: () => formatRows(answer, flags.show === true, palette),
    }),
  );
  const failed = answer.left_out.some(({ what }) =>
    what === "semantic" || (what === "reranker" && flags.useReranker === true)
  );
  return flags.strict === true && (failed || isWithout) ? 1 : 0;
}
