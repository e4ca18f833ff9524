/** Threads that run a module of ra. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parentPort, Worker } from "node:worker_threads";
import { isPermitted } from "./permissions.ts";

export interface WorkerThread {
  /**
   * Sends a message and waits for its answer. Passes the thread's notes to `onNote` in the meantime. Send one message
   * at a time. Rejects when the thread fails.
   */
  ask(message: unknown, onNote?: (note: unknown) => void): Promise<unknown>;
  close(): void;
}

/** What a thread sends back: any number of `{note}`, then `{value}` or `{failure}` as plain data. */
type Reply = { readonly note: unknown } | { readonly value: unknown } | { readonly failure: unknown };

/**
 * Starts a thread that runs the module, which calls {@link answerMessages}. Returns undefined when the module is
 * missing (a one-file binary without it) or may not be read. Deno prints its own error for a missing module, and would
 * ask the user for a denied permission, so both are checked first.
 */
export function startWorker(module: URL): WorkerThread | undefined {
  if (module.protocol !== "file:") return undefined;
  const path = fileURLToPath(module);
  if (!isPermitted({ name: "read", path }) || !existsSync(path)) return undefined;
  // By default a thread gets a copy of all environment variables, and Deno asks permission for that.
  const worker = new Worker(module, { env: {} });
  // An idle thread must not keep the process alive.
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
  // Listens even when no message is waiting, because an unhandled error event ends the program.
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
 * Runs in a thread. Answers each message of the thread that started it, after any notes. Passes on a thrown value
 * unchanged. The buffers that `handedOver` returns move to the other thread; all else is copied.
 */
export function answerMessages<T>(
  answer: (message: unknown, note: (note: unknown) => void) => Promise<T>,
  handedOver: (value: T) => readonly ArrayBuffer[],
): void {
  const port = parentPort;
  port?.on("message", (message: unknown) => {
    answer(message, (note) => port.postMessage({ note })).then(
      (value) => port.postMessage({ value }, [...handedOver(value)]),
      (failure: unknown) => port.postMessage({ failure }),
    );
  });
}
