/** Reads the conversation of a request: the messages of `/v1/chat/completions`, or the items of `/v1/responses`. */
import type { AskedQuestion } from "../../answering/prompt/build_prompt.ts";
import { BadRequest } from "./openai_error.ts";

export interface AskedConversation extends AskedQuestion {
  /** What the client itself says of how to answer; empty if nothing. */
  readonly instructions: string;
  /** How many messages were calls of tools, or what tools said. */
  readonly passedOver: number;
}

type Speaker = "instructions" | "user" | "assistant" | "tool";

interface Said {
  readonly by: Speaker;
  readonly text: string;
}

const SPEAKERS: Readonly<Record<string, Speaker>> = {
  system: "instructions",
  developer: "instructions",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
};

/** Of `/v1/responses`, beside messages. What tools said, and what models thought, is no part of a conversation. */
const OF_TOOLS = /_call$|_call_output$|^reasoning$|^compaction$|^mcp_/;

/** Throws {@link BadRequest}. */
export function readMessages(messages: unknown): AskedConversation {
  if (!Array.isArray(messages)) throw new BadRequest("`messages` must be a list", "messages");
  return conversationOf(messages.map((message, at) => saidIn(message, `messages[${at}]`)), "messages");
}

/** Throws {@link BadRequest}. */
export function readInput(input: unknown, instructions: unknown): AskedConversation {
  if (instructions !== undefined && instructions !== null && typeof instructions !== "string") {
    throw new BadRequest("`instructions` must be a text", "instructions");
  }
  const first: readonly Said[] = instructions ? [{ by: "instructions", text: instructions }] : [];
  if (typeof input === "string") return conversationOf([...first, { by: "user", text: input }], "input");
  if (!Array.isArray(input)) throw new BadRequest("`input` must be a text, or a list of messages", "input");
  const said = input.map((item: unknown, at): Said => {
    const type = typeof item === "object" && item !== null ? (item as { readonly type?: unknown }).type : undefined;
    if (type === undefined || type === "message") return saidIn(item, `input[${at}]`);
    if (OF_TOOLS.test(String(type))) return { by: "tool", text: "" };
    throw new BadRequest(`\`input[${at}]\` must be a message, and is of the type ${shown(type)}`, `input[${at}]`);
  });
  return conversationOf([...first, ...said], "input");
}

function saidIn(message: unknown, at: string): Said {
  const { role, content } = (message ?? {}) as { readonly role?: unknown; readonly content?: unknown };
  const by = typeof role === "string" && Object.hasOwn(SPEAKERS, role) ? SPEAKERS[role]! : undefined;
  if (by === undefined) {
    throw new BadRequest(`\`${at}.role\` must be system, developer, user, assistant or tool`, `${at}.role`);
  }
  // Whatever a tool has said: it is passed over.
  return by === "tool" ? { by, text: "" } : { by, text: textOf(content, `${at}.content`) };
}

/**
 * Several messages of one side in a row are one. The last of the user are the question, those before are earlier
 * turns.
 */
function conversationOf(said: readonly Said[], param: string): AskedConversation {
  const turns: { question: string; answer: string }[] = [];
  const instructions: string[] = [];
  let passedOver = 0;
  for (const { by, text } of said) {
    const last = turns.at(-1);
    if (by === "tool" || (by === "assistant" && text.trim() === "")) passedOver++;
    else if (by === "instructions") instructions.push(text);
    else if (by === "assistant") {
      // What an assistant says before the first question, such as a greeting, belongs to no turn.
      if (last !== undefined) last.answer = joined(last.answer, text);
    } else if (last === undefined || last.answer !== "") turns.push({ question: text, answer: "" });
    else last.question = joined(last.question, text);
  }
  const asked = turns.pop();
  if (asked === undefined || asked.answer !== "") {
    throw new BadRequest("the last message must be one of the user", param);
  }
  if (asked.question.trim() === "") throw new BadRequest("the question is empty", param);
  return {
    question: asked.question,
    turns,
    instructions: instructions.filter((text) => text.trim() !== "").join("\n\n"),
    passedOver,
  };
}

function joined(before: string, text: string): string {
  return [before, text].filter((one) => one !== "").join("\n\n");
}

/** Content is text, or parts of it. An answer without pictures, sounds or files is another one, so they are refused. */
function textOf(content: unknown, at: string): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) throw new BadRequest(`\`${at}\` must be a text, or a list of parts`, at);
  return content.map((part: unknown, number) => {
    if (typeof part === "string") return part;
    const { type, text, refusal } = (part ?? {}) as Readonly<Record<string, unknown>>;
    const own = type === "refusal" ? refusal : text;
    const isText = type === undefined || ["text", "input_text", "output_text", "refusal"].includes(String(type));
    if (isText && typeof own === "string") return own;
    const what = isText ? "has no text" : `must be text, and is of the type ${shown(type)}`;
    throw new BadRequest(`\`${at}[${number}]\` ${what}`, `${at}[${number}]`);
  }).join("\n");
}

function shown(type: unknown): string {
  return JSON.stringify(type)?.slice(0, 60) ?? "";
}
