/**
 * Parses JSON of files that anybody may have written. Each bracket becomes an object of some sixty bytes, so a file of
 * brackets would take the memory of the machine, and one of brackets in brackets the stack of whoever walks it.
 */

/** What ra writes is flatter. */
const DEEPEST = 16;
/** What ra writes has more bytes for each array and object. */
const LEAST_BYTES = 32;
const FREE_BYTES = 64 * 1024;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Parses UTF-8. Throws a `SyntaxError` for what is not JSON, and for more and deeper arrays and objects than ra writes. */
export function parseBoundedJson(bytes: Uint8Array): unknown {
  if (!isBounded(bytes)) throw new SyntaxError("more or deeper arrays and objects than ra writes");
  return JSON.parse(new TextDecoder().decode(bytes));
}

function isBounded(bytes: Uint8Array): boolean {
  const most = (bytes.length + FREE_BYTES) / LEAST_BYTES;
  let [depth, count] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > DEEPEST || ++count > most) return false;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
    }
  }
  return true;
}
