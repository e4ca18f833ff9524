/** Makes UTF-8 of text in any encoding. Every reader of documents decodes here, so that a file has one text. */
import { normalizeEncoding, TextDecoder as PortableDecoder } from "@exodus/bytes/encoding.js";
import { byteOrderMarkLength, isBinary, isUtf16, isUtf8 } from "./encoding.ts";

/** Node 20 reads windows-1252 as Latin-1, and ten others in its own way. Deno's decoder is right, and fast. */
const Decoder = "Deno" in globalThis ? TextDecoder : PortableDecoder;

export interface DecodedText {
  /** The same array when it is UTF-8 already. */
  readonly text: Uint8Array;
  /** What had to be replaced or guessed; null where nothing was. */
  readonly problem: DecodingProblem | null;
}

export interface DecodingProblem {
  readonly message: string;
  /** The first line that it is about. */
  readonly line: number;
}

/**
 * Decodes by the byte order mark, else by the first declared encoding in which the bytes are valid, else as UTF-8 where
 * more of its sequences are right than broken, else as windows-1252. Undefined for bytes that are not text.
 *
 * @param declared Labels that somebody names, such as a server. Those that nobody knows do not count.
 */
export function decodeText(
  bytes: Uint8Array,
  declared: readonly (string | null)[] = [],
): DecodedText | undefined {
  if (isUtf16(bytes)) return decodeUtf16(bytes);
  const isMarked = byteOrderMarkLength(bytes) > 0;
  const labels = isMarked ? [] : declared.flatMap((label) => knownLabel(label) ?? []);
  for (const label of labels) {
    const text = decoded(bytes, label);
    if (text !== undefined) return textOrNothing(text, null);
  }
  if (isBinary(bytes)) return undefined;
  if (isUtf8(bytes)) return { text: bytes, problem: null };
  for (const label of ["utf-8", ...labels]) {
    const { text, problem, right, broken } = repaired(bytes, label);
    if (isMarked || right > broken) return { text, problem };
  }
  return {
    text: encoder.encode(new Decoder("windows-1252").decode(bytes)),
    problem: {
      message: "the file is not UTF-8 and names no other encoding; ra reads it as windows-1252",
      line: lineOf(bytes, bytes.findIndex((byte) => byte >= 0x80)),
    },
  };
}

const encoder = new TextEncoder();

/** Undefined for a label that is not an encoding. */
function knownLabel(label: string | null): string | undefined {
  const known = label === null ? null : normalizeEncoding(label);
  return known === null || known === "replacement" ? undefined : known;
}

/** Undefined unless all bytes are valid. */
function decoded(bytes: Uint8Array, label: string): Uint8Array | undefined {
  try {
    const text = encoder.encode(new Decoder(label, { fatal: true, ignoreBOM: true }).decode(bytes));
    return text.length === bytes.length && text.every((byte, at) => byte === bytes[at]) ? bytes : text;
  } catch {
    return undefined;
  }
}

/** The mark is left out. */
function decodeUtf16(bytes: Uint8Array): DecodedText | undefined {
  const label = bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  const body = bytes.subarray(2);
  const text = decoded(body, label);
  if (text !== undefined) return textOrNothing(text, null);
  const { text: replaced, problem } = repaired(body, label);
  return textOrNothing(replaced, problem);
}

function textOrNothing(text: Uint8Array, problem: DecodingProblem | null): DecodedText | undefined {
  return isBinary(text) ? undefined : { text, problem };
}

interface Repaired extends DecodedText {
  /** The letters outside of ASCII, and the sequences that are none. */
  readonly right: number;
  readonly broken: number;
}

/** Decodes with U+FFFD for what is broken. */
function repaired(bytes: Uint8Array, label: string): Repaired {
  const text = new Decoder(label, { ignoreBOM: true }).decode(bytes);
  let [letters, signs, line, lineOfFirst] = [0, 0, 1, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) line++;
    // Of the two halves of a letter, the first counts.
    if (unit < 0x80 || (unit >= 0xdc00 && unit < 0xe000)) continue;
    letters++;
    if (unit === 0xfffd && signs++ === 0) lineOfFirst = line;
  }
  // The signs U+FFFD that stand in the file are right.
  const broken = signs - signsIn(bytes, label);
  const many = broken === 1 ? "1 sequence of bytes is" : `${broken} sequences of bytes are`;
  return {
    text: encoder.encode(text),
    right: letters - broken,
    broken,
    problem: { message: `${many} not ${label.toUpperCase()}; ra reads U+FFFD there`, line: lineOfFirst },
  };
}

/** How often U+FFFD itself stands in the file. Other encodings than Unicode's have no such sign. */
function signsIn(bytes: Uint8Array, label: string): number {
  const sign = SIGNS[label];
  if (sign === undefined) return 0;
  const step = sign.length === 3 ? 1 : 2;
  let count = 0;
  for (let at = bytes.indexOf(sign[0]!); at >= 0; at = bytes.indexOf(sign[0]!, at + 1)) {
    if (at % step === 0 && sign.every((byte, next) => bytes[at + next] === byte)) count++;
  }
  return count;
}

/** U+FFFD. */
const SIGNS: Readonly<Record<string, readonly number[]>> = {
  "utf-8": [0xef, 0xbf, 0xbd],
  "utf-16le": [0xfd, 0xff],
  "utf-16be": [0xff, 0xfd],
};

function lineOf(bytes: Uint8Array, end: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) line++;
  return line;
}
