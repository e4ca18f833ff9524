/** Answers a question, or whatever is typed: for `ra ask` and `ra rag chat`. */
import { RaError } from "../../errors.ts";
import type { Chat, ChatAnswer } from "../../answering/sessions/chat.ts";
import { openLineEditor } from "../../host/line_editor.ts";
import { onInterrupt } from "../../host/process.ts";
import { inputIsTerminal, standardError } from "../../host/standard_streams.ts";
import { formatJson } from "../../output/json.ts";
import { createAnswerPieces } from "../../output/text/answer_pieces.ts";
import { formatAnswerText, formatBelowAnswer } from "../../output/text/answer_text.ts";
import { sanitize, sanitizeLine } from "../../text/sanitize.ts";
import { askedQuestion } from "../asked_question.ts";
import { inFormat } from "./in_format.ts";
import type { Invocation } from "../invocation.ts";

const INTERRUPTED = 130;
const PROMPT = "? ";

export interface ConverseFlags<F> {
  readonly format: "text" | "json";
  readonly stream: boolean;
  readonly strict?: true | undefined;
  /** Told what was found before the model is asked. */
  readonly onFound: (found: F) => void;
}

/**
 * Without words, reads questions until the input ends. The exit code is 1 if, with `strict`, a citation is wrong or
 * missing or the answer was cut, or if an answer was not saved, and 130 after Ctrl-C. Throws what answering throws,
 * and why a single answer was not saved.
 */
export async function converse<F>(
  chat: Chat<F>,
  words: readonly string[],
  invocation: Invocation,
  flags: ConverseFlags<F>,
): Promise<number> {
  if (words.length > 0) {
    const { code, unsaved } = await answerOne(chat, await askedQuestion(words), invocation, flags);
    if (unsaved !== undefined) throw unsaved;
    return code;
  }
  const editor = openLineEditor();
  const isTyped = inputIsTerminal();
  let code = 0;
  let isSaved = true;
  if (isTyped && !invocation.quiet) standardError.write("ra: Ctrl-C stops an answer, Ctrl-D ends the conversation\n");
  try {
    for (let line = await editor.ask(PROMPT); line !== undefined; line = await editor.ask(PROMPT)) {
      if (line.trim() === "") continue;
      try {
        const answered = await answerOne(chat, line, invocation, flags);
        code = Math.max(code, answered.code);
        if (answered.unsaved !== undefined) say(answered.unsaved);
        isSaved &&= answered.unsaved === undefined;
      } catch (error) {
        if (!(error instanceof RaError) || !isTyped) throw error;
        say(error);
      }
    }
  } finally {
    editor.close();
  }
  if (!isSaved) return 1;
  return isTyped && code === INTERRUPTED ? 0 : code;
}

/** Where the conversation goes on. */
function say({ message, hint }: RaError): void {
  standardError.write(`ra: ${sanitizeLine(message)}${hint === undefined ? "" : `\n  hint: ${sanitizeLine(hint)}`}\n`);
}

async function answerOne<F>(
  chat: Chat<F>,
  question: string,
  { print, palette, quiet, verbose, showsPrompts }: Invocation,
  { format, stream, strict, onFound }: ConverseFlags<F>,
): Promise<{ readonly code: number; readonly unsaved: RaError | undefined }> {
  const streams = stream && format !== "json";
  const pieces = createAnswerPieces();
  const stop = new AbortController();
  const forget = onInterrupt(() => stop.abort());
  let made: ChatAnswer<F>;
  try {
    made = await chat.ask(question, {
      signal: stop.signal,
      onFound(found, searched) {
        onFound(found);
        // A question may be private, and logs are kept.
        if (quiet || !verbose) return;
        if (searched.length > 1) {
          standardError.write(`ra: searched also for: ${sanitizeLine(searched.slice(1).join("; "))}\n`);
        } else if (searched[0] !== question.trim()) {
          standardError.write(`ra: searched for: ${sanitizeLine(searched.join("; "))}\n`);
        }
      },
      onPrompt: showsPrompts ? (prompt) => standardError.write(`${sanitize(prompt)}\n`) : undefined,
      onText: streams ? (piece) => print(pieces.push(piece)) : undefined,
    });
  } finally {
    forget();
  }
  const { answer, marked, unsaved } = made;
  print(inFormat(format, {
    json: () => formatJson(answer),
    text: () => `${streams ? pieces.end() : formatAnswerText(marked)}\n${formatBelowAnswer(answer, palette)}`,
  }));
  const isWrong = answer.problems.length > 0 || answer.finish === "cut";
  const code = stop.signal.aborted ? INTERRUPTED : strict === true && isWrong ? 1 : 0;
  return { code, unsaved };
}
