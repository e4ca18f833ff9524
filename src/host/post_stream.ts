/** Sends JSON to an HTTP service, and reads what it says piece by piece. Only language models need it. */
import { createParser } from "eventsource-parser";
import { RaError } from "../errors.ts";
import { after } from "./clock.ts";
import { parsedJson, reasonOf, waitOf } from "./post_json.ts";

export interface StreamOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** How long nothing may come, in milliseconds. */
  readonly idleMs: number;
  /** The most bytes of an answer. */
  readonly most: number;
  /** The data of each event, where the answer is a stream of events. */
  onEvent(data: string): void;
}

export interface Streamed {
  readonly status: number;
  /** What the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The answer that was no stream; undefined if it is not JSON. */
  readonly json: unknown;
  /** Whether events came. */
  readonly isStream: boolean;
}

/**
 * Follows no redirection, as another address may belong to somebody else. Throws `io` when the answer does not come or
 * ends early, and the signal's reason when it aborts. No message repeats what was sent.
 */
export async function postForStream(
  address: URL,
  body: unknown,
  { headers, signal, idleMs, most, onEvent }: StreamOptions,
): Promise<Streamed> {
  const idle = new AbortController();
  const late = (): void => idle.abort(new RaError("io", `nothing came for ${idleMs / 1000} seconds`));
  let forget = after(idleMs, late);
  const stop = signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]);
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream, application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: stop,
    });
    const isStream = response.ok && /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    const parser = createParser({ onEvent: ({ data }) => onEvent(data) });
    const decoder = new TextDecoder();
    const chunks: Uint8Array[] = [];
    let size = 0;
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader!.read()) {
      forget();
      forget = after(idleMs, late);
      size += part.value.length;
      if (size > most) {
        await reader!.cancel().catch(() => {});
        throw new RaError("io", `its answer is longer than ${most.toLocaleString("en-US")} bytes`);
      }
      if (isStream) parser.feed(decoder.decode(part.value, { stream: true }));
      else chunks.push(part.value);
    }
    return {
      status: response.status,
      retryAfterMs: waitOf(response.headers.get("retry-after")),
      json: isStream ? undefined : parsedJson(chunks),
      isStream,
    };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (idle.signal.aborted) throw idle.signal.reason;
    if (error instanceof RaError) throw error;
    throw new RaError("io", reasonOf(error), { cause: error });
  } finally {
    forget();
  }
}
