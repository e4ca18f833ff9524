/**
 * The transport of the protocol's first revision (2024-11-05). Answers go over one event stream, and requests come by
 * POST.
 */
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { every } from "../../../host/clock.ts";

export interface SseTransport extends Transport {
  readonly sessionId: string;
  /** The event stream. */
  readonly response: Response;
  /** Takes a posted message. Throws if it does not follow the protocol. */
  receive(message: unknown): void;
}

/** Sends a comment this often, because proxies close a silent stream. */
const KEEP_ALIVE_MS = 15_000;

/** `postTo` makes the address for messages from the session's id. */
export function createSseTransport(postTo: (sessionId: string) => string): SseTransport {
  const sessionId = crypto.randomUUID();
  const encoder = new TextEncoder();
  let isClosed = false;
  let write = (_text: string): void => {};
  let end = (): void => {};
  let stopKeepingAlive = (): void => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (text) => controller.enqueue(encoder.encode(text));
      end = () => controller.close();
    },
    // The client has disconnected.
    cancel: () => close(true),
  });
  const close = (isCancelled: boolean): void => {
    if (isClosed) return;
    isClosed = true;
    stopKeepingAlive();
    if (!isCancelled) end();
    transport.onclose?.();
  };
  const transport: SseTransport = {
    sessionId,
    response: new Response(stream, {
      headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" },
    }),
    start() {
      write(`event: endpoint\ndata: ${postTo(sessionId)}\n\n`);
      stopKeepingAlive = every(KEEP_ALIVE_MS, () => write(": still here\n\n"));
      return Promise.resolve();
    },
    send(message: JSONRPCMessage) {
      if (isClosed) return Promise.reject(new Error("the client is gone"));
      write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      return Promise.resolve();
    },
    close: () => Promise.resolve(close(false)),
    receive(message) {
      transport.onmessage?.(parseJSONRPCMessage(message));
    },
  };
  return transport;
}
