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
