/** Reads standard input to its end. */
import process from "node:process";

/** Stops after more than `most` bytes; what came until then is longer than that. */
export async function readWholeInput(most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of process.stdin as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    size += piece.length;
    if (size > most) break;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return new TextDecoder().decode(bytes);
}
