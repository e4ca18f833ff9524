/** Reads the messages of a chat request: the last one of the user is the question, those before are earlier turns. */
import type { AskedQuestion } from "../../answering/prompt/build_prompt.ts";
import { BadRequest } from "./openai_error.ts";

/** System messages are the client's own, and no part of the question. Throws {@link BadRequest}. */
export function readMessages(messages: unknown): AskedQuestion {
  if (!Array.isArray(messages)) throw new BadRequest("`messages` must be a list");
  const turns: { question: string; answer: string }[] = [];
  for (const message of messages as readonly unknown[]) {
    const { role, content } = (message ?? {}) as { readonly role?: unknown; readonly content?: unknown };
    const text = textOf(content);
    if (role === "user") turns.push({ question: text, answer: "" });
    else if (role === "assistant" && turns.length > 0) turns.at(-1)!.answer = text;
  }
  const last = turns.pop();
  if (last === undefined || last.answer !== "") throw new BadRequest("the last message must be one of the user");
  if (last.question.trim() === "") throw new BadRequest("the question is empty");
  return { question: last.question, turns: turns.filter(({ answer }) => answer !== "") };
}

/** Content is text, or parts; only text counts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as readonly { readonly type?: unknown; readonly text?: unknown }[])
    .flatMap((part) => (part?.type === "text" && typeof part.text === "string" ? [part.text] : [])).join("\n");
}
