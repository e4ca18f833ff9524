/** Takes out of a text that comes in pieces what the model thought before it answered. */

export interface WithoutThoughts {
  /** What of the text so far is certainly part of the answer, and was not returned before. */
  push(piece: string): string;
  /** What is left at the end. */
  end(): string;
}

const TAGS =
  "(?:seed:|ant)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratchpad|cot|inner[_ -]?(?:monologue|thoughts?))";
const BRACKETS = "(?:think(?:ing)?|thoughts?|reasoning)";
const CHANNEL = "(?:<\\|end\\|>\\s*)?(?:<\\|start\\|>\\s*assistant\\s*)?<\\|channel\\|>\\s*";
/** How thoughts begin where they are the first thing, and how each kind ends. */
const KINDS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [new RegExp(`^<${TAGS}(?:\\s[^<>]{0,200})?>`, "i"), new RegExp(`<\\s?/\\s?${TAGS}\\s*>`, "i")],
  [new RegExp(`^\\[${BRACKETS}\\]`, "i"), new RegExp(`\\[/${BRACKETS}\\]`, "i")],
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
const ANSWER_BEGINS = new RegExp(`^(?:${CHANNEL}final\\s*|(?:<\\|constrain\\|>\\s*\\w+\\s*)?<\\|message\\|>\\s*)`, "i");
const ANSWER_ENDS = /<\|(?:return|end|im_end|eot_id)\|>\s*$/;
/** The end of thoughts whose beginning the service has kept for itself. */
const END_ALONE = new RegExp(
  `<\\s?/\\s?${TAGS}\\s*>|\\[/${BRACKETS}\\]|◁/think(?:ing)?▷|<\\|(?:end_of_thought|end_thinking)\\|>|<unused95>`,
  "gi",
);
/** The same for channels whose signs are gone. */
const BARE_CHANNELS = /^analysis(?=[\p{Lu}\s])[^]*?assistant\s?final(?=[\p{Lu}\s\d*#`[])/u;
/** The longest sign with which thoughts begin, and the longest that ends them. */
const MAX_SIGN = 320;
/** In a stream that somebody reads, so much is held back to see whether an end of thoughts comes. */
const HELD = 400;
const LOOKS_LIKE_THOUGHT =
  /^analysis\p{Lu}|\b(?:okay|hmm+|wait|let me|let['’]s (?:see|look|think)|i (?:need|should|have|must) (?:to )?|we (?:need|should|have) (?:to )?|the user|first, i|alright|maybe|nutzer|benutzer|ich (?:muss|soll)|l['’]utilisateur|je dois|el usuario|debo)\b|пользовател|мне нужно|用户|我需要|让我|嗯|ユーザー/iu;
const CITED = /\[\d{1,3}\]\s*(?:[.!?]|\n)/;

/**
 * Thoughts come before the first text of the answer; what looks like them behind it, in code or in a sentence is text.
 * Where nobody follows the text as it comes, it is held until its end, so that no thought is missed.
 */
export function withoutThoughts(isFollowed = true): WithoutThoughts {
  let held = "";
  let ends: RegExp | undefined;
  let isShown = false;
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
      held = held.trimStart().replace(ANSWER_BEGINS, "").replace(ANSWER_BEGINS, "");
      const kind = KINDS.find(([begin]) => begin.test(held));
      if (kind !== undefined) {
        held = held.replace(kind[0], "");
        ends = kind[1];
        continue;
      }
      const rest = afterThoughts(held);
      if (rest !== undefined) {
        held = rest;
        continue;
      }
      if (!isLast && (held === "" || mayBegin(held) || !isFollowed || mayBeThought(held))) return "";
      isShown = true;
    }
    // What may be a sign of the end waits for more.
    const sign = isLast ? -1 : held.lastIndexOf("<|");
    const until = sign < 0 || held.length - sign > MAX_SIGN ? held.length : sign;
    const out = isLast ? held.replace(ANSWER_ENDS, "") : held.slice(0, until);
    held = isLast ? "" : held.slice(until);
    return out;
  };
  return {
    push(piece) {
      held += piece;
      return take(false);
    },
    end: () => take(true),
  };
}

/** Whether the beginning of thoughts may still come whole. */
function mayBegin(held: string): boolean {
  return held.length < MAX_SIGN && /^(?:<[^>]*|<\|[^>]*|\[\/?[a-z]*|◁[^▷]*|<\|[a-z]*\|>[^<]*(?:<[^>]*)?)$/i.test(held);
}

function mayBeThought(held: string): boolean {
  const beginning = held.slice(0, HELD);
  if (LOOKS_LIKE_THOUGHT.test(beginning)) return true;
  return held.length < HELD && !CITED.test(held);
}

/** What follows the end of thoughts that have no beginning. */
function afterThoughts(held: string): string | undefined {
  const bare = BARE_CHANNELS.exec(held);
  if (bare !== null) return held.slice(bare[0].length);
  for (const { 0: sign, index } of held.matchAll(END_ALONE)) {
    const [before, after] = [held.slice(0, index), held.slice(index + sign.length)];
    if (isInCode(before) || isInSentence(before, after) || /<(?:think|thinking|reasoning)\b/i.test(before)) continue;
    return after;
  }
  return undefined;
}

function isInCode(before: string): boolean {
  const fences = before.match(/^[ \t]*(?:`{3,}|~{3,})/gmu)?.length ?? 0;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return fences % 2 === 1 || (line.match(/`/g)?.length ?? 0) % 2 === 1 || /^(?: {4}|\t)/.test(line);
}

/** “Use the </think> tag”: words stand on both sides, and no sentence has ended before. */
function isInSentence(before: string, after: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1).trimEnd();
  if (line === "" || /[.!?…:。！？"'”’)\]]$/u.test(line)) return false;
  return !/^[ \t]*\r?\n/u.test(after);
}
