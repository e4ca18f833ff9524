/**
 * What all exchanges over HTTP share: sending, the bound of a body, when to ask again, and why one failed.
 *
 * There are two ways out. Services that the user named (`post_json.ts`, `post_stream.ts`) and downloads (`download.ts`)
 * go through {@link send}, the runtime's `fetch`, which knows its proxies. Pages of strangers go through
 * `http_client.ts`. It connects only to addresses that it has checked, so it takes `node:http`, which lets it choose
 * them, and no proxy, which would look up the name anew.
 */

/** The only call of `fetch`. */
export function send(address: URL | string, request: RequestInit): Promise<Response> {
  return fetch(address, request);
}

/** Posts JSON. Follows no redirection, as another address may belong to somebody else. */
export function sendJson(
  address: URL,
  body: unknown,
  { headers, accept, signal }: {
    readonly headers: Readonly<Record<string, string>>;
    /** What answers may be, as the header `accept` says it. */
    readonly accept: string;
    readonly signal: AbortSignal;
  },
): Promise<Response> {
  return send(address, {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...headers },
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  });
}

/** Undefined for what is not JSON. Numbers that Python writes and JSON does not have (`NaN`) count as `null`. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!NOT_FINITE.test(text)) return undefined;
  }
  try {
    return JSON.parse(text.replace(STRING_OR_NOT_FINITE, (found) => (found.startsWith('"') ? found : "null")));
  } catch {
    return undefined;
  }
}

const NOT_FINITE = /[[,:\s]-?(?:NaN|Infinity)\s*[\],}]/;
const STRING_OR_NOT_FINITE = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/** The pieces of a body, as they come. Whoever stops reading early ends the answer. */
export async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array, void, void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** The beginning of a body, up to a bound. */
export class BoundedBytes {
  readonly #most: number;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  /** `most` is in bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether more has come than the bound. */
  get isOver(): boolean {
    return this.#size > this.#most;
  }

  /** Keeps what is within the bound. */
  add(piece: Uint8Array): void {
    if (this.#size < this.#most) this.#pieces.push(piece.subarray(0, this.#most - this.#size));
    this.#size += piece.length;
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.min(this.#size, this.#most));
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  /** As UTF-8. */
  text(): string {
    const decoder = new TextDecoder();
    return this.#pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  }
}

/** Whether a later try may have another answer. */
export function isBusy(status: number): boolean {
  return status === 429 || status >= 500;
}

/** The pause that an answer asks for, in milliseconds: `Retry-After` in seconds, or as a date. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (header === null || header === undefined) return undefined;
  const milliseconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

/** The pause after so many tries, in milliseconds: twice as long each time. */
export function backoffMs(firstMs: number, tries: number): number {
  return firstMs * 2 ** (tries - 1);
}

/** Why an exchange failed. The cause of a failed `fetch` says more than the failure. */
export function failedExchange(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return REASONS[(cause as NodeJS.ErrnoException).code ?? ""] ?? (cause.message || cause.name);
}

/** What the runtimes name by a code, and each in its own words. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the server refuses connections",
  ECONNRESET: "the connection ended early",
  EPIPE: "the connection ended early",
  UND_ERR_SOCKET: "the connection ended early",
  ConnectionClosed: "the connection ended early",
  ConnectionRefused: "the server refuses connections",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name cannot be looked up now",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
};
