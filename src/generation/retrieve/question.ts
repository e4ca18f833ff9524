/** A question in plain words: what is searched for, and the names of code in it. */
import { RaError } from "../../errors.ts";
import { bareWord } from "../../search/query/plain_query.ts";
import { MAX_CHARACTERS } from "../../search/query/faults.ts";
import type { PlanNode } from "../../search/ports/request.ts";

export interface ParsedQuestion {
  readonly text: string;
  readonly query: PlanNode;
  /** Without the signs around them. */
  readonly words: readonly string[];
  /** As written, without quotes, backticks and the parentheses of a call. */
  readonly identifiers: readonly string[];
}

const MAX_WORDS = 256;
/** Matches a word of several parts, or with the signs that join names. */
const IDENTIFIER =
  /^-{1,2}[\p{L}\d]|[\p{Ll}\d]\p{Lu}|[\p{L}\d]_|_[\p{L}\d]|\p{L}(?:\.|::|->|#|\/)\p{L}|^@[\p{L}\d]|^\$[\p{L}{]|\p{L}\d*\(\)$/u;
const BACKTICKS = /`([^`\n]+)`/g;

/** A question has no operators: what looks like one is a word. Throws `query-empty` and `query-syntax`. */
export function readQuestion(given: string): ParsedQuestion {
  // Half a surrogate pair cannot be encoded as UTF-8, so no file holds one.
  const text = given.replace(/\p{Surrogate}/gu, "\uFFFD").trim();
  if (text.length > MAX_CHARACTERS) {
    throw new RaError("query-syntax", `the question has more than ${MAX_CHARACTERS} characters`, {
      hint: "ask for what matters, or attach a file",
    });
  }
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).slice(0, MAX_WORDS);
  if (words.length === 0) throw new RaError("query-empty", "the question has no words", { hint: "ask in words" });
  return {
    text,
    query: { and: words.map((word) => ({ word })) },
    words: [...new Set(words.map(bareWord))],
    identifiers: identifiersIn(text, words),
  };
}

function identifiersIn(text: string, words: readonly string[]): readonly string[] {
  const marked = [...text.matchAll(BACKTICKS)].map(([, inside]) => inside!.trim());
  const named = words.map(bare).filter((word) => IDENTIFIER.test(word));
  return [...new Set([...marked, ...named].map((name) => name.replace(/\(\)$/, "")).filter((name) => name.length > 1))];
}

/** Keeps the parentheses of a call. */
function bare(word: string): string {
  const call = /\(\)(?=[^\p{L}\p{N}]*$)/u.test(word);
  const stripped = bareWord(word).replace(/\($/, "");
  return call ? `${stripped}()` : stripped;
}

/** The share of the identifiers that stand whole in a text, 0 to 1; 0 without identifiers. */
export function identifierShare(identifiers: readonly string[], text: string): number {
  if (identifiers.length === 0) return 0;
  return identifiers.filter((name) => standsWhole(name, text)).length / identifiers.length;
}

function standsWhole(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + name.length, at + name.length + 2);
    const isJoined = /[\p{L}\p{N}_]$/u.test(before) || (name.startsWith("-") && before.endsWith("-")) ||
      /^[\p{L}\p{N}_]/u.test(after);
    if (!isJoined) return true;
  }
  return false;
}
