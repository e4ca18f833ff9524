/** `ra rag chat` */
import type { CitedAnswer } from "../../answers/answering.ts";
import { RaError } from "../../errors.ts";
import { openLineEditor } from "../../host/line_editor.ts";
import { onInterrupt } from "../../host/process.ts";
import { inputIsTerminal, standardError } from "../../host/standard_streams.ts";
import { formatJson } from "../../output/json.ts";
import { formatAnswerText, formatBelowAnswer } from "../../output/text/answer_text.ts";
import { type Chat, openChat } from "../../rag/answer/chat.ts";
import type { RagConfig } from "../../rag/config/rag_config.ts";
import { Generation } from "../../rag/config/schema.ts";
import { sanitiseLine } from "../../text/sanitise.ts";
import type { RagChatFlags } from "../commands/rag_answer.ts";
import { unmark } from "../dashed_query.ts";
import type { Invocation } from "../invocation.ts";
import { readRagRequest, sayWhatTookPart } from "./rag_request.ts";

const INTERRUPTED = 130;
const PROMPT = "? ";

/**
 * Answers a question, or without one whatever is typed. Ends with exit code 1 if, with `--strict`, a citation is wrong
 * or missing, and with 130 after Ctrl-C. Throws what retrieving and generating throw.
 */
export async function chatRag(
  invocation: Invocation,
  [words]: [words: readonly string[]],
  flags: RagChatFlags,
): Promise<number> {
  const { fs, home = null, warn } = invocation;
  const { config, options } = readRagRequest(invocation, flags, (config) => withGeneration(config, flags));
  const chat = await openChat(
    config,
    { retrieve: options, session: flags.session, history: flags.history ?? Infinity },
    { fs, home, warn },
  );
  try {
    if (words.length > 0) return await answerOne(chat, words.map(unmark).join(" "), invocation, flags);
    return await converse(chat, invocation, flags);
  } finally {
    chat.close();
  }
}

/** Asks until the input ends. A failure is printed, and the conversation goes on. */
async function converse(chat: Chat, invocation: Invocation, flags: RagChatFlags): Promise<number> {
  const editor = openLineEditor();
  const isTyped = inputIsTerminal();
  let code = 0;
  if (isTyped && !invocation.quiet) standardError.write("ra: Ctrl-C stops an answer, Ctrl-D ends the conversation\n");
  try {
    for (let line = await editor.ask(PROMPT); line !== undefined; line = await editor.ask(PROMPT)) {
      if (line.trim() === "") continue;
      try {
        code = Math.max(code, await answerOne(chat, line, invocation, flags));
      } catch (error) {
        if (!(error instanceof RaError)) throw error;
        if (!isTyped) throw error;
        const hint = error.hint === undefined ? "" : `\n  hint: ${sanitiseLine(error.hint)}`;
        standardError.write(`ra: ${sanitiseLine(error.message)}${hint}\n`);
      }
    }
  } finally {
    editor.close();
  }
  return isTyped && code === INTERRUPTED ? 0 : code;
}

async function answerOne(
  chat: Chat,
  question: string,
  invocation: Invocation,
  { format, stream, strict }: RagChatFlags,
): Promise<number> {
  const { print, palette, quiet } = invocation;
  const isJson = format === "json";
  const streams = stream && !isJson;
  const stop = new AbortController();
  const forget = onInterrupt(() => stop.abort());
  let marked: string;
  let answer: CitedAnswer;
  try {
    ({ answer, marked } = await chat.ask(question, {
      signal: stop.signal,
      onFound(found, searched) {
        sayWhatTookPart(invocation, found);
        if (!quiet && searched.length > 1) {
          standardError.write(`ra: searched also for: ${sanitiseLine(searched.slice(1).join("; "))}\n`);
        } else if (!quiet && searched[0] !== question.trim()) {
          standardError.write(`ra: searched for: ${sanitiseLine(searched.join("; "))}\n`);
        }
      },
      ...(streams ? { onText: (piece: string) => print(formatAnswerText(piece)) } : {}),
    }));
  } finally {
    forget();
  }
  if (isJson) print(formatJson(answer));
  else print(`${streams ? "" : formatAnswerText(marked)}\n${formatBelowAnswer(answer, palette)}`);
  if (stop.signal.aborted) return INTERRUPTED;
  return strict === true && answer.problems.length > 0 ? 1 : 0;
}

/** The configuration with the model of the command line. */
function withGeneration(config: RagConfig, flags: RagChatFlags): RagConfig {
  const { provider, model, baseUrl, apiKeyEnv, temperature, maxTokens } = flags;
  const stated = {
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(apiKeyEnv === undefined ? {} : { api_key_env: apiKeyEnv }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
  if (Object.keys(stated).length === 0) return config;
  if (config.generation !== undefined) return { ...config, generation: { ...config.generation, ...stated } };
  if (model === undefined) {
    throw new RaError("usage", "the configuration names no language model, and --model neither", {
      hint: "add --model NAME --base-url ADDRESS, or a section generation",
    });
  }
  return { ...config, generation: Generation.parse({ ...stated, model }) };
}
