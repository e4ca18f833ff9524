/** A completion as a stream of events. */
import type { MadeAnswer } from "../../answering/answer_turn.ts";
import { type CompletionHead, firstChunk, lastChunk, textChunk, usageChunk } from "./completions.ts";
import { createEventStream } from "./event_stream.ts";

export class CompletionStream {
  readonly #head: CompletionHead;
  readonly #stop = new AbortController();
  readonly #events: ReturnType<typeof createEventStream>;
  #begin = (): void => {};
  /** Resolves once the head was sent. */
  readonly begun: Promise<void>;
  hasBegun = false;

  constructor(head: CompletionHead) {
    this.#head = head;
    // A client that has gone away needs no more of the answer.
    this.#events = createEventStream((piece) => textChunk(head, piece), () => this.#stop.abort());
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

  done(made: MadeAnswer, wantsUsage: boolean): void {
    this.#start();
    this.#events.event(lastChunk(this.#head, made));
    if (wantsUsage) this.#events.event(usageChunk(this.#head, made));
    this.#events.done();
  }

  failed(body: unknown): void {
    this.#events.event(body);
  }

  end(): void {
    this.#events.end();
  }

  #start(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.#events.event(firstChunk(this.#head));
    this.#begin();
  }
}
