/** Sends JSON to an HTTP service, and reads what it says piece by piece. Only language models need it. */
import { createParser } from "eventsource-parser";
import { RaError } from "../errors.ts";
import { after } from "./clock.ts";
import { failedExchange, parsedJson, piecesOf, sendJson } from "./exchange.ts";
import { pauseAskedFor } from "./services/service_words.ts";

export interface StreamOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** How long nothing may come, in milliseconds. */
  readonly idleMs: number;
  /** The most bytes of an answer, whatever they hold. Small pieces and events count as more than they have. */
  readonly most: number;
  /** The data and the name of each event, where the answer is a stream of events. `enough`: no more is read. */
  onEvent(data: string, name?: string): "enough" | undefined;
}

export interface Streamed {
  readonly status: number;
  /** What the service asks to wait, in milliseconds. Of use only where it is busy. */
  readonly retryAfterMs: number | undefined;
  /** The answer that was not a stream. */
  readonly text: string;
  /** The same; undefined if it is not JSON. */
  readonly json: unknown;
  /** Whether events came. */
  readonly isStream: boolean;
  /** Where a redirection leads. */
  readonly location: string | undefined;
  /** `too-long`: ra stopped reading at `most`. */
  readonly end: "whole" | "enough" | "too-long";
}

/** What reading a piece costs, in bytes that cost as much. */
const PIECE = 64;
/** What an event or a line without data costs. */
const EVENT = 256;
/** Bytes that are read before the bound is looked at again. */
const AT_ONCE = 64 * 1024;

/**
 * Throws `io` when the answer does not come or ends early, and the signal's reason when it aborts. No message repeats
 * what was sent.
 */
export async function postForStream(
  address: URL,
  body: unknown,
  { headers, signal, idleMs, most, onEvent }: StreamOptions,
): Promise<Streamed> {
  const idle = new IdleLimit(idleMs);
  const stop = signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]);
  let response: Response;
  let end: Streamed["end"] = "whole";
  let came: StreamBody;
  try {
    const accept = "text/event-stream, application/json";
    response = await sendJson(address, body, { headers, accept, signal: stop });
    let size = 0;
    const parser = createParser({
      onEvent({ data, event }) {
        size += EVENT;
        if (end === "whole" && onEvent(data, event) === "enough") end = "enough";
      },
      onError: () => size += EVENT,
    });
    came = new StreamBody(response, parser.feed);
    const decoder = new TextDecoder();
    const lines = createLineFeeds();
    for await (const piece of piecesOf(response)) {
      idle.restart();
      size += Math.max(PIECE, piece.length);
      for (let at = 0; at < piece.length && end === "whole"; at += AT_ONCE) {
        came.take(lines(decoder.decode(piece.subarray(at, at + AT_ONCE), { stream: true })));
        if (end === "whole" && size > most) end = "too-long";
      }
      if (end !== "whole") break;
    }
    came.end();
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (idle.signal.aborted) throw idle.signal.reason;
    throw new RaError("io", failedExchange(error), { cause: error });
  } finally {
    idle.end();
  }
  if (end !== "whole") idle.abort();
  const { text } = came;
  const json = parsedJson(text) ?? parsedJson(/^data:(.*)/m.exec(text)?.[1] ?? "");
  return {
    status: response.status,
    retryAfterMs: pauseAskedFor(response.headers, json),
    text,
    json,
    isStream: came.isStream,
    location: response.headers.get("location") ?? undefined,
    end,
  };
}

/** How a line of an event or a comment begins, and what JSON and web pages begin with. */
const EVENT_LINE = /^(?:data|event|id|retry)?:/;
const FIELDS = ["data:", "event:", "id:", "retry:"];
const WHOLE = /^[{[<]/;

/** Tells a stream of events from a whole body by how it begins: services send either under any type, or none. */
class StreamBody {
  readonly #feed: (text: string) => void;
  readonly #mayStream: boolean;
  /** Whether the service calls it a stream of events. */
  readonly #isNamedStream: boolean;
  readonly #texts: string[] = [];
  #isStream: boolean | undefined;
  /** What has come before it is clear. */
  #head = "";

  constructor({ ok, headers }: Response, feed: (text: string) => void) {
    this.#feed = feed;
    this.#mayStream = ok;
    this.#isNamedStream = /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
  }

  get isStream(): boolean {
    return this.#isStream === true;
  }

  /** The body that was not a stream. */
  get text(): string {
    return this.#texts.join("");
  }

  take(piece: string): void {
    let text = piece;
    if (this.#isStream === undefined) {
      this.#head = (this.#head + piece).trimStart();
      this.#isStream = this.#kind();
      if (this.#isStream === undefined) return;
      text = this.#head;
    }
    if (this.#isStream) this.#feed(text);
    else this.#texts.push(text);
  }

  /** The last event need not have its empty line. */
  end(): void {
    this.#isStream ??= this.#mayStream && this.#isNamedStream;
    if (this.#isStream) this.#feed("\n\n");
    else if (this.#texts.length === 0) this.#texts.push(this.#head);
  }

  #kind(): boolean | undefined {
    if (!this.#mayStream) return false;
    if (this.#head === "") return undefined;
    if (this.#isNamedStream) return !WHOLE.test(this.#head);
    if (EVENT_LINE.test(this.#head)) return true;
    return FIELDS.some((field) => field.startsWith(this.#head)) ? undefined : false;
  }
}

/** Aborts when nothing has come for so long. */
class IdleLimit {
  readonly #milliseconds: number;
  readonly #controller = new AbortController();
  #forget: () => void;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#forget = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something has come. */
  restart(): void {
    this.end();
    this.#forget = this.#start();
  }

  end(): void {
    this.#forget();
  }

  abort(): void {
    this.#controller.abort();
  }

  #start(): () => void {
    const milliseconds = this.#milliseconds;
    return after(milliseconds, () => {
      this.#controller.abort(new RaError("io", `nothing came for ${milliseconds / 1000} seconds`));
    });
  }
}

/** Makes all ends of lines `\n`. For each `\r`, the parser would look for a `\n` to the end of what has come. */
function createLineFeeds(): (piece: string) => string {
  let endedInReturn = false;
  return (piece) => {
    const from = endedInReturn && piece.startsWith("\n") ? 1 : 0;
    if (piece !== "") endedInReturn = piece.endsWith("\r");
    return piece.slice(from).replace(/\r\n?/g, "\n");
  };
}
