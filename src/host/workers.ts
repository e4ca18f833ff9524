/** Threads that run a module of the program. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parentPort, Worker } from "node:worker_threads";
import { isPermitted } from "./permissions.ts";

export interface WorkerThread {
  /**
   * Hands a message over and waits for its answer, noting what the thread says before it; one at a time. Rejects when
   * the thread fails.
   */
  ask(message: unknown, onNote?: (note: unknown) => void): Promise<unknown>;
  close(): void;
}

/** What a thread says: any number of `{note}`, then `{value}`, or `{failure}` as plain data. */
type Reply = { readonly note: unknown } | { readonly value: unknown } | { readonly failure: unknown };

/**
 * Starts a thread that runs the module, which calls {@link answerMessages}; undefined where the module is not there (a
 * one-file binary without it) or may not be read. Deno reports a missing module on stderr by itself, and would ask for
 * what is denied.
 */
export function startWorker(module: URL): WorkerThread | undefined {
  if (module.protocol !== "file:") return undefined;
  const path = fileURLToPath(module);
  if (!isPermitted({ name: "read", path }) || !existsSync(path)) return undefined;
  // Without variables of its own a thread gets a copy of all there are, for which Deno asks.
  const worker = new Worker(module, { env: {} });
  // A thread at rest does not keep the process alive.
  worker.unref();
  let stopped: { readonly reason: unknown } | undefined;
  let waiting:
    | { resolve(value: unknown): void; reject(reason: unknown): void; onNote(note: unknown): void }
    | undefined;
  const settle = (): typeof waiting => {
    const asked = waiting;
    waiting = undefined;
    worker.unref();
    return asked;
  };
  // Also while nobody waits: an error that nobody hears would end the program.
  const stop = (reason: unknown): void => {
    stopped ??= { reason };
    settle()?.reject(reason);
  };
  worker.on("message", (reply: Reply) => {
    if ("note" in reply) return waiting?.onNote(reply.note);
    const asked = settle();
    if ("failure" in reply) asked?.reject(reply.failure);
    else asked?.resolve(reply.value);
  });
  worker.on("error", stop);
  worker.on("exit", (code) => stop(new Error(`a worker thread stopped with code ${code}`)));
  return {
    ask: (message, onNote = () => {}) =>
      new Promise((resolve, reject) => {
        if (stopped !== undefined) return reject(stopped.reason);
        waiting = { resolve, reject, onNote };
        worker.ref();
        worker.postMessage(message);
      }),
    close: () => void worker.terminate(),
  };
}

/**
 * In a thread: answers each message of the thread that started it, with notes before; a thrown value is passed on as it
 * is.
 */
export function answerMessages(answer: (message: unknown, note: (note: unknown) => void) => Promise<unknown>): void {
  const port = parentPort;
  port?.on("message", (message: unknown) => {
    answer(message, (note) => port.postMessage({ note })).then(
      (value) => port.postMessage({ value }),
      (failure: unknown) => port.postMessage({ failure }),
    );
  });
}
