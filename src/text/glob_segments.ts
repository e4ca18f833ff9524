/**
 * Matches globs with many stars, in time that grows with the length of the path. A regular expression tries every way
 * to divide a path among the stars: `*a*a*a*a*b` would take minutes for one long name.
 */

/** One character of a segment: as written, any, or one of a class. `*` is a run of any characters. */
type GlobToken = { readonly plain: string } | "any" | "run" | ((character: string) => boolean);
type Segment = readonly GlobToken[] | "**";

export interface SegmentOptions {
  /** Whether stars, `?` and `[^…]` match a dot at the start of a segment. */
  readonly hidden: boolean;
  /** Compiles a class with its brackets. */
  classOf(written: string): (character: string) => boolean;
  /** The index of the `]` that closes the class opened at an index. */
  classEnd(glob: string, start: number): number;
}

/** Compiles globs without braces. A path matches if one of them does. */
export function compileSegments(globs: readonly string[], options: SegmentOptions): (path: string) => boolean {
  const compiled = globs.map((glob) => segmentsOf(glob, options));
  return (path) => {
    const names = path.split("/");
    return compiled.some((segments) => matchesAll(segments, names, options.hidden));
  };
}

/**
 * Expands `{a,b}` to one glob for each way to choose. Throws a `SyntaxError` when there are more than `most`.
 */
export function expandBraces(glob: string, most: number): readonly string[] {
  const [open, commas, close] = firstBraces(glob);
  if (close === -1) return [glob];
  const cuts = [open, ...commas, close];
  const before = glob.slice(0, open);
  const rests = expandBraces(glob.slice(close + 1), most);
  const found: string[] = [];
  for (let at = 0; at + 1 < cuts.length; at++) {
    for (const choice of expandBraces(glob.slice(cuts[at]! + 1, cuts[at + 1]), most)) {
      for (const rest of rests) {
        if (found.push(before + choice + rest) > most) {
          throw new SyntaxError(`its braces stand for more than ${most} globs; write several globs`);
        }
      }
    }
  }
  return found;
}

/** The first braces with a comma in them: where they open, their commas, and where they close (-1 without any). */
function firstBraces(glob: string): readonly [open: number, commas: readonly number[], close: number] {
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at];
    if (character === "\\") at++;
    else if (character === "{") open.push({ at, commas: [] });
    else if (character === ",") open.at(-1)?.commas.push(at);
    else if (character === "}") {
      const closed = open.pop();
      if (closed !== undefined && open.length === 0 && closed.commas.length > 0) return [closed.at, closed.commas, at];
    }
  }
  return [-1, [], -1];
}

function segmentsOf(glob: string, options: SegmentOptions): readonly Segment[] {
  return splitAtSlashes(glob, options).map((written) => (/^\*\*+$/.test(written) ? "**" : tokensOf(written, options)));
}

function splitAtSlashes(glob: string, { classEnd }: SegmentOptions): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < glob.length; at++) {
    if (glob[at] === "\\") at++;
    else if (glob[at] === "[") at = classEnd(glob, at);
    else if (glob[at] === "/") {
      parts.push(glob.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, glob.slice(start)];
}

function tokensOf(written: string, { classOf, classEnd, hidden }: SegmentOptions): readonly GlobToken[] {
  const tokens: GlobToken[] = [];
  for (let at = 0; at < written.length; at++) {
    const character = written[at] as string;
    if (character === "*") {
      if (tokens.at(-1) !== "run") tokens.push("run");
    } else if (character === "?") tokens.push("any");
    else if (character === "[") {
      const end = classEnd(written, at);
      const matches = classOf(written.slice(at, end + 1));
      const mayMatchDot = hidden || at > 0 || !/^\[[!^]/.test(written);
      tokens.push(mayMatchDot ? matches : (character) => character !== "." && matches(character));
      at = end;
    } else tokens.push({ plain: folded(character === "\\" ? written[++at] ?? "" : character) });
  }
  return tokens;
}

/** Only the last `**` has to give way: what came before it matched as early as possible. */
function matchesAll(segments: readonly Segment[], names: readonly string[], hidden: boolean): boolean {
  let [at, name, crossing, from] = [0, 0, -1, 0];
  while (name < names.length) {
    const segment = segments[at];
    if (segment === "**") {
      crossing = at++;
      from = name;
    } else if (segment !== undefined && matchesName(segment, names[name] as string, hidden)) {
      at++;
      name++;
    } else if (crossing !== -1 && (hidden || !(names[from] as string).startsWith("."))) {
      at = crossing + 1;
      name = ++from;
    } else return false;
  }
  // `docs/**` also matches `docs`; `docs*/**` does not, as in the regular expressions for globs with few stars.
  const last = segments[at - 1];
  if (last !== undefined && last !== "**" && last.at(-1) === "run" && at < segments.length) return false;
  while (segments[at] === "**") at++;
  return at === segments.length;
}

/** Only the last star has to give way. */
function matchesName(tokens: readonly GlobToken[], name: string, hidden: boolean): boolean {
  if (!hidden && name.startsWith(".") && !spellsOutDot(tokens[0])) return false;
  let [token, at, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    const wanted = tokens[token];
    if (wanted === "run") {
      star = token++;
      from = at;
    } else if (wanted !== undefined && matchesCharacter(wanted, name[at] as string)) {
      token++;
      at++;
    } else if (star !== -1) {
      token = star + 1;
      at = ++from;
    } else return false;
  }
  while (tokens[token] === "run") token++;
  return token === tokens.length;
}

function spellsOutDot(first: GlobToken | undefined): boolean {
  return first !== undefined && first !== "any" && first !== "run" && matchesCharacter(first, ".");
}

function matchesCharacter(token: Exclude<GlobToken, "run">, character: string): boolean {
  if (token === "any") return true;
  return typeof token === "function" ? token(character) : token.plain === folded(character);
}

/** A character without its case, as regular expressions compare them. */
function folded(character: string): string {
  const upper = character.toUpperCase();
  return upper.length !== character.length || (character > "\x7f" && upper <= "\x7f") ? character : upper;
}
