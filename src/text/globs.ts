/** Globs on `/`-separated paths, compiled to regular expressions by picomatch. Case does not matter. */
import picomatch from "picomatch";
import { RaError } from "../errors.ts";

export interface GlobOptions {
  /**
   * `*`, `?`, `**` and `[^…]` also match segments that start with a dot. Without it such a segment must be spelt out.
   */
  readonly hidden?: boolean;
}

/**
 * Compiles a glob that is matched on a whole path: `*` and `?` stay inside a segment, `**` crosses, `{a,b}`, `[a-z]`,
 * `[!a]`, and `\` before a character that stands for itself. Parentheses, `|`, `!` and `+` are ordinary characters. A
 * leading `/` or `./` means nothing, a trailing `/` all that lies below. Throws `config-value` for a glob that cannot
 * be read.
 */
export function compileGlob(glob: string, options: GlobOptions = {}): (path: string) => boolean {
  const normal = normalizeGlob(glob);
  const pattern = compile(normal, glob, options.hidden === true);
  // Most globs end in a plain extension, and most paths of another kind are told by it at once.
  const extension = /\*(\.[a-z0-9]+)$/i.exec(normal)?.[1]?.toLowerCase();
  if (extension === undefined) return (path) => pattern.test(path);
  return (path) => path.slice(-extension.length).toLowerCase() === extension && pattern.test(path);
}

/**
 * Compiles the glob of a rule: without `/` it is matched on the file's name at any depth, with one on the whole path.
 * Hidden files match too. Throws `config-value` for a glob that cannot be read.
 */
export function compileRuleGlob(glob: string): (path: string) => boolean {
  const matches = compileGlob(glob, { hidden: true });
  return glob.includes("/") ? matches : (path) => matches(path.slice(path.lastIndexOf("/") + 1));
}

/** The glob without a leading `/` or `./`, and with a trailing `/` written out as `/**`. */
export function normalizeGlob(glob: string): string {
  const bare = glob.replace(/^(?:\.?\/+)+/, "").replace(/\/\/+/g, "/");
  return bare.endsWith("/") ? `${bare}**` : bare;
}

function compile(glob: string, written: string, dot: boolean): RegExp {
  try {
    if (glob === "") throw new SyntaxError("it is empty");
    return picomatch.makeRe(spellOut(glob, dot), {
      dot,
      nocase: true,
      nonegate: true,
      noextglob: true,
      windows: false,
      strictBrackets: true,
      debug: true, // throw where picomatch would make a pattern that matches nothing
      flags: "is", // `s`: names may hold newlines
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RaError("config-value", `invalid glob ${JSON.stringify(written)}: ${why}`, { cause });
  }
}

/** Rewrites what picomatch would read in another way: parentheses, `|` and a lone `]` as text, `[!a]` as `[^a]`. */
function spellOut(glob: string, dot: boolean): string {
  let out = "";
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] as string;
    if (character === "\\") {
      if (at + 1 === glob.length) throw new SyntaxError("it ends in a backslash");
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

/** Index of the `]` that closes the class opened at `start`. */
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
