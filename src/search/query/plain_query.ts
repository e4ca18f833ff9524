/** A question in plain words as a query: what looks like an operator is a word. */
import { RaError } from "../../errors.ts";

const OPERATOR = /^(?:AND|OR|NOT)$/u;
/** Signs that mean something in a query, within a word or before it. */
const SIGNS = /^[-+]+|["()[\]{}:^~*\\/]+/gu;
/** Signs around a word, which are not part of it. */
const AROUND = /^[\s"'`“”‘’«»([{<]+|[\s"'`“”‘’«»)\]}>.,;:!?]+$/gu;

/** Throws `query-empty`. */
export function plainQuery(question: string): string {
  const words = question.split(/\s+/u).flatMap((word) => bareWord(word).replace(SIGNS, " ").split(" ")).filter((word) =>
    /[\p{L}\p{N}]/u.test(word)
  );
  if (words.length === 0) throw new RaError("query-empty", "the question has no words", { hint: "ask in words" });
  return words.map((word) => (OPERATOR.test(word) ? word.toLowerCase() : word)).join(" ");
}

/** A word of a text without the signs around it. */
export function bareWord(word: string): string {
  return word.replace(AROUND, "");
}
