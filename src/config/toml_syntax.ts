/** Reads the syntax of a configuration file: UTF-8 and TOML. */
import { parse, TomlError } from "smol-toml";
import { RaError } from "../errors.ts";
import { position } from "./locate.ts";

/** Tables within tables and lists within lists. */
const MAX_DEPTH = 100;
/** Whoever looks for the place of a mistake needs a few kB for each key and value. */
const MAX_PARTS = 60_000;

/** The tables and values of a TOML text. Throws `config-syntax` with the place of the mistake. */
export function parseToml(text: string, path: string): Record<string, unknown> {
  requireFewParts(text, path);
  try {
    // Integers become bigint, so that 5 and 5.0 differ, and so that a huge one is out of range rather than bad syntax.
    const found = parse(text, { integersAsBigInt: true, maxDepth: MAX_DEPTH });
    // The parser does not count the parts of keys such as `a.b.c`.
    requireShallow(found, path);
    return found;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    throw new RaError("config-syntax", `not valid TOML: ${what}`, {
      path,
      ...position(text, { line: error.line, column: error.column - 1 }),
    });
  }
}

/** Counts the signs that stand between keys and values. */
function requireFewParts(text: string, path: string): void {
  let left = MAX_PARTS;
  for (let at = 0; at < text.length;) {
    const sign = text[at]!;
    if (sign === "#") at = text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at);
    else if (sign === '"' || sign === "'") at = textEnd(text, at, sign);
    else {
      if (",.=[{".includes(sign)) left--;
      at++;
    }
  }
  if (left >= 0) return;
  throw new RaError("config-syntax", `it has too many keys and values; ra takes at most ${MAX_PARTS}`, { path });
}

/** Where a text ends. One without an end is a mistake that the parser finds. */
function textEnd(text: string, start: number, quote: string): number {
  const isLong = text.startsWith(quote.repeat(3), start);
  const marks = isLong ? quote.repeat(3) : quote;
  for (let at = start + marks.length; at < text.length; at++) {
    if (text[at] === "\\" && quote === '"') at++;
    else if (text[at] === "\n" && !isLong) break;
    else if (text.startsWith(marks, at)) {
      let end = at + marks.length;
      // A long text may end in two quotation marks of its own.
      for (let more = 0; isLong && more < 2 && text[end] === quote; more++) end++;
      return end;
    }
  }
  return text.length;
}

function requireShallow(value: unknown, path: string, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_DEPTH) {
    throw new RaError("config-syntax", `tables and lists lie deeper in one another than ${MAX_DEPTH} times`, { path });
  }
  for (const inner of Object.values(value)) requireShallow(inner, path, depth + 1);
}

/** Decodes UTF-8, with or without a BOM. Throws `config-syntax`. */
export function decodeToml(bytes: Uint8Array, path: string): string {
  try {
    // The decoder also drops a BOM.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RaError("config-syntax", "not UTF-8 text", {
      path,
      hint: "save the file as UTF-8",
      ...firstBadByte(bytes),
    });
  }
}

function firstBadByte(bytes: Uint8Array): { readonly line: number; readonly column: number } {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let before = "";
  try {
    for (const byte of bytes) before += decoder.decode(Uint8Array.of(byte), { stream: true });
  } catch {
    // `before` ends where the text is no longer UTF-8.
  }
  const lines = before.split("\n");
  return { line: lines.length, column: [...(lines.at(-1) ?? "")].length + 1 };
}
