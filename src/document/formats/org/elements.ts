/** Reads the elements of a section of Org: paragraphs, lists, blocks, drawers, tables, keywords and comments. */
import type { SourceLine } from "../lines.ts";
import type { MarkupBuilder } from "../markup.ts";
import { noteKeyword } from "./keywords.ts";
import type { OrgObjects } from "./objects.ts";
import { KEYWORD, type OrgSettings } from "./settings.ts";
import { isRow, readTable } from "./tables.ts";

const BULLET = /^(?:[-+]|(\d+)[.)])(?:[ \t]+|$)(?:\[@\d+\][ \t]*)?/;
const STAR = /^\*(?:[ \t]+|$)/;
const OPENING = /^(?:#\+begin_(\S+)[ \t]*(.*)|(#\+begin:.*)|:([-\w]+):[ \t]*|\\begin\{[^{}]+\}.*)$/i;
const NOTE = /^\[fn:([-\w]+)\]/;
/** Blocks in blocks that are read. */
const MAX_DEPTH = 40;

export class OrgElements {
  readonly #found: MarkupBuilder;
  readonly #lines: readonly SourceLine[];
  readonly #settings: OrgSettings;
  readonly #objects: OrgObjects;
  /** How many blocks and drawers are around what is read. */
  #nesting = 0;
  /** Where the text of a line starts that stands after a bullet. */
  readonly #starts = new Map<number, number>();

  constructor(found: MarkupBuilder, lines: readonly SourceLine[], settings: OrgSettings, objects: OrgObjects) {
    this.#found = found;
    this.#lines = lines;
    this.#settings = settings;
    this.#objects = objects;
  }

  read(from: number, to: number, depth: number): void {
    /** The indentation of each list that is open. */
    const lists: number[] = [];
    let blank = 0;
    for (let at = from; at < to;) {
      const text = this.#textOf(at);
      if (text === "") {
        if (++blank > 1) lists.length = 0;
        at++;
        continue;
      }
      blank = 0;
      const indent = this.#indentOf(at);
      const bullet = bulletOf(text, indent);
      while (lists.length > 0 && (lists.at(-1)! > indent || (bullet === undefined && lists.at(-1) === indent))) {
        lists.pop();
      }
      if (bullet !== undefined) {
        if (lists.at(-1) !== indent && lists.length < MAX_DEPTH) lists.push(indent);
        at = this.#item(at, to, depth + lists.length - 1, bullet, indent);
      } else at = this.#element(at, to, text, depth + lists.length, lists.at(-1) ?? -1);
    }
  }

  #element(at: number, to: number, text: string, depth: number, outer: number): number {
    const { start, end } = this.#lines[at]!;
    switch (text[0]) {
      case "#": {
        if (text[1] === undefined || text[1] === " " || text[1] === "\t") return this.#hidden(at);
        const block = text[1] === "+" ? this.#block(at, to, text, depth) : undefined;
        if (block !== undefined) return block;
        if (/^#\+begin_\S/i.test(text)) this.#found.problem("a block has no end", start);
        else if (text[1] === "+" && KEYWORD.test(text)) {
          noteKeyword(this.#found, this.#objects, { start, end }, depth);
          return at + 1;
        }
        break;
      }
      case ":":
        if (/^:(?:\s|$)/.test(text)) return this.#fixed(at, to, depth);
        return this.#block(at, to, text, depth) ?? this.#paragraph(at, to, depth, outer);
      case "\\":
        return this.#block(at, to, text, depth) ?? this.#paragraph(at, to, depth, outer);
      case "|":
        if (this.#starts.has(at)) break;
        return readTable(this.#found, this.#objects, this.#lines, { from: at, to, depth });
      case "-":
        if (!/^-{5,}$/.test(text)) break;
        this.#found.block({ kind: "rule", depth, start, end });
        return this.#hidden(at);
      case "C":
        if (/^CLOCK:[ \t]*[[<]/.test(text)) return this.#hidden(at);
        break;
      case "[":
        if (NOTE.test(text) && this.#indentOf(at) === 0) return this.#note(at, to, depth, text);
        break;
      default:
    }
    return this.#paragraph(at, to, depth, outer);
  }

  #hidden(at: number): number {
    this.#found.hide(this.#startOf(at), this.#lines[at]!.end);
    return at + 1;
  }

  /** Undefined where nothing that has an end begins. */
  #block(at: number, to: number, text: string, depth: number): number | undefined {
    const stop = this.#settings.ends.get(at);
    const opening = stop === undefined || stop >= to ? null : OPENING.exec(text);
    if (stop === undefined || opening === null) return undefined;
    const [, written = "", words = "", dynamic, drawer] = opening;
    const name = written.toLowerCase();
    if (name === "" && dynamic === undefined && drawer === undefined) {
      const end = this.#lines[stop]!.end;
      this.#found.block({ kind: "code", depth, language: "latex", start: this.#startOf(at), end });
      return stop + 1;
    }
    const isLeftOut = name === "comment" || name === "export" || /^(?:properties|logbook)$/i.test(drawer ?? "") ||
      (name === "src" && /:exports[ \t]+(?:none|results)\b/.test(words));
    if (isLeftOut) { for (let line = at; line <= stop; line++) this.#hidden(line); }
    else {
      this.#hidden(at);
      this.#hidden(stop);
      this.#inBlock(name, words, at + 1, stop, depth);
    }
    return stop + 1;
  }

  #inBlock(name: string, words: string, from: number, to: number, depth: number): void {
    if (from >= to) return;
    if (name === "src" || name === "example") {
      const language = name === "src" ? /^[^\s:]+/.exec(words)?.[0].toLowerCase() : undefined;
      this.#code(from, to, depth, language);
    } else if (name === "verse") {
      for (let line = from; line < to; line++) this.#asLine(line, depth);
    } else if (this.#nesting >= MAX_DEPTH) {
      this.#found.problem("blocks are nested too deeply", this.#lines[from]!.start);
      for (let line = from; line < to; line++) this.#asLine(line, depth);
    } else {
      const { start } = this.#lines[from]!;
      if (name === "quote") this.#found.block({ kind: "quote", depth, start, end: start });
      this.#nesting++;
      this.read(from, to, name === "quote" ? depth + 1 : depth);
      this.#nesting--;
    }
  }

  #asLine(at: number, depth: number): void {
    const { start, end } = this.#lines[at]!;
    this.#objects.read(start, end);
    this.#found.block({ kind: "line", depth, start, end });
  }

  /** A comma before a star or a keyword is no part of the code. */
  #code(from: number, to: number, depth: number, language: string | undefined): void {
    const { text } = this.#found;
    for (let line = from; line < to; line++) {
      let { start: at } = this.#lines[line]!;
      while (text[at] === " " || text[at] === "\t") at++;
      if (text[at] !== ",") continue;
      let sign = at;
      while (text[sign] === ",") sign++;
      if (text[sign] === "*" || (text[sign] === "#" && text[sign + 1] === "+")) this.#found.hide(at, at + 1);
    }
    const [start, end] = [this.#lines[from]!.start, this.#lines[to - 1]!.end];
    this.#found.block({ kind: "code", depth, language, start, end });
  }

  /** Lines that start with `: `. */
  #fixed(from: number, to: number, depth: number): number {
    let at = from;
    const [start] = [this.#startOf(from)];
    for (; at < to && /^:(?:\s|$)/.test(this.#textOf(at)); at++) {
      const colon = this.#found.text.indexOf(":", this.#startOf(at));
      this.#found.hide(at === from ? colon : this.#lines[at]!.start, Math.min(colon + 2, this.#lines[at]!.end));
    }
    this.#found.block({ kind: "code", depth, language: undefined, start, end: this.#lines[at - 1]!.end });
    return at;
  }

  #note(at: number, to: number, depth: number, text: string): number {
    const [whole, name] = NOTE.exec(text)!;
    const { start } = this.#lines[at]!;
    this.#found.hide(start + 1, start + 4);
    this.#found.anchor(`fn-${name}`, start);
    this.#starts.set(at, start + whole.length);
    const after = this.#endOfText(at, to, -1);
    const end = this.#lines[after - 1]!.end;
    this.#objects.read(start + whole.length, end);
    this.#found.block({ kind: "paragraph", depth, start, end });
    return after;
  }

  #item(at: number, to: number, depth: number, { length, ordered }: OrgBullet, indent: number): number {
    const { text } = this.#found;
    const line = this.#lines[at]!;
    const bullet = firstSign(text, this.#startOf(at));
    let start = Math.min(line.end, bullet + length);
    this.#found.hide(bullet, start);
    const tagEnd = ordered ? undefined : endOfTag(text.slice(start, line.end));
    if (tagEnd !== undefined) {
      const colons = text.indexOf("::", start + tagEnd);
      this.#objects.read(start, start + tagEnd);
      this.#found.block({ kind: "term", depth, start, end: start + tagEnd });
      this.#found.hide(colons, colons + 2);
      start = colons + 2;
    }
    this.#starts.set(at, start);
    const rest = this.#textOf(at);
    const isText = rest !== "" && !this.#begins(at, rest, to);
    const after = isText ? this.#endOfText(at, to, indent) : at;
    const end = isText ? this.#lines[after - 1]!.end : start;
    if (isText) this.#objects.read(start, end);
    const kind = tagEnd === undefined ? { kind: "item" as const, ordered } : { kind: "definition" as const };
    this.#found.block({ ...kind, depth, start: Math.min(end, firstSign(text, start)), end });
    return isText ? after : rest === "" ? at + 1 : this.#element(at, to, rest, depth + 1, indent);
  }

  #paragraph(at: number, to: number, depth: number, outer: number): number {
    const after = this.#endOfText(at, to, outer);
    const [start, end] = [firstSign(this.#found.text, this.#startOf(at)), this.#lines[after - 1]!.end];
    this.#objects.read(start, end);
    this.#found.block({ kind: "paragraph", depth, start, end });
    return after;
  }

  /** The line after a text that starts in a line. `outer` is the indentation of the item that holds it. */
  #endOfText(at: number, to: number, outer: number): number {
    let after = at + 1;
    for (; after < to; after++) {
      const text = this.#textOf(after);
      if (text === "") break;
      const indent = this.#indentOf(after);
      if (indent <= outer || bulletOf(text, indent) !== undefined || this.#begins(after, text, to)) break;
    }
    return after;
  }

  /** Whether a line begins something that is no text. */
  #begins(at: number, text: string, to: number): boolean {
    switch (text[0]) {
      case "#":
        return /^#(?:\s|$)/.test(text) || (KEYWORD.test(text) && !/^#\+begin_/i.test(text)) || this.#ends(at, to);
      case ":":
        return /^:(?:\s|$)/.test(text) || this.#ends(at, to);
      case "\\":
        return this.#ends(at, to);
      case "|":
        return isRow(text) && !this.#starts.has(at);
      case "-":
        return /^-{5,}$/.test(text);
      case "[":
        return NOTE.test(text) && this.#indentOf(at) === 0;
      default:
        return false;
    }
  }

  #ends(at: number, to: number): boolean {
    return (this.#settings.ends.get(at) ?? to) < to;
  }

  #startOf(at: number): number {
    return this.#starts.get(at) ?? this.#lines[at]!.start;
  }

  #textOf(at: number): string {
    return this.#found.text.slice(this.#startOf(at), this.#lines[at]!.end).trim();
  }

  #indentOf(at: number): number {
    const { text } = this.#found;
    const sign = firstSign(text, this.#startOf(at));
    let column = 0;
    for (let place = this.#lines[at]!.start; place < sign; place++) {
      column = text[place] === "\t" ? (Math.floor(column / 8) + 1) * 8 : column + 1;
    }
    return column;
  }
}

interface OrgBullet {
  readonly length: number;
  readonly ordered: boolean;
}

/** The bullet of a list. A star in the first column makes a heading. */
function bulletOf(text: string, indent: number): OrgBullet | undefined {
  if (!/[-+*\d]/.test(text[0]!)) return undefined;
  const found = indent > 0 && text[0] === "*" ? STAR.exec(text) : BULLET.exec(text);
  return found === null || /^-{5,}$/.test(text)
    ? undefined
    : { length: found[0].length, ordered: found[1] !== undefined };
}

/** Where the tag of an item ends, before ` ::`. */
function endOfTag(text: string): number | undefined {
  const colons = /[ \t]::(?:[ \t]|$)/.exec(text);
  return colons === null ? undefined : text.slice(0, colons.index).trimEnd().length;
}

function firstSign(text: string, at: number): number {
  while (text[at] === " " || text[at] === "\t") at++;
  return at;
}
