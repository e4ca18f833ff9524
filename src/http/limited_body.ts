/** The same request with its body read; undefined when that is longer than `most` bytes. */
export async function withLimitedBody(request: Request, most: number): Promise<Request | undefined> {
  if (request.body === null || request.method === "GET" || request.method === "HEAD") return request;
  if (Number(request.headers.get("content-length") ?? 0) > most) return undefined;
  const pieces: Uint8Array[] = [];
  let total = 0;
  for await (const piece of request.body as unknown as AsyncIterable<Uint8Array>) {
    total += piece.length;
    if (total > most) return undefined;
    pieces.push(piece);
  }
  const body = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body, signal: request.signal });
}
