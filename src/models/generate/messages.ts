/** A prompt as the messages that a service takes. */
import type { ModelPrompt } from "./generator.ts";

interface Message {
  readonly role: "system" | "user";
  readonly content: string;
}

/** What services say whose model knows no rules above its questions. */
const NO_SYSTEM = /\bsystem[ _-]?(?:role|message|prompt|instruction)|\broles?\b.{0,80}\bsystem\b|must alternate/i;

export function messagesOf({ system, user }: ModelPrompt): readonly Message[] {
  const question: Message = { role: "user", content: user };
  return system === "" ? [question] : [{ role: "system", content: system }, question];
}

/** All in one message, where the service says that its model knows no rules. Undefined where nothing would change. */
export function inOneMessage(messages: unknown, refusal: string): readonly Message[] | undefined {
  const all = (messages ?? []) as readonly Message[];
  if (all.length < 2 || !NO_SYSTEM.test(refusal)) return undefined;
  return [{ role: "user", content: all.map(({ content }) => content).join("\n\n") }];
}
