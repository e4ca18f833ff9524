/** Finds where thoughts end whose beginning the service has kept for itself, in a text that comes in pieces. */

/** The names of tags, and of words in brackets, between which thoughts stand. */
export const THOUGHT_TAGS =
  "(?:seed:|ant)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratchpad|cot|inner[_ -]?(?:monologue|thoughts?))";
export const THOUGHT_BRACKETS = "(?:think(?:ing)?|thoughts?|reasoning)";

export interface EndOfThoughts {
  /**
   * Where the answer begins that follows the thoughts. The text is that of the call before, with more behind it, and
   * what was searched is not searched again.
   */
  find(text: string, isLast: boolean): number | undefined;
}

const SIGN = `<\\s?/\\s?${THOUGHT_TAGS}\\s{0,9}>|\\[/${THOUGHT_BRACKETS}\\]|◁/think(?:ing)?▷|` +
  "<\\|(?:end_of_thought|end_thinking)\\|>|<unused95>";
/** The sign of an end, the beginning of a line, and what tells that a sign is text: code, thoughts with a beginning. */
const PARTS = "(?<sign>" + SIGN + ")|(?<line>\\n[ \\t]{0,20}(?<fence>`{3,}|~{3,})?)|(?<tick>`)|" +
  "(?<opening><(?:think|thinking|reasoning)\\b)";
/** The longest part but for fences. */
const MAX_PART = 64;
/** Channels whose signs are gone. */
const BARE_BEGIN = /^analysis(?=[\p{Lu}\s])/u;
const BARE_END = /assistant\s?final(?=[\p{Lu}\s\d*#`[])/gu;

export function createEndOfThoughts(): EndOfThoughts {
  const parts = new RegExp(PARTS, "gi");
  /** Up to where the text was searched, with a line end before it. */
  let at = 0;
  let bareAt = 0;
  /** Of the line. */
  let lineStart = 0;
  let ticks = 0;
  let fences = 0;
  let hasOpening = false;
  const isInCode = (seen: string): boolean =>
    fences % 2 === 1 || ticks % 2 === 1 || /^(?: {4}|\t)/.test(seen.slice(lineStart, lineStart + 4));
  return {
    find(text, isLast) {
      if (BARE_BEGIN.test(text)) {
        BARE_END.lastIndex = bareAt;
        const end = BARE_END.exec(text);
        if (end !== null) return end.index + end[0].length;
        bareAt = Math.max(bareAt, text.length - MAX_PART);
      }
      const seen = `\n${text}`;
      parts.lastIndex = at;
      for (let part = parts.exec(seen); part !== null; part = parts.exec(seen)) {
        const { sign, line, fence, tick, opening } = part.groups ?? {};
        const end = part.index + part[0].length;
        // What comes may belong to it, or tell what it is.
        if (!isLast && isOpen(seen, end, sign !== undefined)) {
          at = part.index;
          return undefined;
        }
        at = end;
        if (line !== undefined) {
          [lineStart, ticks] = [part.index + 1, fence?.startsWith("`") === true ? fence.length : 0];
          if (fence !== undefined) fences++;
        } else if (tick !== undefined) ticks++;
        else if (opening !== undefined) hasOpening = true;
        else if (!hasOpening && !isInCode(seen) && !isInSentence(seen, lineStart, part.index, end)) return end - 1;
      }
      at = Math.max(at, seen.length - MAX_PART);
      return undefined;
    },
  };
}

/** Whether nothing but white space and signs of code has come behind the part. */
function isOpen(seen: string, end: number, isSign: boolean): boolean {
  const next = seen.slice(end, end + MAX_PART);
  return next.length < MAX_PART && (isSign ? /^[ \t\r]*$/ : /^[ \t`~]*$/).test(next);
}

/** “Use the </think> tag”: words stand on both sides, and no sentence has ended before. */
function isInSentence(seen: string, lineStart: number, start: number, end: number): boolean {
  const line = seen.slice(Math.max(lineStart, start - MAX_LINE_END), start).trimEnd();
  if (line === "" || /[.!?…:。！？"'”’)\]]$/u.test(line)) return false;
  return !/^[ \t]*\r?\n/u.test(seen.slice(end, end + MAX_LINE_END));
}

/** How much around a sign tells whether it stands in a sentence. */
const MAX_LINE_END = 200;
