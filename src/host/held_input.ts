/** Standard input whose end its reader hears of when somebody says so. */
import process from "node:process";
import { PassThrough, type Readable } from "node:stream";

export interface HeldInput {
  /** What arrives; it ends with {@link HeldInput.end}. */
  readonly stream: Readable;
  /** Calls `action` once nothing more will arrive. */
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
    // What arrived last is still on its way through the stream.
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
