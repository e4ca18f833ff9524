/** Calls that wait until another call of the same client has its answer. */

export class Turns {
  readonly #queues = new Map<string, (() => void)[]>();

  waiting(client: string): number {
    return this.#queues.get(client)?.length ?? 0;
  }

  /** Lets the call that waits longest go on. */
  give(client: string): void {
    this.#queues.get(client)?.[0]?.();
  }

  /** Ends when it is the turn of this call. Throws the reason of the signal when the call is cancelled before. */
  next(client: string, signal: AbortSignal): Promise<void> {
    const queue = this.#queues.get(client) ?? [];
    this.#queues.set(client, queue);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener("abort", cancel);
        queue.splice(queue.indexOf(turn), 1);
        if (queue.length === 0) this.#queues.delete(client);
      };
      const turn = (): void => {
        leave();
        resolve();
      };
      const cancel = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      queue.push(turn);
      if (signal.aborted) cancel();
      else signal.addEventListener("abort", cancel);
    });
  }
}
