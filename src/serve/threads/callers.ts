/** Starts what answers the calls of a server: a thread, or this one where the runtime can start none. */
import { RaError, type Warning } from "../../errors.ts";
import { startThread, type Thread } from "../../host/workers.ts";
import type { Prepare } from "./answer_in_thread.ts";
import type { Answerer, AskedCall, Caller } from "./call.ts";
import { limitCalls } from "./limit_calls.ts";
import { errorOf, type FromAnswerer, type ToAnswerer } from "./thread_protocol.ts";

export interface CallerOptions {
  /** The module that calls `answerCalls`. */
  readonly module: URL;
  /** Plain data for `prepare`. */
  readonly setup: unknown;
  /** What the module prepares, for this thread. */
  readonly prepare: Prepare;
  warn(warning: Warning): void;
}

/** Throws what `prepare` throws. */
export async function startCaller({ module, setup, prepare, warn }: CallerOptions): Promise<Caller> {
  const inThread = await startThreadCaller(module, setup, warn);
  if (inThread !== undefined) return limitCalls(inThread);
  return callHere(await prepare(setup, warn));
}

/** Answers calls in this thread. */
export function callHere({ answer, close }: Answerer): Caller {
  return limitCalls({ ask: answer, close });
}

/** How many milliseconds a thread that is told to close may take. */
const MAX_FAREWELL = 500;

interface Waiting {
  readonly call: AskedCall;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A thread that fails takes its calls with it. The next call starts another one. */
async function startThreadCaller(
  module: URL,
  setup: unknown,
  warn: (warning: Warning) => void,
): Promise<Caller | undefined> {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let running: Promise<Thread | undefined> | undefined;
  let current: Thread | undefined;
  let isClosed = false;

  const take = (id: number): Waiting | undefined => {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  };

  const start = (): Promise<Thread | undefined> =>
    new Promise((resolve, reject) => {
      const thread = startThread(module, {
        onMessage(message) {
          const said = message as FromAnswerer;
          if (said.kind === "prepared") resolve(current = thread);
          else if (said.kind === "warning") warn(said.warning);
          else if (said.kind === "progress") waiting.get(said.id)?.call.onProgress?.(said.progress);
          else if (said.kind === "value") take(said.id)?.resolve(said.value);
          else if (said.kind === "failure") take(said.id)?.reject(errorOf(said.failure));
          else {
            reject(errorOf(said.failure));
            thread?.close();
          }
        },
        onEnd(reason) {
          running = undefined;
          // A runtime that cannot load the module ends the thread before it has said anything.
          if (current === undefined) return resolve(undefined);
          const error = new RaError("engine", "the thread that answers has ended", { cause: reason });
          reject(error);
          for (const id of [...waiting.keys()]) take(id)?.reject(error);
        },
      });
      if (thread === undefined) return resolve(undefined);
      thread.post({ kind: "prepare", setup } satisfies ToAnswerer);
      thread.hold(true);
    });

  const first = await (running = start());
  if (first === undefined) return undefined;
  return {
    async ask(name, given, call) {
      if (isClosed) throw new RaError("interrupted", "the server is shutting down");
      running ??= start();
      const thread = await running;
      if (call.signal.aborted) throw stopped();
      const stop = new SharedArrayBuffer(4);
      const id = ++calls;
      return await new Promise((resolve, reject) => {
        waiting.set(id, { call, resolve, reject });
        call.signal.addEventListener("abort", () => {
          Atomics.store(new Int32Array(stop), 0, 1);
          take(id)?.reject(stopped());
        }, { once: true });
        const { client, onProgress } = call;
        thread?.post(
          { kind: "call", id, name, given, client, stop, wantsProgress: onProgress !== undefined } satisfies ToAnswerer,
        );
      });
    },
    close() {
      isClosed = true;
      // The process may end with this turn of the event loop. An update under way has to give its lock back before.
      if (waiting.size > 0) {
        const closed = new SharedArrayBuffer(4);
        current?.post({ kind: "close", closed } satisfies ToAnswerer);
        Atomics.wait(new Int32Array(closed), 0, 0, MAX_FAREWELL);
      }
      current?.close();
    },
  };
}

function stopped(): RaError {
  return new RaError("interrupted", "the call was stopped before it had its answer");
}
