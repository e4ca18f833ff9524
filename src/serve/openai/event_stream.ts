/** Server-sent events to one client, who may read slowly or go away. */

export interface EventStream {
  readonly readable: ReadableStream<Uint8Array>;
  /** An event with a `type` is named after it, and numbered. */
  event(value: object): void;
  /** What comes while the client is behind becomes one event. */
  text(piece: string): void;
  /** The last line of OpenAI's streams of completions, after an answer. */
  done(): void;
  end(): void;
}

/** What may wait for the client before text is held back, in characters. */
const MAX_WAITING = 256 * 1024;

/** `onGone` is called when the client has gone away. */
export function createEventStream(eventOf: (piece: string) => object, onGone: () => void): EventStream {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let waiting = 0;
  let held = "";
  let number = 0;
  const write = (data: string): void => {
    waiting += data.length;
    const taken = (): void => {
      waiting -= data.length;
      if (waiting <= MAX_WAITING) writeHeld();
    };
    void writer.write(encoder.encode(`${data}\n\n`)).then(taken, onGone);
  };
  const writeEvent = (value: object): void => {
    const type = "type" in value ? String(value.type) : undefined;
    if (type === undefined) write(`data: ${JSON.stringify(value)}`);
    else write(`event: ${type}\ndata: ${JSON.stringify({ ...value, sequence_number: number++ })}`);
  };
  const writeHeld = (): void => {
    if (held === "") return;
    const piece = held;
    held = "";
    writeEvent(eventOf(piece));
  };
  return {
    readable,
    event(value) {
      writeHeld();
      writeEvent(value);
    },
    text(piece) {
      held += piece;
      if (waiting <= MAX_WAITING) writeHeld();
    },
    done: () => write("data: [DONE]"),
    end: () => void writer.close().catch(() => {}),
  };
}
