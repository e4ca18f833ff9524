/** Standard input as a stream that you end yourself. It reports separately when no more input will arrive. */
import process from "node:process";
import { PassThrough, type Readable } from "node:stream";

export interface HeldInput {
  /** What arrives on standard input. It ends when you call {@link HeldInput.end}. */
  readonly stream: Readable;
  /** Calls `action` once no more input will arrive. */
  onExhausted(action: () => void): void;
  end(): void;
}

export function holdStandardInput(): HeldInput {
  const stream = new PassThrough();
  process.stdin.pipe(stream, { end: false });
  let isExhausted = false;
  let tell = (): void => {};
  const exhausted = (): void => {
    if (isExhausted) return;
    isExhausted = true;
    // The last input is still on its way through the stream.
    setImmediate(() => tell());
  };
  for (const event of ["end", "close", "error"]) process.stdin.once(event, exhausted);
  return {
    stream,
    onExhausted(action) {
      tell = action;
    },
    end: () => void stream.end(),
  };
}
