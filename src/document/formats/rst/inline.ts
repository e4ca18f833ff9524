/** Finds the markup within sentences: emphasis, literals, roles, references, substitutions and escapes. */
import type { InlineMark, TextRange } from "../markup.ts";
import type { Line } from "./lines.ts";
import { shownRole } from "./roles.ts";
import { Sentence } from "./sentence.ts";
import { type RstState, targetName } from "./state.ts";

/** Reads a part of the text in which nothing else stands. */
export function readInline(state: RstState, { start, end }: TextRange): void {
  new InlineReader(state, new Sentence(state.text, start, end)).read();
}

/** Reads lines that stand one below the other in a cell. */
export function readCellLines(state: RstState, lines: readonly Line[]): void {
  const pieces: { readonly at: number; readonly start: number }[] = [];
  let text = "";
  for (const { start, end } of lines) {
    pieces.push({ at: text.length, start });
    text += `${state.text.slice(start, end)}\n`;
  }
  new InlineReader(state, new Sentence(text, 0, text.length - 1, pieces)).read();
}

/** The text of a part that {@link readInline} has read, as the page shows it. */
export function plainText(state: RstState, range: TextRange): string {
  const reader = new InlineReader(state, new Sentence(state.text, range.start, range.end), true);
  reader.read();
  let plain = "";
  let at = range.start;
  for (const { start, end, shown = "" } of [...reader.hidden].sort((a, b) => a.start - b.start)) {
    plain += state.text.slice(at, Math.max(at, start)) + shown;
    at = Math.max(at, end);
  }
  return (plain + state.text.slice(at, range.end)).replace(/\s+/g, " ").trim();
}

/** By the codes of ASCII. Nothing else begins markup. */
const IS_SIGN = Uint8Array.from(
  { length: 0x80 },
  (_, code) => ("\\*`|[_:".includes(String.fromCharCode(code)) ? 1 : 0),
);
const FOOTNOTE = /\[(#?[\p{L}\p{N}]+(?:[-._+:][\p{L}\p{N}]+)*|#|\*)\]_/uy;
const ADDRESS = /:\/\/[^\s<>"`]*[^\s<>"`.,;:!?)\]}'*_]/y;
const EMBEDDED = /(?:^|\s+)<([^<>]+)>$/;
class InlineReader {
  readonly #state: RstState;
  readonly #sentence: Sentence;
  /** Only what is hidden is looked for. */
  readonly #isTrial: boolean;
  readonly hidden: (TextRange & { readonly shown?: string })[] = [];

  constructor(state: RstState, sentence: Sentence, isTrial = false) {
    this.#state = state;
    this.#sentence = sentence;
    this.#isTrial = isTrial;
  }

  read(): void {
    const { text, from, to } = this.#sentence;
    for (let at = from; at < to;) {
      const code = text.charCodeAt(at);
      at = code < 0x80 && IS_SIGN[code] === 1 ? Math.max(at + 1, this.#sign(at, text[at]!)) : at + 1;
    }
  }

  /** Where to go on after a sign. */
  #sign(at: number, sign: string): number {
    const { text, to } = this.#sentence;
    switch (sign) {
      case "\\":
        return this.#escape(at, to);
      case "*":
        return text[at + 1] === "*" && at + 1 < to ? this.#emphasis(at, "**") : this.#emphasis(at, "*");
      case "`":
        return text[at + 1] === "`" && at + 1 < to ? this.#literal(at) : this.#interpreted(at);
      case "|":
        return this.#substitution(at);
      case "[":
        return this.#footnote(at);
      case ":":
        return this.#address(at);
      default:
        return this.#reference(at);
    }
  }

  #escape(at: number, to: number): number {
    if (at + 1 >= to) {
      this.#hide(at, at + 1);
      return at + 1;
    }
    // White space after it is not shown either. The end of a line stays, as hidden signs join what is beside them.
    const next = this.#sentence.text[at + 1]!;
    this.#hide(at, next === " " || next === "\t" ? at + 2 : at + 1);
    return at + 2;
  }

  #emphasis(at: number, sign: "*" | "**"): number {
    const inner = at + sign.length;
    if (!this.#sentence.opens(at, inner)) return inner;
    const end = this.#sentence.endOf(sign, inner);
    if (end === undefined) return inner;
    this.#hide(at, inner);
    this.#hide(end, end + sign.length);
    this.#escapes(inner, end);
    this.#mark(sign === "*" ? "emphasis" : "strong", at, end + sign.length);
    return end + sign.length;
  }

  #literal(at: number): number {
    if (!this.#sentence.opens(at, at + 2)) return at + 2;
    const end = this.#sentence.endOf("``", at + 2);
    if (end === undefined) return at + 2;
    this.#hide(at, at + 2);
    this.#hide(end, end + 2);
    this.#mark("code", at, end + 2);
    return end + 2;
  }

  /** A role, a reference, a target, or text in backquotes. */
  #interpreted(at: number): number {
    const { text } = this.#sentence;
    const role = this.#sentence.roleBefore(at);
    const isTarget = role === undefined && text[at - 1] === "_" && at > this.#sentence.from;
    const start = role?.start ?? (isTarget ? at - 1 : at);
    if (!this.#sentence.opens(start, at + 1)) return at + 1;
    const end = this.#sentence.endOf("`", at + 1);
    if (end === undefined) return at + 1;
    const { length, name: after } = this.#sentence.afterBackquote(end + 1);
    const stop = end + 1 + length;
    this.#hide(start, at + 1);
    this.#hide(end, stop);
    this.#escapes(at + 1, end);
    const inner = text.slice(at + 1, end);
    if (isTarget) this.#note(() => this.#state.found.anchor(targetName(inner), this.#sentence.offset(at)));
    else if (role === undefined && after === undefined && length > 0) this.#phrase(start, at + 1, end, stop, length);
    else this.#role(role?.name ?? after ?? "", start, at + 1, stop, inner);
    return stop;
  }

  #role(name: string, start: number, from: number, stop: number, inner: string): void {
    if (name === "") {
      this.#mark("emphasis", start, stop);
      return;
    }
    const { hidden, kind, destination, before = "", after = "" } = shownRole(name, inner);
    if (this.#isTrial) {
      this.hidden.push({ start: from, end: from, shown: before });
      this.hidden.push({ start: from + inner.length, end: from + inner.length, shown: after });
    }
    for (const range of hidden) this.#hide(from + range.start, from + range.end);
    // A link that leads nowhere leaves its text, with this mark.
    if (destination === undefined || kind === "code") this.#mark(kind, start, stop);
    else {this.#note(() =>
        this.#state.link(destination, { start: this.#sentence.offset(start), end: this.#sentence.offset(stop) })
      );}
  }

  /** `text`_, `text <address>`_ and `text`__. */
  #phrase(start: number, from: number, end: number, stop: number, length: number): void {
    const inner = this.#sentence.text.slice(from, end);
    const embedded = inner.length <= MAX_PHRASE ? EMBEDDED.exec(inner) : null;
    const range = { start: this.#sentence.offset(start), end: this.#sentence.offset(stop) };
    if (embedded === null) {
      this.#note(() => {
        if (length === 2) this.#state.anonymousReferences.push(range);
        else this.#state.references.push({ name: targetName(inner), range });
      });
      return;
    }
    const { 0: written, 1: address = "", index } = embedded;
    if (index > 0) this.#hide(from + index, end);
    else {
      this.#hide(from + written.indexOf("<"), from + written.indexOf("<") + 1);
      this.#hide(end - 1, end);
    }
    this.#note(() => {
      const name = targetName(inner.slice(0, index));
      if (address.endsWith("_") && !address.includes("://")) {
        this.#state.references.push({ name: targetName(address.slice(0, -1)), range });
        return;
      }
      const destination = address.replace(/\s+/g, "");
      if (name !== "" && length === 1) this.#state.targets.set(name, destination);
      this.#state.link(destination, range);
    });
  }

  #substitution(at: number): number {
    if (!this.#sentence.opens(at, at + 1)) return at + 1;
    const end = this.#sentence.endOf("|", at + 1);
    if (end === undefined) return at + 1;
    const { text } = this.#sentence;
    const signs = text.startsWith("__", end + 1) ? 2 : text[end + 1] === "_" ? 1 : 0;
    this.#hide(at, at + 1);
    this.#hide(end, end + 1 + signs);
    return end + 1 + signs;
  }

  /** The number of a footnote is text, and the name that stands for one is not. */
  #footnote(at: number): number {
    const { text, to } = this.#sentence;
    FOOTNOTE.lastIndex = at;
    const [whole, label = ""] = FOOTNOTE.exec(text) ?? [];
    if (whole === undefined || at + whole.length > to || !this.#sentence.closes(at + whole.length)) return at + 1;
    if (!this.#sentence.follows(at)) return at + 1;
    const stop = at + whole.length;
    if (/^[#*]/.test(label)) this.#hide(at, stop);
    else this.#hide(stop - 1, stop);
    return stop;
  }

  /** An address that stands in the text. */
  #address(at: number): number {
    const { text, from, to } = this.#sentence;
    if (text[at + 1] !== "/" || text[at + 2] !== "/") return at + 1;
    const scheme = /(?<![\p{L}\p{N}])(?:https?|ftp)$/u.exec(text.slice(Math.max(from, at - 6), at))?.[0];
    ADDRESS.lastIndex = at;
    const found = ADDRESS.exec(text)?.[0];
    if (scheme === undefined || found === undefined) return at + 1;
    const [start, stop] = [at - scheme.length, Math.min(to, at + found.length)];
    const range = { start: this.#sentence.offset(start), end: this.#sentence.offset(stop) };
    this.#note(() => this.#state.link(text.slice(start, stop), range));
    return stop;
  }

  /** `name_` and `name__`. */
  #reference(at: number): number {
    const { text, to } = this.#sentence;
    const signs = text[at + 1] === "_" && at + 1 < to ? 2 : 1;
    const start = this.#sentence.closes(at + signs) ? this.#sentence.nameBefore(at) : at;
    if (start === at || !this.#sentence.follows(start)) return at + signs;
    const name = text.slice(start, at);
    const range = { start: this.#sentence.offset(start), end: this.#sentence.offset(at) };
    const sign = { start: range.end, end: this.#sentence.offset(at + signs) };
    this.#note(() => {
      if (signs === 1) this.#state.references.push({ name: targetName(name), range, sign });
      else {
        this.#state.anonymousReferences.push(range);
        this.#hide(at, at + signs);
      }
    });
    return at + signs;
  }

  #escapes(from: number, to: number): void {
    const { text } = this.#sentence;
    for (let at = from; at < to; at++) if (text[at] === "\\") at = this.#escape(at, to) - 1;
  }

  #mark(kind: InlineMark["kind"], start: number, end: number): void {
    this.#note(() => this.#state.found.mark(kind, this.#sentence.offset(start), this.#sentence.offset(end)));
  }

  #note(note: () => void): void {
    if (!this.#isTrial) note();
  }

  #hide(start: number, end: number): void {
    if (start >= end) return;
    if (this.#sentence.pieces === undefined) this.#hideRange(start, end);
    else {
      // In a cell, other cells stand between its lines.
      for (let at = start; at < end;) {
        const feed = this.#sentence.text.indexOf("\n", at);
        const stop = feed < 0 ? end : Math.min(end, feed);
        if (at < stop) this.#hideRange(this.#sentence.offset(at), this.#sentence.offset(at) + stop - at);
        at = stop + 1;
      }
    }
  }

  #hideRange(start: number, end: number): void {
    if (this.#isTrial) this.hidden.push({ start, end });
    this.#note(() => this.#state.found.hide(start, end));
  }
}

/** Longer phrases have no address. */
const MAX_PHRASE = 10_000;
