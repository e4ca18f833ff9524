/** What `retrieve` and `chat` share: the configuration, the options, and the line that says what took part. */
import type { RagLeftOut, RagRetrieveAnswer } from "../../shapes/passages.ts";
import { standardError } from "../../host/standard_streams.ts";
import { count } from "../../output/quantity.ts";
import { type RagConfig, ragConfigPath, readRagConfig } from "../../sources/config/rag_config.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { openPlaces } from "../../sources/places/rag_places.ts";
import { requireFolders } from "../../sources/requirements.ts";
import { type RetrieveOptions, retrieveOptions } from "../../generation/retrieve/retrieve_options.ts";
import { joinPath } from "../../text/paths.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { RagRetrieveFlags } from "../commands/rag.ts";
import type { Invocation } from "../invocation.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

type RagAskFlags = Omit<RagRetrieveFlags, "show" | "strict" | "format">;

export interface RagRequest {
  readonly config: RagConfig;
  readonly options: RetrieveOptions;
  /** That of the places. */
  readonly fs: FileSystem;
}

/**
 * `adjust` adds what the command line says of the language model. Throws what reading the configuration throws, and
 * `usage`.
 */
export function readRagRequest(
  invocation: Invocation,
  flags: RagAskFlags,
  adjust: (config: RagConfig) => RagConfig = (config) => config,
): RagRequest {
  const { fs, directory, home = null, trust } = invocation;
  const { attach = [], attachOnly, attachLimitFiles, attachLimitChunks } = flags;
  const read = readRagConfig(fs, ragConfigPath(directory, flags.config), home);
  // What a user types needs no trust.
  const places = openPlaces(fs, read, home, trust);
  const limits = { attach_limit_files: attachLimitFiles, attach_limit_chunks: attachLimitChunks };
  const config = withLimits(adjust(read), withoutUndefined<AttachmentLimits>(limits));
  requireFolders(places.fs, config);
  const { bm25, useReranker, initialK, finalK } = flags;
  const options = retrieveOptions(config, {
    bm25: bm25 === undefined ? undefined : bm25 === "true",
    useReranker,
    initialK,
    finalK,
    attachOnly,
    attach: attach.map((path) => joinPath(directory, path)),
  });
  return { config, options, fs: places.fs };
}

type AttachmentLimits = Partial<NonNullable<RagConfig["attachments"]>>;

/** The configuration with the limits of the command line. */
function withLimits(config: RagConfig, limits: AttachmentLimits): RagConfig {
  return config.attachments === undefined ? config : { ...config, attachments: { ...config.attachments, ...limits } };
}

/** Says on stderr what took part: device, model, BM25 and reranker, with the reasons of those that did not. */
export function sayWhatTookPart({ quiet, warn }: Invocation, answer: RagRetrieveAnswer): void {
  for (const { what, why } of answer.left_out) {
    if (what === "attachment") warn({ code: "attachment-left-out", message: `attached: ${why}` });
  }
  if (!quiet) standardError.write(`ra: ${sanitizeLine(stateOf(answer))}\n`);
}

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
