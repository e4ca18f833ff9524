/** Reads the turns of a conversation from lines of JSON. Somebody else may have written them. */

import type { SessionTurn } from "../../shapes/answering.ts";

/** Oldest first. Lines that a killed writer left half, and others that are not turns, are left out. */
export function turnsIn(bytes: Uint8Array): readonly SessionTurn[] {
  const text = new TextDecoder().decode(bytes);
  const turns: SessionTurn[] = [];
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const turn = turnOf(text.slice(at, end));
    if (turn !== undefined) turns.push(turn);
    at = end + 1;
  }
  return turns;
}

function turnOf(line: string): SessionTurn | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { at, question, answer, citations, numbers, finish } = value as Readonly<Record<string, unknown>>;
  if (typeof question !== "string" || typeof answer !== "string") return undefined;
  return {
    at: textOr("", at),
    question,
    answer,
    ...citedIn(citations, numbers),
    finish: textOr("stop", finish),
  };
}

/** Numbers that do not fit the ids are left out. */
function citedIn(ids: unknown, numbers: unknown): Pick<SessionTurn, "citations" | "numbers"> {
  const all: readonly unknown[] = Array.isArray(ids) ? ids : [];
  const citations = all.filter((id): id is string => typeof id === "string");
  if (!Array.isArray(numbers) || numbers.length !== all.length || citations.length !== all.length) return { citations };
  const isNumber = (one: unknown): one is number => typeof one === "number" && Number.isSafeInteger(one) && one >= 0;
  return numbers.every(isNumber) ? { citations, numbers } : { citations };
}

function textOr(otherwise: string, value: unknown): string {
  return typeof value === "string" ? value : otherwise;
}
