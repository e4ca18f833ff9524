/** Finds text in which nothing is a sign: +…+, ++…++, +++…+++, $$…$$, pass:[…], stem:[…], and `+…+`. */
import { Closings, GONE, type InlineText, isSpace, isWord, PASSED } from "./inline_text.ts";

const OPENING = /(\\{0,2})(\+\+\+?|\$\$)|(\\?)pass:([a-z]+(?:,[a-z-]+){0,9})?\[/g;

export function passThrough(inline: InlineText, isCompat: boolean): void {
  const { work } = inline;
  if (work.includes("++") || work.includes("$$") || work.includes("pass:")) {
    doubleSigns(inline, isCompat);
    inline.flush();
  }
  if (isCompat ? work.includes("`") : work.includes("+")) {
    if (isCompat) literals(inline);
    else singleSigns(inline);
    inline.flush();
  }
  if (work.includes("stem:") || work.includes("math:")) {
    stems(inline);
    inline.flush();
  }
}

function doubleSigns(inline: InlineText, isCompat: boolean): void {
  const { work } = inline;
  const brackets = new Closings(work, "]");
  const none = new Set<string>();
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(work); match !== null; match = opening.exec(work)) {
    const [whole, escape = "", signs, passEscape, subs] = match;
    const from = match.index + whole.length;
    if (signs === undefined) {
      const end = work[from] === "]" ? from : brackets.after(from);
      if (end < 0) continue;
      if (passEscape === "\\") inline.hide(match.index, match.index + 1, GONE);
      else passed(inline, [match.index, from, end, end + 1], /(?:^|,)(?:n|q|normal|quotes)/.test(subs ?? ""));
      opening.lastIndex = end + 1;
      continue;
    }
    const found = boundary(work, from, signs, none);
    if (found === undefined || (isCompat && found.signs === "++")) {
      opening.lastIndex = match.index + escape.length + 2;
      continue;
    }
    const start = match.index + escape.length;
    if (escape !== "") inline.hide(start - 1, start, GONE);
    else pass(inline, start, found, none);
    opening.lastIndex = found.end + found.signs.length;
  }
}

interface Boundary {
  readonly signs: string;
  readonly end: number;
}

/** Where the same signs come again. Three of them may be two. */
function boundary(work: string, from: number, signs: string, none: Set<string>): Boundary | undefined {
  const sets = signs === "+++" ? ["+++", "++"] : [signs];
  for (const each of sets) {
    if (none.has(each)) continue;
    const end = work.indexOf(each, from - signs.length + each.length);
    if (end >= 0) return { signs: each, end };
    none.add(each);
  }
  return undefined;
}

function pass(inline: InlineText, start: number, { signs, end }: Boundary, _none: Set<string>): void {
  const before = roleStart(inline.work, start);
  if (before < start) inline.hide(before, start);
  const from = start + signs.length;
  if (signs === "+++") passed(inline, [start, from, end, end + 3], false);
  else {
    inline.hide(start, from, PASSED);
    inline.hide(end, end + signs.length, PASSED);
    inline.cover(from, end, PASSED);
  }
}

/** Raw text: the tags of HTML in it are not shown. */
function passed(
  inline: InlineText,
  [start, from, to, end]: readonly [number, number, number, number],
  hasSigns: boolean,
): void {
  inline.hide(start, from, hasSigns ? undefined : PASSED);
  inline.hide(to, end, hasSigns ? undefined : PASSED);
  if (hasSigns) return;
  inline.cover(from, to, PASSED);
  for (const { 0: tag, index } of inline.work.slice(from, to).matchAll(/<[!/a-z][^<>]*>/gi)) {
    inline.hide(from + index, from + index + tag.length, PASSED);
  }
}

/** Where `[role]` right before this place begins. */
export function roleStart(work: string, at: number): number {
  if (work[at - 1] !== "]") return at;
  const open = work.lastIndexOf("[", at - 1);
  return open >= 0 && at - open <= MAX_ROLE && open < at - 2 && work.indexOf("]", open) === at - 1 ? open : at;
}

const MAX_ROLE = 300;

/** Finds +…+, and reads past `…`, in which `+` stands for itself unless it encloses all of it. */
function singleSigns(inline: InlineText): void {
  const { work } = inline;
  const closers = { "+": new ClosingSigns(work, "+"), "`": new ClosingSigns(work, "`") };
  const opening = /[+`]/g;
  let after = 0;
  for (let match = opening.exec(work); match !== null; match = opening.exec(work)) {
    const { index } = match;
    const sign = match[0] as "+" | "`";
    const role = roleStart(work, work[index - 1] === "\\" ? index - 1 : index);
    const isEscaped = work[index - 1] === "\\";
    const first = isEscaped ? Math.min(role, index - 1) : role;
    if (
      first > 0 && (first - 1 < after || isWord(work, first - 1) || work[first - 1] === ";" || work[first - 1] === ":")
    ) {
      continue;
    }
    if (isSpace(work, index + 1)) continue;
    const end = closers[sign].after(index + 2);
    if (end < 0) continue;
    if (sign === "`") innerPass(inline, index + 1, end);
    else if (isEscaped) inline.hide(index - 1, index, GONE);
    else {
      inline.hide(role, index + 1, PASSED);
      inline.cover(index + 1, end, PASSED);
      inline.hide(end, end + 1, PASSED);
    }
    after = end + 1;
    opening.lastIndex = end + 1;
  }
}

/** `+…+` in signs of code. */
function innerPass(inline: InlineText, from: number, to: number): void {
  const { work } = inline;
  const isEscaped = work[from] === "\\";
  const start = isEscaped ? from + 1 : from;
  if (to - start < 3 || work[start] !== "+" || work[to - 1] !== "+") return;
  if (isSpace(work, start + 1) || isSpace(work, to - 2)) return;
  if (isEscaped) inline.hide(from, start, GONE);
  else {
    inline.hide(start, start + 1, PASSED);
    inline.cover(start + 1, to - 1, PASSED);
    inline.hide(to - 1, to, PASSED);
  }
}

/** Finds, from ascending places on, the next sign that ends what another one began. */
export class ClosingSigns {
  readonly #work: string;
  readonly #sign: string;
  readonly #notAfter: string;
  #at = 0;

  constructor(work: string, sign: string, notAfter = "") {
    this.#work = work;
    this.#sign = sign;
    this.#notAfter = notAfter;
  }

  after(from: number): number {
    if (this.#at < 0) return -1;
    if (this.#at < from) this.#at = this.#work.indexOf(this.#sign, from);
    while (this.#at >= 0 && !this.#isClosing(this.#at)) this.#at = this.#work.indexOf(this.#sign, this.#at + 1);
    return this.#at;
  }

  #isClosing(at: number): boolean {
    const next = at + this.#sign.length;
    if (isSpace(this.#work, at - 1)) return false;
    return next >= this.#work.length ||
      !(isWord(this.#work, next) || this.#notAfter.includes(this.#work[next]!));
  }
}

/** `…` of older documents: nothing in it is a sign. */
function literals(inline: InlineText): void {
  const { work } = inline;
  const opening = /`/g;
  for (let match = opening.exec(work); match !== null; match = opening.exec(work)) {
    const { index } = match;
    const isEscaped = work[index - 1] === "\\";
    const role = isEscaped ? index : roleStart(work, index);
    const first = isEscaped ? index - 1 : role;
    if (first > 0 && (work[first - 1] === "`" || isWord(work, first - 1))) continue;
    if (isSpace(work, index + 1) || work[index + 1] === "`") continue;
    const end = literalEnd(work, index + 2);
    if (end === undefined) break;
    if (isEscaped) inline.hide(index - 1, index, GONE);
    else {
      inline.hide(role, index + 1, PASSED);
      inline.cover(index + 1, end, PASSED);
      inline.hide(end, end + 1, PASSED);
      inline.mark("code", index + 1, end);
    }
    opening.lastIndex = end + 1;
  }
}

function literalEnd(work: string, from: number): number | undefined {
  for (let at = work.indexOf("`", from); at >= 0; at = work.indexOf("`", at + 1)) {
    if (!isSpace(work, at - 1) && work[at + 1] !== "`" && !isWord(work, at + 1)) return at;
  }
  return undefined;
}

function stems(inline: InlineText): void {
  const { work } = inline;
  const brackets = new Closings(work, "]");
  const opening = /(\\)?(?:stem|latexmath|asciimath):(?:[a-z]+(?:,[a-z-]+){0,9})?\[/g;
  for (let match = opening.exec(work); match !== null; match = opening.exec(work)) {
    const from = match.index + match[0].length;
    const end = brackets.after(from);
    if (end < 0) break;
    if (match[1] !== undefined) inline.hide(match.index, match.index + 1, GONE);
    else {
      inline.hide(match.index, from, PASSED);
      inline.cover(from, end, PASSED);
      inline.hide(end, end + 1, PASSED);
      inline.mark("code", from, end);
    }
    opening.lastIndex = end + 1;
  }
}
