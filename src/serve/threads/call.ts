/** Calls of the clients of a server, wherever they are answered: in a thread of their own, or in this one. */
import type { Progress } from "../../store/update/progress.ts";
import type { StopSignal } from "../../search/ports/work.ts";

/** A call as the answering side sees it. */
export interface Call {
  /** Tells whether the client has gone or has cancelled the call. */
  readonly signal: StopSignal;
  /** Who calls. Calls of different clients take turns. */
  readonly client: string;
  /** Receives the progress of an update during the call. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A call as the server makes it. */
export interface AskedCall extends Call {
  readonly signal: AbortSignal;
}

/** Answers calls. What is asked and what is answered is plain data. */
export interface Answerer {
  answer(name: string, given: unknown, call: Call): Promise<unknown>;
  /** Ends the calls under way. */
  close(): void;
}

export interface Caller {
  /** Throws what the answerer throws, and `interrupted` as soon as the signal is aborted. */
  ask(name: string, given: unknown, call: AskedCall): Promise<unknown>;
  close(): void;
}
