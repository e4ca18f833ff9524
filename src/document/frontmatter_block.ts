/** Finds the block at the top of a document that may be frontmatter, and tells whether it is (docs/chunking.md). */
import { nextLine } from "../text/lines.ts";

/** The most lines and bytes between the fences. What ends later is text. */
const MAX_LINES = 2_000;
const MAX_BYTES = 256 * 1024;

export interface FrontmatterBlock {
  readonly language: "yaml" | "toml" | "json";
  /** The bytes between the fences. JSON without fences is its own block. */
  readonly start: number;
  readonly end: number;
  /** The byte after the line of the closing fence. */
  readonly after: number;
}

const SPACE = 0x20;
const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = /^(?:---(yaml|yml|toml|json)?|\+\+\+|;;;)[ \t]*\r?\n?$/;
/** Bytes of the longest opening fence, with some blanks. */
const MAX_OPENING = 256;

/** The block that begins at byte `start`. Null when the first line opens none, `unclosed` when nothing ends it. */
export function findBlock(bytes: Uint8Array, start: number): FrontmatterBlock | "unclosed" | null {
  const first = bytes[start];
  if (first === 0x7b) return findJson(bytes, start);
  if (first !== 0x2d && first !== 0x2b && first !== 0x3b) return null;
  const bodyStart = nextLine(bytes, start);
  const line = new TextDecoder().decode(bytes.subarray(start, Math.min(bodyStart, start + MAX_OPENING)));
  const opening = OPENING.exec(line);
  if (opening === null) return null;
  const mark = line.slice(0, 3);
  const language = mark === "+++" ? "toml" : mark === ";;;" ? "json" : languageOf(opening[1]);
  const end = findClosing(bytes, bodyStart, mark === "---" && language === "yaml" ? ["---", "..."] : [mark]);
  return end === null ? "unclosed" : { language, start: bodyStart, end, after: nextLine(bytes, end) };
}

function languageOf(named: string | undefined): FrontmatterBlock["language"] {
  return named === "toml" || named === "json" ? named : "yaml";
}

function findClosing(bytes: Uint8Array, start: number, marks: readonly string[]): number | null {
  let line = start;
  for (let lines = 0; lines <= MAX_LINES && line - start <= MAX_BYTES && line < bytes.length; lines++) {
    const next = nextLine(bytes, line);
    if (marks.some((mark) => isFence(bytes, line, next, mark.charCodeAt(0)))) return line;
    line = next;
  }
  return null;
}

/** Whether the line `[start, end)` is three times `mark`, followed only by blanks. */
function isFence(bytes: Uint8Array, start: number, end: number, mark: number): boolean {
  return bytes[start] === mark && bytes[start + 1] === mark && bytes[start + 2] === mark &&
    isBlank(bytes, start + 3, end);
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(bytes[at]!)) return false;
  return true;
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === RETURN || byte === NEWLINE;
}

/** An object of JSON whose closing brace ends a line. */
function findJson(bytes: Uint8Array, start: number): FrontmatterBlock | null {
  let at = start + 1;
  while (at < bytes.length && isSpace(bytes[at]!)) at++;
  if (bytes[at] !== QUOTE) return null;
  const end = jsonEnd(bytes.subarray(0, start + MAX_BYTES), start);
  if (end === null) return null;
  const after = nextLine(bytes, end);
  return isBlank(bytes, end, after) ? { language: "json", start, end, after } : null;
}

/** The byte after the brace that closes the one at `start`. */
function jsonEnd(bytes: Uint8Array, start: number): number | null {
  let [depth, lines, isText] = [0, 0, false];
  for (let at = start; at < bytes.length && lines < MAX_LINES; at++) {
    const byte = bytes[at];
    if (byte === NEWLINE) lines++;
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === 0x7b) depth++;
    else if (byte === 0x7d && --depth === 0) return at + 1;
  }
  return null;
}
