/** Makes bytes that an attacker might write. */
import fc from "fast-check";

/** Joins pieces of a language, sometimes changes a byte, and sometimes returns random bytes. */
export function soup(pieces: readonly string[], maxPieces: number): fc.Arbitrary<Uint8Array> {
  const encoder = new TextEncoder();
  const piece = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pieces) }, {
    weight: 1,
    arbitrary: fc.string({ unit: "grapheme", maxLength: 6 }),
  });
  const text = fc.array(piece, { maxLength: maxPieces }).map((parts) => encoder.encode(parts.join("")));
  const hurt = fc.tuple(text, fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => {
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes;
  });
  return fc.oneof({ weight: 6, arbitrary: text }, { weight: 2, arbitrary: hurt }, {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 400 }),
  });
}

/** Changes documents here and there: takes out, repeats, moves, cuts, and puts in pieces of their language. */
export function changed(documents: readonly Uint8Array[], pieces: readonly string[]): fc.Arbitrary<Uint8Array> {
  const encoder = new TextEncoder();
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const change = fc.tuple(fc.constantFrom(...CHANGES), place, place, fc.constantFrom(...pieces), fc.nat(255));
  return fc.tuple(fc.constantFrom(...documents), fc.array(change, { maxLength: 12 })).map(([document, changes]) => {
    let bytes = document;
    for (const [kind, first, second, piece, byte] of changes) {
      const [start, end] = [first, Math.min(1, first + second / 8)].map((part) => Math.floor(part * bytes.length));
      const [before, part, after] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)];
      bytes = joined(CHANGED[kind](before, part, after, kind === "byte" ? Uint8Array.of(byte) : encoder.encode(piece)));
    }
    return bytes.slice(0, MAX_CHANGED);
  });
}

/** Parts that are repeated grow. */
const MAX_CHANGED = 8192;

type Change = (before: Uint8Array, part: Uint8Array, after: Uint8Array, piece: Uint8Array) => readonly Uint8Array[];

const CHANGED = {
  out: (before, _part, after) => [before, after],
  twice: (before, part, after) => [before, part, part, after],
  moved: (before, part, after) => [before, after, part],
  cut: (before, part) => [before, part],
  piece: (before, part, after, piece) => [before, piece, part, after],
  instead: (before, _part, after, piece) => [before, piece, after],
  run: (before, part, after, piece) => [before, ...Array<Uint8Array>(30).fill(piece), part, after],
  byte: (before, part, after, byte) => [before, byte, part, after],
} satisfies Readonly<Record<string, Change>>;

const CHANGES = Object.keys(CHANGED) as (keyof typeof CHANGED)[];

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
