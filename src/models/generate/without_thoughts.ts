/** Takes `<think>…</think>` out of a text that comes in pieces. */

const [OPEN, CLOSE] = ["<think>", "</think>"];

export interface WithoutThoughts {
  /** What of the text so far is certainly part of the answer, and was not returned before. */
  push(piece: string): string;
  /** What is left at the end. */
  end(): string;
}

export function withoutThoughts(): WithoutThoughts {
  let held = "";
  let isThinking = false;
  let hasAnswer = false;
  const take = (isLast: boolean): string => {
    let out = "";
    for (;;) {
      const mark = isThinking ? CLOSE : OPEN;
      const at = held.indexOf(mark);
      if (at < 0) {
        const kept = isLast ? 0 : partOf(mark, held);
        if (!isThinking) out += held.slice(0, held.length - kept);
        held = kept === 0 ? "" : held.slice(-kept);
        break;
      }
      if (!isThinking) out += held.slice(0, at);
      held = held.slice(at + mark.length);
      isThinking = !isThinking;
    }
    if (!hasAnswer) out = out.trimStart();
    hasAnswer ||= out !== "";
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

/** How many characters at the end of the text may be the beginning of the mark. */
function partOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (mark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
