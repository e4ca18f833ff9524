/**
 * Tells what is still open where a text of Markdown ends, as CommonMark reads its blocks: a fence or HTML that nothing
 * closes takes in all that follows, and a list what is indented.
 */

/** What a text leaves open. */
export interface OpenBlock {
  /** A line that closes what no line has closed. Null where nothing is open. */
  readonly close: string | null;
  /** Whether the text ends in a list. */
  readonly inList: boolean;
}

/** The content of a list's item begins at `indent`. A blank line ends an item that has no content yet. */
type Container = { readonly kind: "quote" } | { readonly kind: "item"; readonly indent: number; hasContent: boolean };

type Leaf =
  | { readonly kind: "fence"; readonly sign: string; readonly length: number }
  /** `close` is null where a blank line ends it. */
  | { readonly kind: "html"; readonly end: RegExp | null; readonly close: string | null }
  | { readonly kind: "paragraph" };

/** What begins HTML, what ends it, and a line that does. */
const HTML: readonly (readonly [begin: RegExp, end: RegExp, close: (begun: string) => string])[] = [
  [
    /^<(script|pre|style|textarea)(?:[\s>]|$)/i,
    /<\/(?:script|pre|style|textarea)>/i,
    (begun) => `</${/\w+/.exec(begun)![0].toLowerCase()}>`,
  ],
  [/^<!--/, /-->/, () => "-->"],
  [/^<\?/, /\?>/, () => "?>"],
  [/^<![A-Za-z]/, />/, () => ">"],
  [/^<!\[CDATA\[/, /\]\]>/, () => "]]>"],
];

const BLOCK_NAMES =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|" +
  "track|ul";
const BLOCK = new RegExp(`^</?(?:${BLOCK_NAMES})(?:\\s|/?>|$)`, "i");
const ATTRIBUTE = String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`;
const ALONE = new RegExp(String.raw`^<(?:[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\s*/?|/[A-Za-z][A-Za-z0-9-]*\s*)>\s*$`);

/** A line that is longer begins nothing but a paragraph, a fence or a comment. */
const MAX_TAG = 2000;
/** Containers that are deeper count as text, as the parsers of Markdown have limits too. */
const MAX_DEPTH = 100;

export function openBlock(text: string): OpenBlock {
  const scan = new BlockScan();
  for (const line of text.split("\n")) scan.line(line);
  return scan.finish();
}

class BlockScan {
  #containers: Container[] = [];
  #leaf: Leaf | null = null;

  finish(): OpenBlock {
    const [first] = this.#containers;
    if (first !== undefined) return { close: null, inList: this.#containers.some(({ kind }) => kind === "item") };
    const leaf = this.#leaf;
    if (leaf?.kind === "fence") return { close: leaf.sign.repeat(leaf.length), inList: false };
    return { close: leaf?.kind === "html" ? leaf.close : null, inList: false };
  }

  line(text: string): void {
    const cursor = new LineReader(text);
    const matched = this.#matched(cursor);
    const isWhole = matched === this.#containers.length;
    if (isWhole && this.#leaf !== null && this.#leaf.kind !== "paragraph") {
      if (this.#goesOn(this.#leaf, cursor)) return;
      this.#leaf = null;
      return;
    }
    const inParagraph = this.#leaf !== null && this.#leaf.kind === "paragraph";
    const opened = this.#open(cursor, matched, inParagraph);
    if (opened) return;
    if (cursor.isBlank()) {
      this.#containers.length = matched;
      this.#leaf = null;
      return;
    }
    // A paragraph goes on in a line without the marks of its containers.
    if (inParagraph) return;
    this.#containers.length = matched;
    this.#leaf = cursor.indent() >= 4 ? null : { kind: "paragraph" };
  }

  /** How many of the open containers go on in a line. */
  #matched(cursor: LineReader): number {
    let matched = 0;
    for (const container of this.#containers) {
      if (container.kind === "quote") {
        if (!cursor.takeQuote()) break;
      } else if (cursor.isBlank()) {
        if (!container.hasContent) break;
      } else if (cursor.takeIndent(container.indent)) container.hasContent = true;
      else break;
      matched++;
    }
    return matched;
  }

  /** Whether code or HTML goes on behind a line. */
  #goesOn(leaf: Exclude<Leaf, { kind: "paragraph" }>, cursor: LineReader): boolean {
    if (leaf.kind === "html") return leaf.end === null ? !cursor.isBlank() : !leaf.end.test(cursor.rest());
    const line = cursor.indent() >= 4 ? "" : cursor.rest().trim();
    return line.length < leaf.length || !isRunOf(line, leaf.sign);
  }

  /** Opens the blocks that begin in a line. Returns whether the line is none of a paragraph's. */
  #open(cursor: LineReader, matched: number, inParagraph: boolean): boolean {
    let isParagraph = inParagraph && matched === this.#containers.length;
    let depth = matched;
    const put = (container: Container): void => {
      this.#containers.length = depth++;
      this.#containers.push(container);
      this.#leaf = null;
      isParagraph = false;
    };
    const leaf = (found: Leaf | null): true => {
      this.#containers.length = depth;
      this.#leaf = found;
      return true;
    };
    while (cursor.indent() < 4 && !cursor.isBlank()) {
      const rest = cursor.rest();
      const fence = /^(`{3,})[^`]*$|^(~{3,})/.exec(rest);
      const sign = rest[0]!;
      if (fence !== null) return leaf({ kind: "fence", sign, length: (fence[1] ?? fence[2]!).length });
      if (sign === "<") {
        const found = htmlAt(rest, isParagraph || inParagraph);
        if (found !== undefined) return leaf(found);
      }
      if (/^#{1,6}(?:\s|$)/.test(rest)) return leaf(null);
      if (isParagraph && /^(?:=+|-+)\s*$/.test(rest)) return leaf(null);
      if (isRule(rest)) return leaf(null);
      if (depth >= MAX_DEPTH) return false;
      if (cursor.takeQuote()) put({ kind: "quote" });
      else {
        const item = cursor.takeMarker(isParagraph);
        if (item === undefined) break;
        put({ kind: "item", indent: item, hasContent: !cursor.isBlank() });
      }
    }
    if (depth === matched) return false;
    this.#leaf = cursor.isBlank() || cursor.indent() >= 4 ? null : { kind: "paragraph" };
    return true;
  }
}

function isRunOf(line: string, sign: string): boolean {
  for (const char of line) if (char !== sign) return false;
  return true;
}

function isRule(line: string): boolean {
  if (!"*-_".includes(line[0]!)) return false;
  const signs = line.replace(/[ \t]/g, "");
  return signs.length >= 3 && isRunOf(signs, signs[0]!);
}

/** The HTML that begins a line; null where it ends there, too. Undefined where none begins. */
function htmlAt(line: string, inParagraph: boolean): Leaf | null | undefined {
  for (const [begin, end, close] of HTML) {
    const begun = begin.exec(line);
    if (begun === null) continue;
    const isClosed = end.test(begun[0].startsWith("<!--") ? line.slice(2) : line.slice(begun[0].length - 1));
    return isClosed ? null : { kind: "html", end, close: close(begun[0]) };
  }
  const isBlock = BLOCK.test(line) || (!inParagraph && line.length <= MAX_TAG && ALONE.test(line));
  return isBlock ? { kind: "html", end: null, close: null } : undefined;
}

/** A place in a line, which may lie within a tab. */
class LineReader {
  readonly #line: string;
  #at = 0;
  /** The column of `#at`. */
  #column = 0;
  /** Columns of the tab before `#at` that are not taken yet. */
  #left = 0;

  constructor(line: string) {
    this.#line = line;
  }

  isBlank(): boolean {
    return this.#textAt() === this.#line.length;
  }

  /** The columns of white space that follow. */
  indent(): number {
    let column = this.#column;
    for (let at = this.#at; this.#isSpace(at); at++) column = after(column, this.#line[at]!);
    return this.#left + column - this.#column;
  }

  /** What follows the white space. */
  rest(): string {
    return this.#line.slice(this.#textAt());
  }

  takeIndent(columns: number): boolean {
    if (this.indent() < columns) return false;
    const fromTab = Math.min(this.#left, columns);
    this.#left -= fromTab;
    let wanted = columns - fromTab;
    while (wanted > 0) {
      const next = after(this.#column, this.#line[this.#at]!);
      const width = next - this.#column;
      this.#at++;
      this.#column = next;
      this.#left = Math.max(0, width - wanted);
      wanted -= width;
    }
    return true;
  }

  takeQuote(): boolean {
    if (this.indent() >= 4 || this.#line[this.#textAt()] !== ">") return false;
    this.takeIndent(this.indent());
    this.#skip(1);
    if (this.indent() >= 1) this.takeIndent(1);
    return true;
  }

  /** Takes the mark of a list's item. Returns the columns at which its content begins. */
  takeMarker(inParagraph: boolean): number | undefined {
    const rest = this.rest();
    const mark = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(rest);
    if (mark === null) return undefined;
    const isEmpty = rest.slice(mark[0].length).trim() === "";
    if (inParagraph && (isEmpty || (mark[1] !== undefined && Number(mark[1]) !== 1))) return undefined;
    const before = this.indent();
    this.takeIndent(before);
    this.#skip(mark[0].length);
    const spaces = this.indent();
    const taken = isEmpty ? Math.min(1, spaces) : spaces > 4 ? 1 : spaces;
    this.takeIndent(taken);
    return before + mark[0].length + (isEmpty ? 1 : taken);
  }

  #skip(characters: number): void {
    this.#at += characters;
    this.#column += characters;
  }

  #textAt(): number {
    let at = this.#at;
    while (this.#isSpace(at)) at++;
    return at;
  }

  #isSpace(at: number): boolean {
    const sign = this.#line[at];
    return sign === " " || sign === "\t";
  }
}

function after(column: number, sign: string): number {
  return sign === "\t" ? column + 4 - column % 4 : column + 1;
}
