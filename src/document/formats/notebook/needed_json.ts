/**
 * Leaves out of the JSON of a notebook what ra does not read, before it is parsed. Most of a large notebook is data of
 * pictures.
 */
import { RaError } from "../../../errors.ts";

/** The names whose values ra reads. */
const NEEDED: ReadonlySet<string> = new Set([
  ...["cells", "worksheets", "cell_type", "source", "input", "level", "language", "attachments", "outputs"],
  ...["output_type", "text", "data", "text/plain", "text/markdown", "ename", "evalue", "traceback"],
  ...["metadata", "title", "language_info", "kernelspec", "name"],
]);

/** Notebooks are nested eight deep. */
const MAX_DEPTH = 32;
/** Values that are kept. A line of a cell is one. */
const MAX_VALUES = 10_000_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];
const ZERO = new Uint8Array([0x30]);

/** The same JSON with 0 for each value that ra does not read. Throws `not-text`. */
export function neededJson(bytes: Uint8Array): Uint8Array {
  return new Sieve(bytes).run();
}

class Sieve {
  readonly #bytes: Uint8Array;
  readonly #kept: Uint8Array[] = [];
  /** Whether each open value is an object. */
  readonly #open: boolean[] = [];
  #at = 0;
  /** The first byte that is not in `#kept` yet. */
  #from = 0;
  #values = 0;
  /** Whether the next text is a name. */
  #isName = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  run(): Uint8Array {
    while (this.#at < this.#bytes.length) this.#step(this.#bytes[this.#at]!);
    this.#kept.push(this.#bytes.subarray(this.#from));
    return joined(this.#kept);
  }

  #step(byte: number): void {
    switch (byte) {
      case QUOTE:
        return this.#text();
      case OPEN:
      case OPEN_LIST:
        this.#open.push(byte === OPEN);
        if (this.#open.length > MAX_DEPTH) throw new RaError("not-text", "it is nested too deeply for a notebook");
        this.#isName = byte === OPEN;
        this.#count();
        break;
      case CLOSE:
      case CLOSE_LIST:
        this.#open.pop();
        this.#isName = false;
        break;
      case COMMA:
        this.#isName = this.#open.at(-1) === true;
        this.#count();
    }
    this.#at++;
  }

  #count(): void {
    if (++this.#values > MAX_VALUES) throw new RaError("not-text", "it has too many values for a notebook");
  }

  #text(): void {
    const start = this.#at + 1;
    this.#at = textEnd(this.#bytes, start);
    if (!this.#isName) return;
    this.#isName = false;
    const name = this.#bytes.subarray(start, this.#at - 1);
    while (isBlank(this.#bytes[this.#at])) this.#at++;
    if (this.#bytes[this.#at] !== COLON || isNeeded(name)) return;
    this.#at++;
    this.#kept.push(this.#bytes.subarray(this.#from, this.#at), ZERO);
    this.#at = valueEnd(this.#bytes, this.#at);
    this.#from = this.#at;
  }
}

function isNeeded(name: Uint8Array): boolean {
  return name.length <= 20 && NEEDED.has(String.fromCharCode(...name));
}

/** The byte after the text whose inner part begins at `at`, or the end where nothing closes it. */
function textEnd(bytes: Uint8Array, at: number): number {
  for (let end = bytes.indexOf(QUOTE, at); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (end - escapes > at && bytes[end - escapes - 1] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return bytes.length;
}

/** The byte after the value that begins at `at` or behind the blanks there. */
function valueEnd(bytes: Uint8Array, at: number): number {
  let depth = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = textEnd(bytes, at + 1);
      if (depth === 0) return at;
      continue;
    }
    if (depth === 0 && (byte === COMMA || byte === CLOSE || byte === CLOSE_LIST)) return at;
    if (byte === OPEN || byte === OPEN_LIST) depth++;
    at++;
    if ((byte === CLOSE || byte === CLOSE_LIST) && --depth === 0) return at;
  }
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
