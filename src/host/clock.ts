/** The time, and waiting. */
import process from "node:process";
import * as timers from "node:timers";
import { deno } from "./deno.ts";

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** Milliseconds since some fixed moment. They never go back, so they suit durations. */
export function monotonicMs(): number {
  // Node takes a millisecond to load `performance`, and Deno takes ten to load `process`.
  return deno === undefined ? Number(process.hrtime.bigint()) / 1e6 : performance.now();
}

/** Resolves after this many milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  // Deno takes 10 ms longer to load `node:timers`, and a search may wait.
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}

/** Like `wait`, but ends early when the signal aborts. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}

/** Resolves after the events that have already happened were handled. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => void timers.setImmediate(resolve));
}

/** Calls `action` after this many milliseconds. Call the returned function to cancel. */
export function after(milliseconds: number, action: () => void): () => void {
  const timer = timers.setTimeout(action, milliseconds);
  return () => timers.clearTimeout(timer);
}

/** Like `after`, but does not keep the process alive. */
export function later(milliseconds: number, action: () => void): () => void {
  const timer = timers.setTimeout(action, milliseconds);
  timer.unref?.();
  return () => timers.clearTimeout(timer);
}

/** Blocks the thread for this many milliseconds. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Calls `action` at this interval, without keeping the process alive. Call the returned function to stop. */
export function every(milliseconds: number, action: () => void): () => void {
  const timer = timers.setInterval(action, milliseconds);
  timer.unref?.();
  return () => timers.clearInterval(timer);
}
