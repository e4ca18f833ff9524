/** Sends JSON to an HTTP service. Only models that are services need it. */
import { RaError } from "../errors.ts";
import { BoundedBytes, failedExchange, parsedJson, piecesOf, sendJson } from "./exchange.ts";
import { pauseAskedFor } from "./services/service_words.ts";

export interface Posted {
  readonly status: number;
  /** What the service asks to wait, in milliseconds. Of use only where it is busy. */
  readonly retryAfterMs: number | undefined;
  /** The answer; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The most bytes of an answer. */
  readonly most: number;
}

/**
 * Throws `io` when there is no answer, and the signal's reason when it aborts. No message repeats what was sent.
 */
export async function postJson(address: URL, body: unknown, { headers, signal, most }: PostOptions): Promise<Posted> {
  const failed = (why: string, cause?: unknown): RaError => new RaError("io", why, { cause });
  let response: Response;
  const answer = new BoundedBytes(most);
  try {
    response = await sendJson(address, body, { headers, accept: "application/json", signal });
    for await (const piece of piecesOf(response)) {
      answer.add(piece);
      if (answer.isOver) throw failed(`its answer is longer than ${most.toLocaleString("en-US")} bytes`);
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof RaError) throw error;
    throw failed(failedExchange(error), error);
  }
  const json = parsedJson(answer.text());
  return { status: response.status, retryAfterMs: pauseAskedFor(response.headers, json), json };
}
