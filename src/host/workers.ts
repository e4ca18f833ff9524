/** Threads that run a module of the program. */
import { parentPort, Worker } from "node:worker_threads";

export interface WorkerThread {
  /** Hands a message over and waits for its answer; one at a time. Rejects when the thread fails. */
  ask(message: unknown): Promise<unknown>;
  close(): void;
}

/** What a thread answers: `{value}`, or `{failure}` as plain data. */
type Reply = { readonly value: unknown } | { readonly failure: unknown };

/** Starts a thread that runs the module, which calls {@link answerMessages}. */
export function startWorker(module: URL): WorkerThread {
  const worker = new Worker(module);
  // A thread at rest does not keep the process alive.
  worker.unref();
  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void): void => {
          worker.off("message", onMessage);
          worker.off("error", onError);
          worker.off("exit", onExit);
          worker.unref();
          act();
        };
        const onMessage = (reply: Reply): void =>
          settle(() => ("failure" in reply ? reject(reply.failure) : resolve(reply.value)));
        const onError = (error: unknown): void => settle(() => reject(error));
        const onExit = (code: number): void => settle(() => reject(new Error(`a worker thread stopped with code ${code}`)));
        worker.on("message", onMessage);
        worker.on("error", onError);
        worker.on("exit", onExit);
        worker.ref();
        worker.postMessage(message);
      }),
    close: () => void worker.terminate(),
  };
}

/** In a thread: answers each message of the thread that started it; a thrown value is passed on as it is. */
export function answerMessages(answer: (message: unknown) => Promise<unknown>): void {
  const port = parentPort;
  port?.on("message", (message: unknown) => {
    answer(message).then((value) => port.postMessage({ value }), (failure: unknown) => port.postMessage({ failure }));
  });
}
