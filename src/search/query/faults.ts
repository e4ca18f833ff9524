/** What can be wrong in a query, and what a user can do about it. */
import type { Fault } from "./reading.ts";

/** How deep parentheses may be nested. */
export const MAX_DEPTH = 64;

export const UNCLOSED: Fault = {
  problem: "this parenthesis is never closed",
  hint: "add a `)`, or put the text in quotes",
};
export const UNOPENED: Fault = {
  problem: "this parenthesis was never opened",
  hint: "add a `(` before it, or put the text in quotes",
};
export const TOO_DEEP: Fault = {
  problem: `parentheses are nested more than ${MAX_DEPTH} deep`,
  hint: "leave out parentheses that are not needed",
};
export const UNCLOSED_QUOTE: Fault = {
  problem: "this quote is never closed",
  hint: 'add the closing quote, or write \\" for a quote that is part of the text',
};
export const EMPTY_QUOTES: Fault = {
  problem: "there is nothing between these quotes",
  hint: "write the words of the phrase between them",
};
export const EMPTY_GROUP: Fault = {
  problem: "there is nothing between these parentheses",
  hint: "write something between them, or put them in quotes",
};
export const INNER_STAR: Fault = {
  problem: "a `*` stands for the rest of a word, so it can only end one",
  hint: "put the word in quotes, or write \\* for a * that is part of it",
};
export const SHORT_BEGINNING: Fault = {
  problem: "too short for a word that ends with `*`",
  hint: "write at least two letters before the *",
};
export const NOTHING_BEFORE_OR: Fault = {
  problem: "nothing stands before this OR",
  hint: 'write an alternative before it, or "OR" in quotes to search for the word',
};
export const NOTHING_AFTER_OR: Fault = {
  problem: "nothing follows this OR",
  hint: 'write an alternative after it, or "OR" in quotes to search for the word',
};
export const SIGNED_ALTERNATIVE: Fault = {
  problem: "`+` cannot stand before an alternative of OR",
  hint: "leave out the + for either of them, or the OR to require this word",
};
export const BOOSTED_FILTER: Fault = {
  problem: "a filter adds no score, so it cannot be boosted",
  hint: "leave the ^ out, or put the value in quotes if the ^ belongs to it",
};
export const ONLY_NEGATIONS: Fault = {
  problem: "the query only says what to leave out",
  hint: "add a word that has to match, as in: guide -draft",
};
/** The most characters (UTF-16 code units) of a query. A page of text is shorter; nobody types more. */
export const MAX_CHARACTERS = 4096;

/** The most different terms of a query. Each one is looked up in every segment, with the words that are similar. */
export const MAX_TERMS = 256;

export const TOO_LONG = `longer than ${MAX_CHARACTERS.toLocaleString("en")} characters`;
export const TOO_MANY_TERMS = `more than ${MAX_TERMS} different words and filters`;

/** What helps with a query beyond a limit. */
export const SHORTEN = "keep the words that matter, or search by a whole file instead";
