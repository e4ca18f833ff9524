/** `ra rag chat` */
import { openChat } from "../../answering/sessions/chat.ts";
import { RaError } from "../../errors.ts";
import { openAnswerer, sessionsOf } from "../../generation/answer/answerer.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import { Generation } from "../../sources/config/schema.ts";
import type { RagChatFlags } from "../commands/rag_answer.ts";
import type { Invocation } from "../invocation.ts";
import { converse } from "./converse.ts";
import { statedGeneration } from "./generation_flags.ts";
import { readRagRequest, sayWhatTookPart } from "./rag_request.ts";

/** Throws what retrieving and generating throw. */
export async function chatRag(
  invocation: Invocation,
  [words]: [words: readonly string[]],
  flags: RagChatFlags,
): Promise<number> {
  const { home = null, warn } = invocation;
  const { config, options, fs } = readRagRequest(invocation, flags, (config) => withGeneration(config, flags));
  const { session, history = Infinity } = flags;
  const sessions = sessionsOf(fs, config);
  // A wrong name is said before anything is loaded.
  if (session !== undefined) sessions.turns(session);
  const answerer = await openAnswerer(config, options, { fs, home, warn });
  try {
    return await converse(openChat(answerer.answer, { sessions, session, history }), words, invocation, {
      ...flags,
      onFound: (found) => sayWhatTookPart(invocation, found),
    });
  } finally {
    answerer.close();
  }
}

/** The configuration with the model of the command line. */
function withGeneration(config: RagConfig, flags: RagChatFlags): RagConfig {
  const stated = statedGeneration(flags);
  if (Object.keys(stated).length === 0) return config;
  if (config.generation !== undefined) return { ...config, generation: { ...config.generation, ...stated } };
  if (stated.model === undefined) {
    throw new RaError("usage", "the configuration names no language model, and --model neither", {
      hint: "add --model NAME --base-url ADDRESS, or a section generation",
    });
  }
  return { ...config, generation: Generation.parse(stated) };
}
