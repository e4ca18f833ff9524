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

/** Undefined where the runtime can start no thread. */
async function startThreadCaller(
  module: URL,
  setup: unknown,
  warn: (warning: Warning) => void,
): Promise<Caller | undefined> {
  const caller = new ThreadCaller(module, setup, warn);
  return (await caller.start()) === undefined ? undefined : caller;
}

/** A thread that fails takes its calls with it. The next call starts another one. */
class ThreadCaller implements Caller {
  readonly #module: URL;
  readonly #setup: unknown;
  readonly #warn: (warning: Warning) => void;
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  /** The thread that starts or runs; undefined once it has ended. */
  #running: Promise<Thread | undefined> | undefined;
  /** The last thread that was ready. */
  #current: Thread | undefined;
  #isClosed = false;

  constructor(module: URL, setup: unknown, warn: (warning: Warning) => void) {
    this.#module = module;
    this.#setup = setup;
    this.#warn = warn;
  }

  start(): Promise<Thread | undefined> {
    return this.#running ??= this.#startThread();
  }

  async ask(name: string, given: unknown, call: AskedCall): Promise<unknown> {
    if (this.#isClosed) throw new RaError("interrupted", "the server is shutting down");
    const thread = await this.start();
    if (call.signal.aborted) throw stopped();
    const stop = new SharedArrayBuffer(4);
    const id = ++this.#calls;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { call, resolve, reject });
      call.signal.addEventListener("abort", () => {
        Atomics.store(new Int32Array(stop), 0, 1);
        this.#take(id)?.reject(stopped());
      }, { once: true });
      const { client, onProgress } = call;
      thread?.post(
        { kind: "call", id, name, given, client, stop, wantsProgress: onProgress !== undefined } satisfies ToAnswerer,
      );
    });
  }

  close(): void {
    this.#isClosed = true;
    // The process may end with this turn of the event loop. An update under way has to give its lock back before.
    if (this.#waiting.size > 0) {
      const closed = new SharedArrayBuffer(4);
      this.#current?.post({ kind: "close", closed } satisfies ToAnswerer);
      Atomics.wait(new Int32Array(closed), 0, 0, MAX_FAREWELL);
    }
    this.#current?.close();
  }

  #take(id: number): Waiting | undefined {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    return found;
  }

  #startThread(): Promise<Thread | undefined> {
    return new Promise((resolve, reject) => {
      const thread = startThread(this.#module, {
        onMessage: (message) => {
          const said = message as FromAnswerer;
          if (said.kind === "prepared") resolve(this.#current = thread);
          else if (said.kind === "unprepared") {
            reject(errorOf(said.failure));
            thread?.close();
          } else this.#hear(said);
        },
        onEnd: (reason) => {
          this.#running = undefined;
          // A runtime that cannot load the module ends the thread before it has said anything.
          if (this.#current === undefined) return resolve(undefined);
          const error = new RaError("engine", "the thread that answers has ended", { cause: reason });
          reject(error);
          for (const id of [...this.#waiting.keys()]) this.#take(id)?.reject(error);
        },
      });
      if (thread === undefined) return resolve(undefined);
      thread.post({ kind: "prepare", setup: this.#setup } satisfies ToAnswerer);
      thread.hold(true);
    });
  }

  #hear(said: Exclude<FromAnswerer, { readonly kind: "prepared" | "unprepared" }>): void {
    if (said.kind === "warning") this.#warn(said.warning);
    else if (said.kind === "progress") this.#waiting.get(said.id)?.call.onProgress?.(said.progress);
    else if (said.kind === "value") this.#take(said.id)?.resolve(said.value);
    else this.#take(said.id)?.reject(errorOf(said.failure));
  }
}

function stopped(): RaError {
  return new RaError("interrupted", "the call was stopped before it had its answer");
}
