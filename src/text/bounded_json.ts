/**
 * Parses JSON of files that anybody may have written. Each array and object takes some sixty bytes of memory, so ten
 * megabytes of brackets would take as much as a large index.
 */

/** What ra writes has more bytes for each array and object, also where names hold brackets. */
const MIN_BYTES = 12;
const FREE = 4096;
const OPENING = [0x5b, 0x7b];

/** Parses UTF-8. Throws a `SyntaxError` for what is not JSON, and for more arrays and objects than ra writes. */
export function parseBoundedJson(bytes: Uint8Array): unknown {
  let left = FREE + bytes.length / MIN_BYTES;
  for (const bracket of OPENING) {
    for (let at = bytes.indexOf(bracket); at !== -1; at = bytes.indexOf(bracket, at + 1)) {
      if (--left < 0) throw new SyntaxError("too many arrays and objects");
    }
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}
