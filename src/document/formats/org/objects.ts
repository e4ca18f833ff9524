/** Finds what stands within sentences of Org: emphasis, links, footnotes, targets, entities and more. */
import { firstPlace } from "../../../text/first_place.ts";
import type { MarkupBuilder } from "../markup.ts";
import { destinationOf } from "./destinations.ts";
import { ENTITIES } from "./entities.ts";
import type { OrgSettings } from "./settings.ts";

const SIGN = /[*/_=~+[<\\^{@]|\b(?:(?:https?|ftp):\/\/|mailto:|src_|call_)/g;
const BEFORE = /[\s\-–—('"{]/;
const ENTITY = /\\([a-zA-Z]+[0-9]*)(\{\}|(?![a-zA-Z]))/y;
const ADDRESS = /(?:(?:https?|ftp):\/\/|mailto:)(?=[\p{L}\p{N}])[^\s<>[\]]+/uy;
const ANGLED = /<([a-zA-Z][\w+.-]*:[^<>\n]+)>/y;
const TARGET = /<<(<?)([^<>\n]+)>>(>?)/y;
const MACRO = /\{\{\{([a-zA-Z][-\w]*)(\()?/y;
const SNIPPET = /@@[-\w]+:/y;
const SOURCE =
  /(?:src_[^\s[{]{1,40}(?:\[[^\]\n]{0,200}\])?\{[^}\n]{0,400}\}|call_[^\s([]{1,40}(?:\[[^\]\n]{0,200}\])?\([^)\n]{0,400}\))/y;
const NOTE = /\[fn:([-\w]*)(:|\])/y;
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?)$/i;
const MARKS = { "*": "strong", "/": "emphasis", "_": "emphasis", "=": "code", "~": "code", "+": undefined } as const;
type EmphasisSign = keyof typeof MARKS;
const MAX_DEPTH = 12;

export class OrgObjects {
  readonly #found: MarkupBuilder;
  readonly #settings: OrgSettings;
  /** Of the text that is read: where emphasis can end, by its sign. */
  readonly #closings = new Map<string, readonly number[]>();
  #pairs: ReadonlyMap<number, number> | undefined;
  #range = { start: 0, end: 0 };
  #part = "";
  /** The next place of a sign in the whole text. */
  readonly #next = new Map<string, { readonly asked: number; readonly at: number }>();

  constructor(found: MarkupBuilder, settings: OrgSettings) {
    this.#found = found;
    this.#settings = settings;
  }

  /** Reads the text of one paragraph, title or cell. */
  read(start: number, end: number): void {
    // Emptying a map takes longer than the look, and most sentences have no emphasis.
    if (this.#closings.size > 0) this.#closings.clear();
    this.#pairs = undefined;
    this.#range = { start, end };
    this.#part = this.#found.text.slice(start, end);
    this.#within(start, end, 0);
  }

  #within(start: number, end: number, depth: number): void {
    if (depth > MAX_DEPTH) return;
    const base = this.#range.start;
    for (let at = start; at < end;) {
      SIGN.lastIndex = at - base;
      const match = SIGN.exec(this.#part);
      const place = match === null ? end : base + match.index;
      if (match === null || place >= end) return;
      at = this.#objectAt(match[0], place, start, end, depth) ?? place + match[0].length;
    }
  }

  /** The place after an object, or after a part of it that needs no further look. */
  #objectAt(sign: string, at: number, start: number, end: number, depth: number): number | undefined {
    switch (sign) {
      case "[":
        return this.#link(at, end, depth) ?? this.#note(at, end, depth);
      case "<":
        return this.#target(at, end);
      case "\\":
        return this.#entity(at, end);
      case "{":
        return this.#macro(at, end);
      case "@":
        return this.#snippet(at, end);
      case "^":
        return this.#script(at, end, depth);
      case "src_":
      case "call_":
        return this.#code(at, end);
      default:
        if (sign.length > 1) return this.#address(at, end);
        return this.#emphasis(sign as EmphasisSign, at, start, end, depth) ??
          (sign === "_" ? this.#script(at, end, depth) : undefined);
    }
  }

  #emphasis(sign: EmphasisSign, at: number, start: number, end: number, depth: number): number | undefined {
    const { text } = this.#found;
    if (at > start && !BEFORE.test(text[at - 1]!)) return undefined;
    if (at + 2 >= end || /\s/.test(text[at + 1]!)) return undefined;
    const close = this.#closing(sign, at + 2, end);
    if (close === undefined) return undefined;
    this.#found.hide(at, at + 1);
    this.#found.hide(close, close + 1);
    const kind = MARKS[sign];
    if (kind !== undefined) this.#found.mark(kind, at + 1, close);
    if (kind !== "code") this.#within(at + 1, close, depth + 1);
    return close + 1;
  }

  #closing(sign: EmphasisSign, from: number, end: number): number | undefined {
    const { text } = this.#found;
    const places = this.#closings.get(sign) ?? closingsOf(text, sign, this.#range);
    this.#closings.set(sign, places);
    const place = places[firstPlace(places.length, (each) => places[each]! >= from)];
    if (place !== undefined && place < end) return place;
    return end - 1 >= from && text[end - 1] === sign && !/\s/.test(text[end - 2]!) ? end - 1 : undefined;
  }

  #link(at: number, end: number, depth: number): number | undefined {
    const { text } = this.#found;
    if (text[at + 1] !== "[") return undefined;
    let close = at + 2;
    while (close < end && text[close] !== "[" && text[close] !== "]") close += text[close] === "\\" ? 2 : 1;
    if (close >= end || close === at + 2 || text[close] !== "]") return undefined;
    const path = text.slice(at + 2, close).replace(/\s*\n\s*/g, " ");
    const { destination, hidden } = destinationOf(path, this.#settings);
    if (text[close + 1] === "]") {
      this.#found.hide(at, at + 2 + hidden);
      this.#found.hide(close, close + 2);
      this.#found.link(IMAGE.test(path) ? "image" : "link", destination, at, close + 2);
      this.#found.mark(IMAGE.test(path) ? "image" : "link", at + 2 + hidden, close, destination);
      return close + 2;
    }
    const stop = text[close + 1] === "[" ? this.#nextOf("]]", close + 2) : -1;
    if (stop <= close + 2 || stop >= end) return undefined;
    this.#found.hide(at, close + 2);
    this.#found.hide(stop, stop + 2);
    this.#found.link("link", destination, at, stop + 2);
    this.#found.mark("link", close + 2, stop, destination);
    this.#within(close + 2, stop, depth + 1);
    return stop + 2;
  }

  /** `[fn:name]`, `[fn:: text]` or `[fn:name: text]`. */
  #note(at: number, end: number, depth: number): number | undefined {
    const { text } = this.#found;
    NOTE.lastIndex = at;
    const [whole, name = "", after] = NOTE.exec(text) ?? [];
    if (whole === undefined || at + whole.length > end) return undefined;
    const inner = at + whole.length;
    if (after === "]") {
      if (name === "") return undefined;
      this.#found.hide(at + 1, at + 4);
      this.#found.mark("link", at, inner, `#fn-${name}`);
      return inner;
    }
    this.#pairs ??= pairsOf(text, this.#range);
    const close = this.#pairs.get(at);
    if (close === undefined || close >= end) return undefined;
    this.#found.hide(at + 1, inner);
    this.#within(inner, close, depth + 1);
    return close + 1;
  }

  /** A target has no text. A radio target is text. */
  #target(at: number, end: number): number | undefined {
    const { text } = this.#found;
    TARGET.lastIndex = at;
    const [whole, radio, name = "", closing] = text[at + 1] === "<" ? TARGET.exec(text) ?? [] : [];
    if (whole !== undefined && (radio === "<") === (closing === ">") && at + whole.length <= end) {
      const after = at + whole.length;
      this.#found.anchor(name.trim(), at);
      if (radio === "") this.#found.hide(at, after);
      else {
        this.#found.hide(at, at + 3);
        this.#found.hide(after - 3, after);
      }
      return after;
    }
    ANGLED.lastIndex = at;
    const [angled, address = ""] = ANGLED.exec(text) ?? [];
    if (angled === undefined || at + angled.length > end) return undefined;
    const after = at + angled.length;
    this.#found.hide(at, at + 1);
    this.#found.hide(after - 1, after);
    this.#found.link("link", address, at, after);
    this.#found.mark("link", at + 1, after - 1, address);
    return after;
  }

  #entity(at: number, end: number): number | undefined {
    const { text } = this.#found;
    if (text[at + 1] === "\\") {
      if (/^[ \t]*(?:\r?\n|$)/.test(text.slice(at + 2, Math.min(end, at + 40)))) this.#found.hide(at, at + 2);
      return at + 2;
    }
    // A formula stands as it is.
    if (text[at + 1] === "(" || text[at + 1] === "[") {
      const close = this.#nextOf(text[at + 1] === "(" ? "\\)" : "\\]", at + 2);
      return close < 0 || close + 2 > end ? at + 2 : close + 2;
    }
    ENTITY.lastIndex = at;
    const [whole, name = ""] = ENTITY.exec(text) ?? [];
    const shown = whole === undefined || at + whole.length > end ? undefined : ENTITIES.get(name);
    if (whole === undefined || shown === undefined) return at + 1;
    const after = at + whole.length;
    const isLetter = /\p{L}/u.test(shown);
    this.#found.standIn(at, after, shown, isLetter ? { start: at + 1, end: at + 1 + name.length } : undefined);
    return after;
  }

  #macro(at: number, end: number): number | undefined {
    const { text } = this.#found;
    MACRO.lastIndex = at;
    const [whole, , opening] = MACRO.exec(text) ?? [];
    if (whole === undefined) return undefined;
    const close = this.#nextOf("}}}", at + whole.length);
    if (close < 0 || close + 3 > end) return undefined;
    if (opening === undefined) {
      if (close !== at + whole.length) return undefined;
      this.#found.hide(at, at + 3);
      this.#found.hide(close, close + 3);
    } else {
      if (text[close - 1] !== ")") return undefined;
      this.#found.hide(at, at + whole.length);
      this.#found.hide(close - 1, close + 3);
    }
    return close + 3;
  }

  /** Text for one kind of output alone. */
  #snippet(at: number, end: number): number | undefined {
    SNIPPET.lastIndex = at;
    const [whole] = SNIPPET.exec(this.#found.text) ?? [];
    const close = whole === undefined ? -1 : this.#nextOf("@@", at + whole.length);
    if (close < 0 || close + 2 > end) return undefined;
    this.#found.hide(at, close + 2);
    return close + 2;
  }

  #script(at: number, end: number, depth: number): number | undefined {
    const { text } = this.#found;
    if (text[at + 1] !== "{" || at === this.#range.start || /\s/.test(text[at - 1]!)) return undefined;
    const close = this.#nextOf("}", at + 2);
    if (close < 0 || close >= end || close > this.#nextOf("{", at + 2) && this.#nextOf("{", at + 2) >= 0) {
      return undefined;
    }
    this.#found.hide(at, at + 2);
    this.#found.hide(close, close + 1);
    this.#found.mark(text[at] === "^" ? "superscript" : "subscript", at + 2, close);
    this.#within(at + 2, close, depth + 1);
    return close + 1;
  }

  #code(at: number, end: number): number | undefined {
    SOURCE.lastIndex = at;
    const [whole] = SOURCE.exec(this.#found.text) ?? [];
    if (whole === undefined || at + whole.length > end) return undefined;
    this.#found.mark("code", at, at + whole.length);
    return at + whole.length;
  }

  #address(at: number, end: number): number | undefined {
    ADDRESS.lastIndex = at;
    const { text } = this.#found;
    let after = Math.min(end, at + (ADDRESS.exec(text)?.[0].length ?? 0));
    while (after > at && /[.,;:!?'")}*/_=~+]/.test(text[after - 1]!) && !/\w\/$/.test(text.slice(after - 2, after))) {
      after--;
    }
    if (after <= at) return undefined;
    this.#found.link("link", text.slice(at, after), at, after);
    this.#found.mark("link", at, after, text.slice(at, after));
    return after;
  }

  /** Texts are read in their order, so each place is looked at once. */
  #nextOf(sign: string, from: number): number {
    const known = this.#next.get(sign);
    if (known !== undefined && known.asked <= from && (known.at < 0 || known.at >= from)) return known.at;
    const at = this.#found.text.indexOf(sign, from);
    this.#next.set(sign, { asked: from, at });
    return at;
  }
}

function closingsOf(text: string, sign: string, { start, end }: { start: number; end: number }): readonly number[] {
  const places: number[] = [];
  const part = text.slice(start, end);
  for (let at = part.indexOf(sign, 1); at >= 0; at = part.indexOf(sign, at + 1)) {
    if (/\s/.test(part[at - 1]!)) continue;
    if (at + 1 === part.length || /[\s\-–—.,;:!?'")}\\[]/.test(part[at + 1]!)) places.push(start + at);
  }
  return places;
}

/** The bracket that closes each one. */
function pairsOf(text: string, { start, end }: { start: number; end: number }): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let at = start; at < end; at++) {
    if (text[at] === "[") open.push(at);
    else if (text[at] === "]" && open.length > 0) pairs.set(open.pop()!, at);
  }
  return pairs;
}
