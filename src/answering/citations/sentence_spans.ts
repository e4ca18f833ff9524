/** Where the sentences of a paragraph begin and end. A line may be a sentence by itself. */
import type { AnswerUnit } from "./answer_units.ts";
import type { Pause } from "./pauses.ts";
import { quotationsIn } from "./quotations.ts";

/** In the text of a unit, without white space around it. */
export interface SentenceSpan {
  readonly start: number;
  readonly end: number;
  /** Whether it is one of several lines that stand for themselves. */
  readonly isLine: boolean;
}

/** A full stop after these ends no sentence. */
const SHORT_FORM =
  /(?:^|[\s(])(?:e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?ä|bzw|ca|vgl|cf|p\.\s?ex|p\.\s?ej|approx|No|Nr|Fig|Abb|Dr|Mr|Mrs|Ms|St|vs|resp|ch|Ch|sec|Sec|pp?|т\.\s?е|т\.\s?д|напр|см|рис|Sr|Sra|Abs|Kap|inkl|evtl|ggf)\.$/u;
/** How much white space between a citation and the end of its line is looked through. */
const MAX_SPACE = 200;
/** A short form, its full stop and what stands before it. */
const MAX_FORM_LENGTH = 12;
/** What a sentence costs, in characters that are read as Markdown. */
const SENTENCE = 5;
/** `Port: 8080`. A word that begins it is not one in the middle of a sentence. */
const KEY_LINE = /^[^\p{L}\p{N}\n]{0,4}[\p{Lu}\p{Lo}\p{N}x][^\n:：.!?]{0,40}[:：](?:\s|$)/u;
const SIGN = /^\s*(?:[•◦▪‣●○■□–—*✓✔✅❌→⇒▶►☑☐-]\s|\p{Extended_Pictographic}|\(?\d{1,2}[.)]\s|\(?[a-z]\)\s)/u;
const CLOSED = /[.!?:。！？：…][\s"'”’»)\]）」]*$/u;

/** In bold, it is an answer and no title. */
const SHORT_ANSWER = /^\s*(?:yes|no|ja|nein|oui|non|sí|si|sim|não|да|нет|是的?|不是?|否|はい|いいえ)[.!。！]?\s*$/iu;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

export async function spansOf(unit: AnswerUnit, pause: Pause): Promise<readonly SentenceSpan[]> {
  const { text, masked, kind } = unit;
  if (kind === "row" || kind === "head" || kind === "heading") {
    const start = text.length - text.trimStart().length;
    const end = text.trimEnd().length;
    return /[\p{L}\p{N}]/u.test(text) ? [{ start, end, isLine: false }] : [];
  }
  const { seen, areLines } = withLines(unit);
  const quoted = quotationsIn(masked);
  const spans: SentenceSpan[] = [];
  let [from, held] = [0, 0];
  for (const { segment, index } of segmenter.segment(seen)) {
    await pause(SENTENCE);
    const next = index + segment.length;
    const end = withoutSpaceAfter(seen, next, from);
    const isShort = SHORT_FORM.test(seen.slice(Math.max(from, end - MAX_FORM_LENGTH), end)) && seen[end] !== "\n";
    while (held < quoted.length && quoted[held]!.end <= next) held++;
    const isQuoted = held < quoted.length && quoted[held]!.start < end;
    if (next < seen.length && (isShort || isQuoted)) continue;
    if (end > from && /[\p{L}\p{N}]/u.test(text.slice(from, end))) {
      const start = from + spaceBefore(seen.slice(from, end));
      const said = masked.slice(start, end);
      const isLine = areLines || (masked.includes("\n") && (KEY_LINE.test(said) || SIGN.test(said)));
      spans.push({ start, end, isLine });
    }
    from = next;
  }
  return spans;
}

/**
 * The masked text with `\n` only where a line ends a sentence. Bold text at its beginning ends none. Where a line ends
 * in a citation without a full stop, all lines are sentences.
 */
function withLines({ masked, markers, boldEnd }: AnswerUnit): { readonly seen: string; readonly areLines: boolean } {
  const ends = new Set(markers.map(({ at }) => at));
  const areLines = markers.some(({ at }) =>
    /^[\p{L}\p{N})]\s*\n\s*[^\p{Ll}\s]/u.test(masked.slice(at, at + MAX_SPACE).replace(/^[ \t]*(?=\n)/u, "x"))
  );
  let seen = "";
  const lines = masked.split("\n");
  let at = 0;
  lines.forEach((line, number) => {
    const next = lines[number + 1];
    seen += line;
    at += line.length;
    if (next === undefined) return;
    const isBold = number === 0 && boldEnd > 0 && line.slice(boldEnd).trim() === "";
    const ending = ends.has(at) || ends.has(line.trimEnd().length + at - line.length);
    const divides = ending || isBold || CLOSED.test(line) || SIGN.test(next) || KEY_LINE.test(line) ||
      KEY_LINE.test(next) || (areLines && /^\s*[^\p{Ll}\s]/u.test(next));
    seen += divides ? "\n" : " ";
    at += 1;
  });
  // `1. ` begins a title, and is no sentence.
  seen = seen.replace(/(?<=^|\n)(\s*\d{1,3})\.(?=\s)/gu, "$1,");
  const rest = seen.slice(boldEnd);
  if (boldEnd === 0 || SHORT_ANSWER.test(seen.slice(0, boldEnd)) || rest.trim() === "" || /^\s*\n/u.test(rest)) {
    return { seen, areLines };
  }
  const bold = seen.slice(0, boldEnd);
  seen = bold.replace(/[.!?。！？](?=\s*$)/u, ",") + rest.replace(/^(\s*)[.!?。！？](?=\s)/u, "$1,");
  return { seen, areLines };
}

function spaceBefore(text: string): number {
  return text.length - text.trimStart().length;
}

/** Where the text before `end` ends without white space. Never before `least`. */
export function withoutSpaceAfter(text: string, end: number, least: number): number {
  let at = end;
  while (at > least && /\s/.test(text[at - 1]!)) at--;
  return at;
}

/** Where nothing but white space and punctuation follows. */
export function startOfTail(masked: string): number {
  let at = masked.length;
  while (at > 0) {
    const isPair = at > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(masked.slice(at - 2, at));
    const size = isPair ? 2 : 1;
    if (!/^[\s\p{P}]$/u.test(masked.slice(at - size, at))) break;
    at -= size;
  }
  return at;
}
