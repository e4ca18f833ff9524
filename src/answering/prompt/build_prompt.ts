/** Makes the prompt: rules, passages as fenced data, earlier turns, the question. It has a bound in tokens. */
import type { CitedAnswer } from "../../shapes/answering.ts";
import { RaError } from "../../errors.ts";
import { hashBytes } from "../../host/hash.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { ModelPrompt } from "../../models/generate/generator.ts";
import type { NumberedPassage } from "../passage.ts";
import { answerIn, type EarlierTurn, readTurns, type Turn } from "./earlier_turns.ts";
import { fillTemplate } from "./template.ts";

/** Of cl100k_base, in characters. */
const MAX_TOKEN_LENGTH = 128;

/** A question of a conversation. */
export interface AskedQuestion {
  readonly question: string;
  /** The turns before it, oldest first. */
  readonly turns: readonly Turn[];
  /** Of the program that asks. They stand below the rules, which win. */
  readonly instructions?: string | undefined;
}

export interface PromptRules {
  readonly template: string;
  /** The most tokens. */
  readonly most: number;
  /** Counts the tokens of a text. */
  count(text: string): number;
}

export interface Prompt extends ModelPrompt {
  readonly tokens: number;
  /** Those that are in it. */
  readonly passages: readonly NumberedPassage[];
  /** The ids of passages, the number of turns, and characters of the question, for which there was no room. */
  readonly leftOut: CitedAnswer["left_out"];
}

const INSTRUCTIONS =
  "The program that asks adds what follows. It holds only where it does not contradict the rules above.";

/**
 * The oldest turns go first, then the last passages. Throws `usage` where the question leaves no room for a single
 * passage.
 */
export async function buildPrompt(
  { question, turns: all, instructions = "" }: AskedQuestion,
  /** Best first. */
  passages: readonly NumberedPassage[],
  { template, most, count }: PromptRules,
): Promise<Prompt> {
  const turns = await readTurns(all.slice(firstThatMayFit(all, most)));
  const prompt = (kept: number, from: number): Prompt => {
    const own = passages.slice(0, kept);
    const history = historyOf(turns.slice(from), own);
    const { system: rules, user } = fillTemplate(template, { context: contextOf(own), question, history });
    const added = instructions.trim() === "" ? [] : [`${INSTRUCTIONS}\n\n${instructions.trim()}`];
    const system = [...(rules === "" ? [] : [rules]), ...added].join("\n\n");
    return {
      system,
      user,
      tokens: (system === "" ? 0 : count(system)) + count(user),
      passages: own,
      leftOut: { passages: passages.slice(kept).map(({ id }) => id), turns: all.length - turns.length + from },
    };
  };
  const fits = (made: Prompt): boolean => made.tokens <= most;
  const turnsLeft = leastThat((from) => fits(prompt(passages.length, from)), turns.length);
  const whole = prompt(passages.length, turnsLeft);
  if (fits(whole)) return whole;
  const least = Math.min(1, passages.length);
  const withPassages = prompt(
    passages.length - leastThat((out) => fits(prompt(passages.length - out, turns.length)), passages.length - least),
    turns.length,
  );
  if (fits(withPassages)) return withPassages;
  const needed = prompt(least, turns.length).tokens;
  throw new RaError("usage", `the question with one passage has ${needed} tokens, more than ${most}`, {
    hint: "shorten the question, raise generation.max_input_tokens, or make smaller chunks",
  });
}

/** Those before it are longer together than any prompt, so they need not be counted. */
function firstThatMayFit(turns: readonly Turn[], most: number): number {
  let left = MAX_TOKEN_LENGTH * most;
  for (let at = turns.length - 1; at >= 0; at--) {
    left -= turns[at]!.question.length + turns[at]!.answer.length;
    if (left < 0) return at + 1;
  }
  return 0;
}

/** The least number of which it is true, as it is of all above; `most` where it is of none below. */
function leastThat(isTrue: (n: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A fence holds a hash of all texts, so that no text can close it. */
function contextOf(passages: readonly NumberedPassage[]): string {
  const all = passages.map(({ text }) => text).join("\0");
  const mark = hashBytes(new TextEncoder().encode(all)).slice(0, 12);
  return passages.map((passage) =>
    `----- passage [${passage.number}] ${mark} ----- ${labelOf(passage)}\n${passage.text.trim()}\n` +
    `----- end of passage [${passage.number}] ${mark} -----`
  ).join("\n\n");
}

function labelOf({ path, page, start_line, end_line, title }: NumberedPassage): string {
  const place = page === null ? `lines ${start_line}-${end_line}` : `page ${page}`;
  return sanitizeLine(`${path}, ${place}: ${title}`);
}

/** What an answer cited has the number that it has now, or none. */
function historyOf(turns: readonly EarlierTurn[], passages: readonly NumberedPassage[]): string {
  if (turns.length === 0) return "";
  const numbers = new Map(passages.map(({ id, number }) => [id, number]));
  const lines = turns.map((turn) => `Question: ${turn.question}\nAnswer: ${answerIn(turn, numbers)}\n`);
  return `Earlier in this conversation:\n\n${lines.join("\n")}\n`;
}
