/** An HTTP server over web-standard requests and responses. It works the same on every runtime. */
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RaError } from "../errors.ts";
import { failureCode } from "./io_error.ts";

export interface HttpServer {
  /** The port that the server listens on. */
  readonly port: number;
  /** Ends open connections and stops listening. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  /** Address to listen on. */
  readonly host: string;
  /** The port to listen on; 0 picks a free one. */
  readonly port: number;
  /**
   * Answers a request. The request's signal is aborted when the client disconnects. When this throws, the answer is
   * 500.
   */
  fetch(request: Request): Promise<Response> | Response;
}

/** The most connections that can be open. Further ones are refused. */
const MOST_CONNECTIONS = 1024;
/** How many milliseconds a client may take to send a request. The answer may take longer. */
const REQUEST_TIMEOUT = 30_000;

/** Throws `io` when the port is in use, the address is not one of this machine's, or the runtime forbids listening. */
export async function startHttpServer({ host, port, fetch }: HttpServerOptions): Promise<HttpServer> {
  // Replaces the global Request and Response by those of hono, because its middleware makes requests from requests.
  const listener = getRequestListener((request) => fetch(request), {
    errorHandler: () => new Response("internal error\n", { status: 500 }),
  });
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT, headersTimeout: REQUEST_TIMEOUT },
    (request, response) => void listener(request, response),
  );
  server.maxConnections = MOST_CONNECTIONS;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  } catch (cause) {
    throw cannotListen(host, port, cause);
  }
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function cannotListen(host: string, port: number, cause: unknown): RaError {
  const code = failureCode(cause);
  const place = `${host}:${port}`;
  if (code === "EADDRINUSE" || code === "AddrInUse") {
    return new RaError("io", `cannot listen on ${place}: another program uses this port`, {
      hint: "choose another port; 0 picks a free one",
      cause,
    });
  }
  if (code === "NotCapable") {
    return new RaError("io", `cannot listen on ${place}: Deno was started without permission for it`, {
      hint: `start with --allow-net=${place}`,
      cause,
    });
  }
  const why = code === "EACCES"
    ? "permission denied"
    : ["EADDRNOTAVAIL", "ENOTFOUND", "EINVAL"].includes(code)
    ? "this machine has no such address"
    : cause instanceof Error
    ? cause.message
    : String(cause);
  return new RaError("io", `cannot listen on ${place}: ${why}`, { cause });
}
