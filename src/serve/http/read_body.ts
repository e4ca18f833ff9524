/** Reads the body of a request before its turn begins, so that a slow client holds nothing but its connection. */
import type { MiddlewareHandler } from "hono";
import { after } from "../../host/clock.ts";

export interface BodyLimits {
  /** The most bytes of one body. */
  readonly most: number;
  /** The most bytes of all bodies that are on their way. The one that is oldest makes room. */
  readonly mostTogether: number;
  /** How many milliseconds a body may take. */
  readonly deadlineMs: number;
  refuse(reason: "too-long" | "too-slow"): Response;
}

interface BodyReading {
  bytes: number;
  stop(): void;
}

export function readBody({ most, mostTogether, deadlineMs, refuse }: BodyLimits): MiddlewareHandler {
  /** Ordered by age, oldest first. */
  const underWay = new Set<BodyReading>();
  let together = 0;

  return async ({ req }, next) => {
    const { body, headers } = req.raw;
    if (body === null) return await next();
    const length = headers.has("transfer-encoding") ? NaN : Number(headers.get("content-length"));
    if (length > most) return refuse("too-long");
    const pieces: Uint8Array[] = [];
    const reader = body.getReader();
    let isStopped = false;
    let stop = (): void => {};
    const stopped = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
    const reading: BodyReading = {
      bytes: 0,
      stop() {
        isStopped = true;
        stop();
      },
    };
    const forget = after(deadlineMs, reading.stop);
    underWay.add(reading);
    try {
      for (;;) {
        const piece = await Promise.race([reader.read(), stopped]);
        if (piece === undefined || isStopped) return refuse("too-slow");
        if (piece.done) break;
        pieces.push(piece.value);
        reading.bytes += piece.value.length;
        together += piece.value.length;
        if (reading.bytes > most) return refuse("too-long");
        for (const oldest of underWay) if (together > mostTogether && oldest !== reading) drop(oldest);
      }
    } finally {
      forget();
      drop(reading);
    }
    const bytes = new Uint8Array(reading.bytes);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    const { url, method, signal } = req.raw;
    req.raw = new Request(url, { method, headers, signal, body: bytes });
    return await next();
  };

  function drop(reading: BodyReading): void {
    if (!underWay.delete(reading)) return;
    together -= reading.bytes;
    reading.stop();
  }
}
