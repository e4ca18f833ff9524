/** Threads that run a module of ra. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parentPort, Worker } from "node:worker_threads";
import { createLeftChildren } from "./child_notes.ts";
import { isPermitted } from "./permissions.ts";
import { passedEnvironment } from "./process.ts";

export interface WorkerThread {
  /**
   * Sends a message and waits for its answer. Passes the thread's notes to `onNote` in the meantime. Send one message
   * at a time. Rejects when the thread fails.
   */
  ask(message: unknown, onNote?: (note: unknown) => void): Promise<unknown>;
  close(): void;
}

/** A thread that sends and takes messages at any time. */
export interface Thread {
  post(message: unknown): void;
  /** Whether the thread keeps the process alive. It does not at first. */
  hold(isHeld: boolean): void;
  close(): void;
}

interface ThreadEvents {
  onMessage(message: unknown): void;
  /** Called once, when the thread has failed or ended. */
  onEnd(reason: unknown): void;
}

/**
 * Starts a thread that runs the module. Returns undefined when the module is missing (a one-file binary without it) or
 * may not be read. Deno prints its own error for a missing module, and would ask the user for a denied permission, so
 * both are checked first.
 */
export function startThread(module: URL, { onMessage, onEnd }: ThreadEvents): Thread | undefined {
  if (module.protocol !== "file:") return undefined;
  // In a build, the module has the same name with another extension.
  const built = new URL(module.href.replace(/\.ts$/, ".js"));
  const found = [module, built].find((each) => {
    const path = fileURLToPath(each);
    return isPermitted({ name: "read", path }) && existsSync(path);
  });
  if (found === undefined) return undefined;
  let worker: Worker;
  try {
    // By default a thread gets a copy of all environment variables, and Deno asks permission for that.
    worker = new Worker(found, { env: passedEnvironment() });
  } catch {
    return undefined;
  }
  // An idle thread must not keep the process alive.
  worker.unref();
  const left = createLeftChildren();
  let hasEnded = false;
  // An error event that nobody listens to ends the program.
  const end = (reason: unknown): void => {
    if (hasEnded) return;
    hasEnded = true;
    left.end();
    onEnd(reason);
  };
  worker.on("message", (message) => {
    if (!left.take(message)) onMessage(message);
  });
  worker.on("error", end);
  worker.on("exit", (code) => end(new Error(`a worker thread stopped with code ${code}`)));
  return {
    post: (message) => worker.postMessage(message),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    close() {
      left.end();
      void worker.terminate();
    },
  };
}

/** Runs in a thread. Takes the messages of the thread that started it, and returns how to send one back. */
export function takeMessages(
  take: (message: unknown) => void,
): (message: unknown, handedOver?: readonly ArrayBuffer[]) => void {
  parentPort?.on("message", take);
  return (message, handedOver = []) => parentPort?.postMessage(message, [...handedOver]);
}

/** What a thread sends back: any number of `{note}`, then `{value}` or `{failure}` as plain data. */
type ThreadReply = { readonly note: unknown } | { readonly value: unknown } | { readonly failure: unknown };

/** Starts a thread that runs the module, which calls {@link answerMessages}. Undefined as for {@link startThread}. */
export function startWorker(module: URL): WorkerThread | undefined {
  let stopped: { readonly reason: unknown } | undefined;
  let waiting:
    | { resolve(value: unknown): void; reject(reason: unknown): void; onNote(note: unknown): void }
    | undefined;
  const settle = (): typeof waiting => {
    const asked = waiting;
    waiting = undefined;
    thread?.hold(false);
    return asked;
  };
  const thread = startThread(module, {
    onMessage(message) {
      const reply = message as ThreadReply;
      if ("note" in reply) return waiting?.onNote(reply.note);
      const asked = settle();
      if ("failure" in reply) asked?.reject(reply.failure);
      else asked?.resolve(reply.value);
    },
    onEnd(reason) {
      stopped = { reason };
      settle()?.reject(reason);
    },
  });
  if (thread === undefined) return undefined;
  return {
    ask: (message, onNote = () => {}) =>
      new Promise((resolve, reject) => {
        if (stopped !== undefined) return reject(stopped.reason);
        waiting = { resolve, reject, onNote };
        thread.hold(true);
        thread.post(message);
      }),
    close: thread.close,
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
  const send = takeMessages((message) => {
    answer(message, (note) => send({ note })).then(
      (value) => send({ value }, handedOver(value)),
      (failure: unknown) => send({ failure }),
    );
  });
}
