/** Finds *strong*, _emphasis_, `code` and the like. */
import type { InlineMark } from "../../markup.ts";
import { GONE, type InlineText, isSpace, isWord, VALUE } from "./inline_text.ts";
import { ClosingSigns, roleStart } from "./passthroughs.ts";

interface QuoteSigns {
  readonly open: string;
  readonly close: string;
  /** Within words too. */
  readonly isFree?: true;
  readonly kind?: InlineMark["kind"];
  /** The outer signs are shown. */
  readonly isShown?: true;
  /** What may not stand before and after, beside letters. */
  readonly notBefore?: string;
  readonly notAfter?: string;
}

const both = (sign: string, kind?: InlineMark["kind"]): QuoteSigns => ({
  open: sign,
  close: sign,
  ...(kind !== undefined && { kind }),
  ...(sign.length === 2 && { isFree: true }),
});

const STRONG = [both("**", "strong"), both("*", "strong")];
const REST = [both("__", "emphasis"), both("_", "emphasis"), both("##"), { ...both("#"), notBefore: "&" }];

const MODERN: readonly QuoteSigns[] = [
  ...STRONG,
  { open: '"`', close: '`"', isShown: true },
  { open: "'`", close: "`'", notBefore: "`", isShown: true },
  both("``", "code"),
  { ...both("`", "code"), notBefore: "\"'`", notAfter: "\"'`" },
  ...REST,
];

const COMPAT: readonly QuoteSigns[] = [
  ...STRONG,
  { open: "``", close: "''" },
  both("'", "emphasis"),
  { open: "`", close: "'" },
  both("++", "code"),
  both("+", "code"),
  ...REST,
];

export function findQuotes(inline: InlineText, isCompat: boolean): void {
  if (!/[*_`#^~'+]/.test(inline.work)) return;
  for (const quote of isCompat ? COMPAT : MODERN) {
    if (!inline.work.includes(quote.open)) continue;
    if (quote.isFree === true) freeQuotes(inline, quote);
    else boundQuotes(inline, quote);
    inline.flush();
  }
  raised(inline, "^", "superscript");
  raised(inline, "~", "subscript");
}

function freeQuotes(inline: InlineText, { open, kind }: QuoteSigns): void {
  const { work } = inline;
  for (let at = work.indexOf(open); at >= 0;) {
    const end = work.indexOf(open, at + open.length + 1);
    if (end < 0) return;
    const role = roleStart(work, at);
    if (work[role - 1] === "\\") inline.hide(role - 1, role, GONE);
    else quoted(inline, role, at + open.length, end, end + open.length, kind);
    at = work.indexOf(open, end + open.length);
  }
}

function boundQuotes(inline: InlineText, quote: QuoteSigns): void {
  const { work } = inline;
  const { open, close, kind, notAfter = "" } = quote;
  const closers = new ClosingSigns(work, close, notAfter);
  let after = -1;
  for (let at = work.indexOf(open); at >= 0;) {
    const from = at + open.length;
    const next = work.indexOf(open, at + 1);
    const role = roleStart(work, at);
    if (isSpace(work, from) || !mayBegin(work, role, after, quote)) {
      at = next;
      continue;
    }
    const end = closers.after(from + 1);
    if (end < 0) return;
    const isEscaped = work[role - 1] === "\\";
    if (isEscaped) inline.hide(role - 1, role, GONE);
    const outer = quote.isShown === true ? 1 : 0;
    if (outer > 0 && !isEscaped) inline.hide(role, at);
    if (!isEscaped || role < at) {
      quoted(inline, outer > 0 ? at + 1 : isEscaped ? at : role, from, end, end + close.length - outer, kind);
    }
    after = end + close.length;
    at = work.indexOf(open, after);
  }
}

function mayBegin(work: string, at: number, after: number, { notBefore = "" }: QuoteSigns): boolean {
  if (at - 1 < after && after >= 0 && at > 0 && work[at - 1] !== "\n") return false;
  let before = at - 1;
  while (work[before] === GONE) before--;
  if (before < 0) return true;
  const sign = work[before]!;
  // `<`, `>` and `&` are written with a semicolon when they are looked at.
  return !(isWord(work, before) || ";:}<>&".includes(sign) || sign === VALUE || notBefore.includes(sign));
}

function quoted(
  inline: InlineText,
  role: number,
  from: number,
  to: number,
  end: number,
  kind: InlineMark["kind"] | undefined,
): void {
  inline.hide(role, from);
  inline.hide(to, end);
  if (kind !== undefined) inline.mark(kind, from, to);
}

/** ^…^ and ~…~, without spaces in them. */
function raised(inline: InlineText, sign: string, kind: InlineMark["kind"]): void {
  const { work } = inline;
  for (let at = work.indexOf(sign); at >= 0;) {
    let end = at + 1;
    while (!isSpace(work, end) && (work[end] !== sign || end === at + 1)) end++;
    if (work[end] !== sign) {
      at = work.indexOf(sign, Math.max(at + 1, end));
      continue;
    }
    const role = roleStart(work, at);
    if (work[role - 1] === "\\") inline.hide(role - 1, role, GONE);
    else quoted(inline, role, at + 1, end, end + 1, kind);
    at = work.indexOf(sign, end + 1);
  }
  inline.flush();
}
