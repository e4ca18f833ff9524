/** What an answer may cost. Whoever works long on it asks from time to time whether to go on. */

/** Tells whether the caller has gone. An `AbortSignal` is one. */
export interface StopSignal {
  readonly aborted: boolean;
}

/** The account of one answer. Retriever and retrieval share it. */
export interface Work {
  /** How many units of work are left. The retriever takes what it does from this number. */
  left: number;
  /** Throws `interrupted` when the caller has gone, and `too-expensive` when the time or the work is used up. */
  check(): void;
  /** The same, for asynchronous work: it also lets timers and signals run now and then. */
  goOn(): Promise<void>;
}
