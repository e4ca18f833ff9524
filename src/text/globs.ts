/**
 * Compiles globs on `/`-separated paths to regular expressions with picomatch. They ignore case, and whether letters
 * and accents are composed.
 */
import picomatch from "picomatch";
import { RaError } from "../errors.ts";
import { composed } from "./composed.ts";
import { compileSegments, expandBraces } from "./glob_segments.ts";

export interface GlobOptions {
  /**
   * Let `*`, `?`, `**` and `[^…]` also match segments that start with a dot. Without this, a glob has to spell the dot
   * out.
   */
  readonly hidden?: boolean;
}

/**
 * Compiles a glob that is matched against a whole path. `*` and `?` stay inside a segment, and `**` crosses segments.
 * `{a,b}`, `[a-z]` and `[!a]` work as usual, and `\` makes the next character plain. Parentheses, `|`, `!` and `+` are
 * ordinary characters. A leading `/` or `./` is ignored. A trailing `/` means everything below. Throws `config-value`
 * for an invalid glob.
 */
export function compileGlob(glob: string, options: GlobOptions = {}): (path: string) => boolean {
  const normal = normalizeGlob(glob);
  const hidden = options.hidden === true;
  const plain = limited(normal, glob);
  const whenNeeded = isSurelyValid(normal) ? later : now;
  const pattern = whenNeeded(() => compile(normal, glob, hidden));
  if (plain !== undefined) {
    const classOf = (written: string): (character: string) => boolean => {
      const one = whenNeeded(() => compile(`a${written}`, glob, true));
      return (character) => one().test(`a${character}`);
    };
    const matches = compileSegments(plain, { hidden, classOf, classEnd });
    return afterLook(normal, (path) => matches(composed(path)));
  }
  // Most globs end in a plain extension. Comparing it first rejects most other paths at once.
  const extension = /\*(\.[a-z0-9]+)$/i.exec(normal)?.[1]?.toLowerCase();
  if (extension === undefined) return afterLook(normal, (path) => pattern().test(composed(path)));
  return (path) => path.slice(-extension.length).toLowerCase() === extension && pattern().test(composed(path));
}

/** Globs as simple as the defaults are compiled when a path needs them, which few do. */
function isSurelyValid(glob: string): boolean {
  return /^(?:[\w./*-]|\[(?:0-9|1-9|a-z)\])+$/.test(glob);
}

function now<T>(make: () => T): () => T {
  const made = make();
  return () => made;
}

function later<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}

/** Others need a dot and one of some digits after a star, as `*.[1-9]` does. Few paths have these. */
function afterLook(glob: string, matches: (path: string) => boolean): (path: string) => boolean {
  const needed = /^[^{}\\[\]]*\*\.(\[[0-9-]+\])/.exec(glob)?.[1];
  if (needed === undefined) return matches;
  const look = new RegExp(`\\.${needed}`);
  return (path) => look.test(path) && matches(path);
}

/**
 * Compiles the glob of a rule. Without `/`, it is matched against the file's name at any depth, and otherwise against
 * the whole path. Hidden files match too. Throws `config-value` for an invalid glob.
 */
export function compileRuleGlob(glob: string): (path: string) => boolean {
  const matches = compileGlob(glob, { hidden: true });
  return glob.includes("/") ? matches : (path) => matches(path.slice(path.lastIndexOf("/") + 1));
}

/** A valid glob of a rule as globs without braces that are matched against a whole path, for the core. */
export function ruleGlobParts(glob: string): readonly string[] {
  const normal = normalizeGlob(glob);
  return expandBraces(normal, MAX_ALTERNATIVES).map((part) => (glob.includes("/") ? part : `**/${part}`));
}

/** Composes letters, removes a leading `/` or `./` from the glob, and expands a trailing `/` to `/**`. */
export function normalizeGlob(glob: string): string {
  const bare = composed(glob).replace(/^(?:\.?\/+)+/, "").replace(/\/\/+/g, "/");
  return bare.endsWith("/") ? `${bare}**` : bare;
}

/** No path is longer. */
const MAX_GLOB_LENGTH = 4096;
/** How many globs the braces of one glob may stand for. */
const MAX_ALTERNATIVES = 1000;
/** With more stars than this, a regular expression takes too long for some paths. */
const FEW_STARS = 2;

/**
 * The globs without braces, if the glob has too many stars for a regular expression. Throws `config-value` for a glob
 * above the limits.
 */
function limited(glob: string, written: string): readonly string[] | undefined {
  try {
    if (glob.length > MAX_GLOB_LENGTH) throw new SyntaxError(`it is longer than ${MAX_GLOB_LENGTH} characters`);
    const all = glob.includes("{") ? expandBraces(glob, MAX_ALTERNATIVES) : [glob];
    const stars = Math.max(...all.map((one) => (one.match(/\*+/g) ?? []).length));
    return stars > FEW_STARS ? all : undefined;
  } catch (cause) {
    throw invalid(written, cause);
  }
}

function invalid(written: string, cause: unknown): RaError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const shown = written.length > 100 ? `${written.slice(0, 100)}…` : written;
  return new RaError("config-value", `invalid glob ${JSON.stringify(shown)}: ${why}`, { cause });
}

function compile(glob: string, written: string, dot: boolean): RegExp {
  try {
    if (glob === "") throw new SyntaxError("the glob is empty");
    return picomatch.makeRe(spellOut(glob, dot), {
      dot,
      nocase: true,
      nonegate: true,
      noextglob: true,
      windows: false,
      strictBrackets: true,
      debug: true, // throws where picomatch otherwise makes a pattern that matches nothing
      flags: "is", // `s`: names may hold newlines
    });
  } catch (cause) {
    throw invalid(written, cause);
  }
}

/**
 * Rewrites what picomatch reads differently: parentheses, `|` and a lone `]` become plain text, and `[!a]` becomes
 * `[^a]`.
 */
function spellOut(glob: string, dot: boolean): string {
  let out = "";
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] as string;
    if (character === "\\") {
      if (at + 1 === glob.length) throw new SyntaxError("the glob ends in a backslash");
      out += character + glob[++at];
    } else if (character === "[") {
      const end = classEnd(glob, at);
      const negated = glob[at + 1] === "!" || glob[at + 1] === "^";
      const startsSegment = at === 0 || glob[at - 1] === "/";
      if (negated) out += `[^${startsSegment && !dot ? "." : ""}${glob.slice(at + 2, end + 1)}`;
      else out += glob.slice(at, end + 1);
      at = end;
    } else out += "()|]".includes(character) ? `\\${character}` : character;
  }
  return out;
}

/** The index of the `]` that closes the class opened at `start`. */
function classEnd(glob: string, start: number): number {
  let at = start + 1;
  if (glob[at] === "!" || glob[at] === "^") at++;
  if (glob[at] === "]") at++;
  for (; at < glob.length; at++) {
    if (glob[at] === "\\") at++;
    else if (glob[at] === "[" && glob[at + 1] === ":" && glob.includes(":]", at)) at = glob.indexOf(":]", at) + 1;
    else if (glob[at] === "]") return at;
  }
  throw new SyntaxError('the closing "]" is missing; write "\\[" for a bracket in a name');
}
