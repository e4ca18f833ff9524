/** What all requests with JSON share. */

export interface SendOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** What answers may be, as the header `accept` says it. */
  readonly accept: string;
  readonly signal: AbortSignal;
}

/** Posts JSON. Follows no redirection, as another address may belong to somebody else. */
export function sendJson(address: URL, body: unknown, { headers, accept, signal }: SendOptions): Promise<Response> {
  return fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...headers },
    body: JSON.stringify(body),
    redirect: "manual",
    signal,
  });
}

/** Undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
