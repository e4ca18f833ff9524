/** Bounds of an answer, which hold whatever a model or its service sends. */
import { after } from "../../host/clock.ts";

/** No tokenizer has tokens that are longer on average. */
const BYTES_A_TOKEN = 64;
/** More than models can write. */
const MAX_TEXT = 1024 * 1024;
/** What a service sends besides, such as thoughts and the fields of each event. */
const SENT_A_TOKEN = 4096;
const SENT_BESIDES = 4 * 1024 * 1024;
const MAX_SENT = 64 * 1024 * 1024;

/** The most bytes that a service may send for an answer. */
export function mostSent(maxTokens: number): number {
  return Math.min(MAX_SENT, SENT_BESIDES + SENT_A_TOKEN * maxTokens);
}

function mostText(maxTokens: number): number {
  return Math.min(MAX_TEXT, BYTES_A_TOKEN * maxTokens);
}

export interface TextLimit {
  /** What of the piece there is room for. */
  take(piece: string): string;
  /** Whether there was no room for something. */
  isFull(): boolean;
}

/** Of the text of an answer, and of what the model thinks in it. */
export function createTextLimit(maxTokens: number): TextLimit {
  const encoder = new TextEncoder();
  let room = mostText(maxTokens);
  let isFull = false;
  return {
    take(piece) {
      const { read, written } = encoder.encodeInto(piece, new Uint8Array(Math.min(room, 3 * piece.length)));
      room -= written;
      isFull ||= read < piece.length;
      return piece.slice(0, read);
    },
    isFull: () => isFull,
  };
}

export function longerThan(maxTokens: number): string {
  const [bytes, tokens] = [mostText(maxTokens), maxTokens].map((number) => number.toLocaleString("en-US"));
  return `the answer is longer than ${bytes} bytes, and may have ${tokens} tokens (generation.max_tokens)`;
}

export interface TimeLimit {
  /** Aborts when the time is over, or when the user stops the answer. */
  readonly signal: AbortSignal;
  isOver(): boolean;
  /** For messages. */
  readonly why: string;
  /** To be called when the answer is there. */
  end(): void;
}

/** `within` is in milliseconds, `maxTime` in seconds. */
export function startTimeLimit(within: number, maxTime: number, stop: AbortSignal | undefined): TimeLimit {
  const late = new AbortController();
  const forget = after(Math.max(0, within), () => late.abort());
  return {
    signal: stop === undefined ? late.signal : AbortSignal.any([stop, late.signal]),
    isOver: () => late.signal.aborted,
    why: `the answer takes longer than ${maxTime} seconds (generation.max_time)`,
    end: forget,
  };
}
