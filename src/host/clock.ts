/** The time, and waiting. */
import process from "node:process";
import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from "node:timers";

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** Milliseconds since some fixed moment. They never go back, so they suit durations. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Resolves after this many milliseconds. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}

/** Resolves after the events that have already happened were handled. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Calls `action` after this many milliseconds. Call the returned function to cancel. */
export function after(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  return () => clearTimeout(timer);
}

/** Like `after`, but does not keep the process alive. */
export function later(milliseconds: number, action: () => void): () => void {
  const timer = setTimeout(action, milliseconds);
  timer.unref?.();
  return () => clearTimeout(timer);
}

/** Blocks the thread for this many milliseconds. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Calls `action` at this interval, without keeping the process alive. Call the returned function to stop. */
export function every(milliseconds: number, action: () => void): () => void {
  const timer = setInterval(action, milliseconds);
  timer.unref?.();
  return () => clearInterval(timer);
}
