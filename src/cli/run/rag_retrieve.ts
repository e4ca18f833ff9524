/** `ra rag retrieve` */
import type { RagLeftOut, RagRetrieveAnswer } from "../../answers/rag.ts";
import { RaError } from "../../errors.ts";
import { standardError } from "../../host/standard_streams.ts";
import { formatRowsJson } from "../../output/json.ts";
import { count } from "../../output/quantity.ts";
import { formatRows } from "../../output/text/rag_rows_text.ts";
import { type RagConfig, ragConfigPath, readRagConfig } from "../../rag/config/rag_config.ts";
import { requireTrust } from "../../rag/config/rag_trust.ts";
import { requireFolders } from "../../rag/requirements.ts";
import { retrieveOptions } from "../../rag/retrieve/retrieve_options.ts";
import { openRetriever } from "../../rag/retrieve/retriever.ts";
import { joinPath } from "../../text/paths.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import type { RagRetrieveFlags } from "../commands/rag.ts";
import { unmark } from "../dashed_query.ts";
import type { Invocation } from "../invocation.ts";

/** Ends with exit code 1 if, with `--strict`, a model took no part that should have. Throws what retrieving throws. */
export async function retrieveRag(
  invocation: Invocation,
  [words]: [words: readonly string[]],
  flags: RagRetrieveFlags,
): Promise<number> {
  const { fs, directory, home = null, quiet, trust, palette, print, warn } = invocation;
  if (words.length === 0) {
    throw new RaError("query-empty", "retrieve: the question is missing", {
      hint: 'ask in words: ra rag retrieve "how are vectors cached?"',
    });
  }
  const { attach = [], attachOnly, attachLimitFiles, attachLimitChunks } = flags;
  const config = withLimits(readRagConfig(fs, ragConfigPath(directory, flags.config), home), {
    ...(attachLimitFiles === undefined ? {} : { attach_limit_files: attachLimitFiles }),
    ...(attachLimitChunks === undefined ? {} : { attach_limit_chunks: attachLimitChunks }),
  });
  requireTrust(fs, config, home, trust);
  requireFolders(fs, config);
  const { bm25, useReranker, initialK, finalK } = flags;
  const options = retrieveOptions(config, {
    ...(bm25 === undefined ? {} : { bm25: bm25 === "true" }),
    ...(useReranker === undefined ? {} : { useReranker }),
    ...(initialK === undefined ? {} : { initialK }),
    ...(finalK === undefined ? {} : { finalK }),
    ...(attachOnly === undefined ? {} : { attachOnly }),
    attach: attach.map((path) => joinPath(directory, path)),
  });
  let isWithout = false;
  const retriever = await openRetriever(config, options, {
    fs,
    home,
    warn(warning) {
      isWithout ||= warning.code === "device-missing";
      warn(warning);
    },
  });
  const answer = await retriever.retrieve(words.map(unmark).join(" "), options).finally(retriever.close);
  for (const { what, why } of answer.left_out) {
    if (what === "attachment") warn({ code: "attachment-left-out", message: `attached: ${why}` });
  }
  if (!quiet) standardError.write(`ra: ${sanitiseLine(stateOf(answer))}\n`);
  print(flags.format === "json" ? formatRowsJson(answer) : formatRows(answer, flags.show === true, palette));
  const failed = answer.left_out.some(({ what }) =>
    what === "semantic" || (what === "reranker" && useReranker === true)
  );
  return flags.strict === true && (failed || isWithout) ? 1 : 0;
}

/** The configuration with the limits of the command line. */
function withLimits(config: RagConfig, limits: Partial<NonNullable<RagConfig["attachments"]>>): RagConfig {
  return config.attachments === undefined ? config : { ...config, attachments: { ...config.attachments, ...limits } };
}

/** What took part: the device, the model, BM25 and the reranker, with the reasons of those that did not. */
function stateOf({ parameters: { device, model, reranker }, attached, left_out }: RagRetrieveAnswer): string {
  const why = (what: RagLeftOut["what"]): string => left_out.find((entry) => entry.what === what)?.why ?? "";
  return [
    `device ${device}`,
    model === null ? `no embedding model (${why("semantic")})` : `model ${model}`,
    why("bm25") === "" ? "BM25 on" : `BM25 off (${why("bm25")})`,
    ...(attached === null ? [] : [`attached ${count(attached.files, "file")} with ${count(attached.chunks, "chunk")}`]),
    reranker === null ? `reranker off (${why("reranker")})` : `reranker ${reranker}`,
  ].join(", ");
}
