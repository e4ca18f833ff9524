/** An answer as a stream of events, in the shape of a kind of answer. */
import type { MadeAnswer } from "../../answering/answer_turn.ts";
import { createEventStream } from "./event_stream.ts";
import type { OpenAiError } from "./openai_error.ts";

/** How an answer looks to a client, whole and as events. */
export interface AnswerShape {
  whole(made: MadeAnswer): object;
  /** The events before the text. */
  first(): readonly object[];
  text(piece: string): object;
  last(made: MadeAnswer): readonly object[];
  /** After the first events. */
  failure(error: OpenAiError): object;
  /** Whether `[DONE]` ends it. */
  readonly saysDone: boolean;
}

export class AnswerStream {
  readonly #shape: AnswerShape;
  readonly #stop = new AbortController();
  readonly #events: ReturnType<typeof createEventStream>;
  #begin = (): void => {};
  /** Resolves once the head was sent. */
  readonly begun: Promise<void>;
  hasBegun = false;

  constructor(shape: AnswerShape) {
    this.#shape = shape;
    // A client that has gone away needs no more of the answer.
    this.#events = createEventStream((piece) => shape.text(piece), () => this.#stop.abort());
    this.begun = new Promise((resolve) => this.#begin = resolve);
  }

  get readable(): ReadableStream<Uint8Array> {
    return this.#events.readable;
  }

  /** Aborts when the client goes away. */
  get left(): AbortSignal {
    return this.#stop.signal;
  }

  text(piece: string): void {
    this.#start();
    this.#events.text(piece);
  }

  done(made: MadeAnswer): void {
    this.#start();
    this.#shape.last(made).forEach(this.#events.event);
    if (this.#shape.saysDone) this.#events.done();
  }

  failed(error: OpenAiError): void {
    this.#events.event(this.#shape.failure(error));
  }

  end(): void {
    this.#events.end();
  }

  #start(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.#shape.first().forEach(this.#events.event);
    this.#begin();
  }
}
