/** Sends JSON to an HTTP service. Only models that are services need it. */
import { RaError } from "../errors.ts";
import { failedExchange, retryAfterMs } from "./retry.ts";
import { parsedJson, sendJson } from "./send_json.ts";

export interface Posted {
  readonly status: number;
  /** What the service asks to wait, in milliseconds. */
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
  const chunks: Uint8Array[] = [];
  try {
    response = await sendJson(address, body, { headers, accept: "application/json", signal });
    let size = 0;
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader!.read()) {
      size += part.value.length;
      if (size > most) {
        await reader!.cancel().catch(() => {});
        throw failed(`its answer is longer than ${most.toLocaleString("en-US")} bytes`);
      }
      chunks.push(part.value);
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof RaError) throw error;
    throw failed(failedExchange(error), error);
  }
  return {
    status: response.status,
    retryAfterMs: retryAfterMs(response.headers.get("retry-after")),
    json: parsedJson(decoded(chunks)),
  };
}

function decoded(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}
