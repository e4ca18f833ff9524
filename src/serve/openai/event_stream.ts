/** Server-sent events to one client, who may read slowly or go away. */

export interface EventStream {
  readonly readable: ReadableStream<Uint8Array>;
  event(value: unknown): void;
  /** What comes while the client is behind becomes one event. */
  text(piece: string): void;
  /** The last line of OpenAI's streams, after an answer. */
  done(): void;
  end(): void;
}

/** What may wait for the client before text is held back, in characters. */
const MAX_WAITING = 256 * 1024;

/** `onGone` is called when the client has gone away. */
export function createEventStream(eventOf: (piece: string) => unknown, onGone: () => void): EventStream {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let waiting = 0;
  let held = "";
  const write = (data: string): void => {
    waiting += data.length;
    const taken = (): void => {
      waiting -= data.length;
      if (waiting <= MAX_WAITING) writeHeld();
    };
    void writer.write(encoder.encode(`data: ${data}\n\n`)).then(taken, onGone);
  };
  const writeHeld = (): void => {
    if (held === "") return;
    const piece = held;
    held = "";
    write(JSON.stringify(eventOf(piece)));
  };
  return {
    readable,
    event(value) {
      writeHeld();
      write(JSON.stringify(value));
    },
    text(piece) {
      held += piece;
      if (waiting <= MAX_WAITING) writeHeld();
    },
    done: () => write("[DONE]"),
    end: () => void writer.close().catch(() => {}),
  };
}
