/** Reads the arguments of a request of roff. */

export interface RoffArgument {
  readonly start: number;
  readonly end: number;
  /** Without its quotes. */
  readonly text: string;
  readonly isQuoted: boolean;
  /** Where it starts and ends with its quotes. */
  readonly outerStart: number;
  readonly outerEnd: number;
  /** Quotes that stand twice for one. */
  readonly doubled: readonly number[];
}

export function argumentsOf(text: string, start: number, end: number): readonly RoffArgument[] {
  const found: RoffArgument[] = [];
  for (let at = skip(start); at < end; at = skip(at)) {
    if (text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "#")) break;
    const one = text[at] === '"' ? quotedAt(at) : bareAt(at);
    found.push(one);
    at = one.outerEnd;
  }
  return found;

  function skip(at: number): number {
    for (;;) {
      if (text[at] === " " || text[at] === "\t") at++;
      else if (text[at] === "\\" && (text[at + 1] === "\n" || text[at + 1] === "\r")) {
        at += text[at + 1] === "\r" ? 3 : 2;
      } else return at;
    }
  }

  function quotedAt(outerStart: number): RoffArgument {
    const doubled: number[] = [];
    let at = outerStart + 1;
    while (at < end) {
      if (text[at] === '"') {
        if (text[at + 1] !== '"') break;
        doubled.push(at);
        at++;
      } else if (text[at] === "\\" && text[at + 1] === '"') break;
      else if (text[at] === "\\") at++;
      at++;
    }
    const last = Math.min(at, end);
    return argument(outerStart + 1, last, {
      isQuoted: true,
      outerStart,
      outerEnd: text[last] === '"' && last < end ? last + 1 : last,
      doubled,
    });
  }

  function bareAt(outerStart: number): RoffArgument {
    let at = outerStart;
    while (at < end && text[at] !== " " && text[at] !== "\t") {
      if (text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "\n" || text[at + 1] === "\r")) break;
      at += text[at] === "\\" ? 2 : 1;
    }
    // A lone backslash ends here too.
    const outerEnd = Math.min(end, Math.max(at, outerStart + 1));
    return argument(outerStart, outerEnd, { isQuoted: false, outerStart, outerEnd, doubled: [] });
  }

  function argument(from: number, to: number, rest: Omit<RoffArgument, "start" | "end" | "text">): RoffArgument {
    return { start: from, end: to, text: text.slice(from, to), ...rest };
  }
}
