/** A question in plain words: what is searched for, and the names of code in it. */
import type { Config } from "../../config/config.ts";
import { isPhrase } from "../../context/term_query.ts";
import { RaError } from "../../errors.ts";
import type { PlanNode } from "../../search/ports/request.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import { bareWord } from "../../search/query/plain_query.ts";
import {
  firstWords,
  isLongQuestion,
  questionEnds,
  questionTerms,
  requireAskable,
} from "../../workspace/answers/long_question.ts";

/** What of a question is searched for. */
export interface ParsedQuestion {
  readonly query: PlanNode;
  /** Without the signs around them. */
  readonly words: readonly string[];
  /** As written, without quotes, backticks and the parentheses of a call. */
  readonly identifiers: readonly string[];
}

export interface AskedText {
  readonly text: string;
  /** What is compared by meaning: the question, or the beginning and the end of a long one. */
  readonly meanings: readonly string[];
  /** Undefined for a long question: its words have to be chosen, see {@link chooseWords}. */
  readonly parsed: ParsedQuestion | undefined;
}

/** Matches a word of several parts, or with the signs that join names. */
const IDENTIFIER =
  /^-{1,2}[\p{L}\d]|[\p{Ll}\d]\p{Lu}|[\p{L}\d]_|_[\p{L}\d]|\p{L}(?:\.|::|->|#|\/)\p{L}|^@[\p{L}\d]|^\$[\p{L}{]|\p{L}\d*\(\)$/u;
const BACKTICKS = /`([^`\n]+)`/g;

/** A question has no operators: what looks like one is a word. Throws `query-empty` and `query-syntax`. */
export function readQuestion(given: string): AskedText {
  // Half a surrogate pair cannot be encoded as UTF-8, so no file holds one.
  const text = given.replace(/\p{Surrogate}/gu, "\uFFFD").trim();
  requireAskable(text);
  if (isLongQuestion(text)) return { text, meanings: questionEnds(text), parsed: undefined };
  return { text, meanings: [text], parsed: parsed(text) };
}

function parsed(text: string): ParsedQuestion {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) throw new RaError("query-empty", "the question has no words", { hint: "ask in words" });
  return {
    query: { and: words.map((word) => ({ word })) },
    words: [...new Set(words.map(bareWord))],
    identifiers: identifiersIn(text, words),
  };
}

/** The words of a long question that set it apart, each with its weight. */
export async function chooseWords(
  text: string,
  snapshot: Pick<Snapshot, "retriever" | "catalogue">,
  config: Config,
): Promise<ParsedQuestion> {
  const terms = await questionTerms(text, snapshot, { config, boosts: { ...config.search.boost } });
  if (terms.length === 0) return parsed(firstWords(text));
  const words = terms.map(({ term }) => term);
  return {
    query: {
      or: terms.map(({ term, weight }): PlanNode => ({
        boost: [weight, isPhrase(term) ? { phrase: term } : { word: term }],
      })),
    },
    words,
    identifiers: identifiersIn("", words),
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
