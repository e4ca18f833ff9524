/** Standard input, and a stream without data that you end yourself. */
import process from "node:process";
import { PassThrough, type Readable } from "node:stream";

export interface HeldInput {
  /** Passes on what arrives on standard input. */
  onPiece(action: (piece: Uint8Array) => void): void;
  /** Calls `action` once no more input will arrive. */
  onExhausted(action: () => void): void;
  /** Holds no data. It ends when you call {@link HeldInput.end}. */
  readonly stream: Readable;
  end(): void;
  /** Writes to standard output, after what other code has handed to `process.stdout`. */
  reply(text: string): void;
}

export function holdStandardInput(): HeldInput {
  const stream = new PassThrough();
  let isExhausted = false;
  let tell = (): void => {};
  const exhausted = (): void => {
    if (isExhausted) return;
    isExhausted = true;
    setImmediate(() => tell());
  };
  for (const event of ["end", "close", "error"]) process.stdin.once(event, exhausted);
  return {
    onPiece: (action) => void process.stdin.on("data", (piece: Uint8Array) => action(piece)),
    onExhausted(action) {
      tell = action;
    },
    stream,
    end: () => void stream.end(),
    reply: (text) => void process.stdout.write(text),
  };
}
