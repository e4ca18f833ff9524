/** Takes out of a text that comes in pieces what the model thought before it answered. */
import { createEndOfThoughts, type EndOfThoughts, THOUGHT_BRACKETS, THOUGHT_TAGS } from "./end_of_thoughts.ts";

export interface WithoutThoughts {
  /** What of the text so far is certainly part of the answer, and was not returned before. */
  push(piece: string): string;
  /** What is left at the end. */
  end(): string;
}

const CHANNEL = "(?:<\\|end\\|>\\s*)?(?:<\\|start\\|>\\s*assistant\\s*)?<\\|channel\\|>\\s*";
/** How thoughts begin where they are the first thing, and how each kind ends. */
const KINDS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [new RegExp(`^<${THOUGHT_TAGS}(?:\\s[^<>]{0,200})?>`, "i"), new RegExp(`<\\s?/\\s?${THOUGHT_TAGS}\\s*>`, "i")],
  [new RegExp(`^\\[${THOUGHT_BRACKETS}\\]`, "i"), new RegExp(`\\[/${THOUGHT_BRACKETS}\\]`, "i")],
  [/^◁think(?:ing)?▷/i, /◁\/think(?:ing)?▷/i],
  [
    /^<\|(?:begin_of_thought|start_thinking|thinking|think)\|>/i,
    /<\|(?:end_of_thought|end_thinking|\/thinking|\/think)\|>/i,
  ],
  [/^<unused94>/, /<unused95>/],
  [/^<\|channel>\s*thought/i, /<channel\|>/i],
  [
    new RegExp(`^${CHANNEL}(?:analysis|commentary|thoughts?)`, "i"),
    new RegExp(`(?=${CHANNEL}final)|<\\|end\\|>`, "i"),
  ],
];
/** Signs before the answer that say that it is one. */
const ANSWER_BEGINS = new RegExp(
  `^(?:${CHANNEL}final\\s*|(?:<\\|constrain\\|>\\s*\\w+\\s*)?<\\|message\\|>\\s*){1,9}`,
  "i",
);
const ANSWER_ENDS = /<\|(?:return|end|im_end|eot_id)\|>\s*$/;
/** The longest sign with which thoughts begin, and the longest that ends them. */
const MAX_SIGN = 320;
/** In a stream that somebody reads, so much is held back to see whether an end of thoughts comes. */
const HELD = 400;
/** A text that begins like thoughts is held until so many characters have come, even if it cites. */
const HELD_THOUGHT = 32_768;
const BEGINS_LIKE_THOUGHT =
  /^(?:analysis\p{Lu}|(?:okay|ok|hmm+|wait|alright),|hmm+\b|(?:okay|ok|alright)[.!]? (?:so|let|the|i|we)\b|let me\b|let['’]s (?:see|look|think)\b|i (?:need|should|have|must) (?:to )?|we (?:need|should|have) (?:to )?|the user\b|(?:der |die )?(?:be)?nutzer\b|ich (?:muss|soll)|l['’]utilisateur|je dois|el usuario|debo\b|пользовател|мне нужно|хорошо, пользов|用户|我需要|让我|嗯|好的，用户|ユーザー)/iu;
/** Without a citation, a text with such words may be thoughts too. */
const LOOKS_LIKE_THOUGHT =
  /\b(?:okay|hmm+|wait|let me|let['’]s (?:see|look|think)|i (?:need|should|have|must) (?:to )?|we (?:need|should|have) (?:to )?|the user|first, i|alright|maybe|nutzer|benutzer|ich (?:muss|soll)|l['’]utilisateur|je dois|el usuario|debo)\b|пользовател|мне нужно|用户|我需要|让我|嗯|ユーザー/iu;
/** At the end of a sentence. */
const CITED = /\[\d{1,3}\]\s*(?:[.!?]|\n)/;

/**
 * Thoughts come before the first text of the answer; what looks like them behind it, in code or in a sentence is text.
 * Where nobody follows the text as it comes, it is held until its end, so that no thought is missed.
 */
export function withoutThoughts(isFollowed = true): WithoutThoughts {
  let held = "";
  let ends: RegExp | undefined;
  let isShown = false;
  let search: EndOfThoughts | undefined;
  const take = (isLast: boolean): string => {
    while (!isShown) {
      if (ends !== undefined) {
        const end = ends.exec(held);
        if (end === null) {
          held = isLast ? "" : held.slice(-MAX_SIGN);
          return "";
        }
        held = held.slice(end.index + end[0].length);
        ends = undefined;
      }
      if (search === undefined || held.length < 2 * MAX_SIGN) {
        const bare = held.trimStart().replace(ANSWER_BEGINS, "");
        if (bare !== held) [held, search] = [bare, undefined];
        const kind = KINDS.find(([begin]) => begin.test(held));
        if (kind !== undefined) {
          [held, ends, search] = [held.replace(kind[0], ""), kind[1], undefined];
          continue;
        }
      }
      if (!isLast && (held === "" || mayBegin(held))) return "";
      search ??= createEndOfThoughts();
      const end = search.find(held, isLast);
      if (end !== undefined) {
        held = held.slice(end);
        search = undefined;
        continue;
      }
      if (!isLast && mayBeThought(held)) return "";
      isShown = true;
    }
    // What may be a sign of the end waits for more.
    const sign = isLast ? -1 : held.lastIndexOf("<|");
    const whole = held.length - (!isLast && held.endsWith("<") ? 1 : 0);
    const until = sign < 0 || held.length - sign > MAX_SIGN ? whole : sign;
    const out = isLast ? held.replace(ANSWER_ENDS, "") : held.slice(0, until);
    held = isLast ? "" : held.slice(until);
    return out;
  };
  const pieces: string[] = [];
  return {
    push(piece) {
      if (!isFollowed) {
        pieces.push(piece);
        return "";
      }
      held += piece;
      return take(false);
    },
    end() {
      held += pieces.join("");
      return take(true);
    },
  };
}

/** Whether the beginning of thoughts may still come whole. */
function mayBegin(held: string): boolean {
  return held.length < MAX_SIGN && /^(?:<[^>]*|<\|[^>]*|\[\/?[a-z]*|◁[^▷]*|<\|[a-z]*\|>[^<]*(?:<[^>]*)?)$/i.test(held);
}

function mayBeThought(held: string): boolean {
  const beginning = held.slice(0, HELD);
  if (BEGINS_LIKE_THOUGHT.test(beginning)) return held.length < HELD_THOUGHT;
  if (CITED.test(beginning)) return false;
  return held.length < HELD || (LOOKS_LIKE_THOUGHT.test(beginning) && held.length < HELD_THOUGHT && !CITED.test(held));
}
