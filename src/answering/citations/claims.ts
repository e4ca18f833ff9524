/** Tells which parts of an answer claim something, so that a passage has to show it. */
import type { AnswerUnit } from "./answer_units.ts";
import { isRefusal } from "./refusals.ts";
import type { SentenceSpan } from "./sentence_spans.ts";
import { isSmallTalk } from "./small_talk.ts";
import { isSourceWord } from "./source_words.ts";

const QUESTION = /[?？؟][\s"'”’»)\]」]*$|(?:吗|呢|か)[。.]?\s*$/u;
const LEADS = /[:：][\s"'”’»)\]*_]*$/u;
const SOURCES = /^[^\p{L}]{0,4}([\p{L} ]{2,24})[:：]\s*\S/u;
/** Below what is quoted. */
const SPEAKER = /^\s*(?:[—–―]|--)\s*\p{L}/u;
/** Whether a sentence claims something is seen from so many characters of its beginning and of its end. */
const SHARE = 250;

/**
 * `claim`: a passage has to show it. `layout`: a title, or what leads to something else. `talk`: a question, a refusal,
 * small talk, a command.
 */
export type Saying = "claim" | "layout" | "talk";

/** Everything is a claim that is not one of the others. */
export function sayingOf(unit: AnswerUnit, { start, end }: Pick<SentenceSpan, "start" | "end">): Saying {
  const { kind, masked, isAside } = unit;
  const whole = masked.slice(start, end);
  if (isAside || kind === "heading" || kind === "head") return "layout";
  if (isCommand(unit)) return "talk";
  if (kind === "row") return "claim";
  const sentence = whole.length <= 2 * SHARE ? whole : `${whole.slice(0, SHARE)} ${whole.slice(-SHARE)}`;
  if (QUESTION.test(sentence)) return "talk";
  if (isRefusal(sentence, sentenceBefore(masked, start))) return "talk";
  if (isTitleLine(unit, { start, end }) || LEADS.test(sentence)) return "layout";
  if (kind === "quote" && SPEAKER.test(sentence)) return "layout";
  const label = SOURCES.exec(sentence)?.[1];
  if (label !== undefined && isSourceWord(label)) return "layout";
  return isSmallTalk(sentence) ? "talk" : "claim";
}

function sentenceBefore(masked: string, start: number): string {
  const before = masked.slice(Math.max(0, start - SHARE), start).trimEnd();
  return before.slice(Math.max(...[". ", "! ", "? ", "\n"].map((sign) => before.lastIndexOf(sign))) + 1);
}

/** A paragraph of code alone, and an item that is more than a name. */
function isCommand({ kind, isCode, text }: AnswerUnit): boolean {
  return isCode && kind !== "row" && (kind !== "item" || /\s/u.test(text.trim()));
}

/** A bold line alone, and the few words of an item below which others stand. */
function isTitleLine(
  { kind, masked, boldEnd, leadsOn }: AnswerUnit,
  { start, end }: Pick<SentenceSpan, "start" | "end">,
): boolean {
  const whole = masked.slice(start, end);
  const isLast = end >= masked.trimEnd().length;
  if (isLast && !leadsOn) return false;
  const isBold = start === 0 && boldEnd > 0 && whole.slice(boldEnd).trim().length <= 1;
  if (isBold) return !/[.!。！]\s*$/u.test(whole);
  return kind === "item" && isLast && isLabel(whole);
}

/** A few words without an end. */
function isLabel(sentence: string): boolean {
  return !/[.!?。！？\d]\s*$/u.test(sentence) && (sentence.match(/\S+/gu) ?? []).length <= 6;
}
