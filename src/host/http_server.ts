/** An HTTP server over web-standard requests and responses. It works the same on every runtime. */
import { createServer, type IncomingMessage } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RaError } from "../errors.ts";
import { type Connection, createConnections } from "./connections.ts";
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
  fetch(request: Request, connection: Connection): Promise<Response> | Response;
}

/** How many milliseconds a client may take to send the headers, and the whole request. The answer may take longer. */
const DEADLINES = { headersTimeout: 5_000, requestTimeout: 8_000, connectionsCheckingInterval: 1_000 };

/** Throws `io` when the port is in use, the address is not one of this machine's, or the runtime forbids listening. */
export async function startHttpServer({ host, port, fetch }: HttpServerOptions): Promise<HttpServer> {
  const connections = createConnections();
  const connectionOf = new WeakMap<IncomingMessage, Connection>();
  // Replaces the global Request and Response by those of hono, because its middleware makes requests from requests.
  const listener = getRequestListener(
    (request, { incoming }) => fetch(request, connectionOf.get(incoming as IncomingMessage)!),
    {
      errorHandler: (error) =>
        error instanceof RequestError
          ? textResponse(400, "the address or the Host header cannot be read")
          : textResponse(500, "internal error"),
    },
  );
  const server = createServer(DEADLINES, (request, response) => {
    const connection = connections.begin(request, response);
    if (connection === undefined) return;
    connectionOf.set(request, connection);
    if (request.complete || isBodiless(request)) connections.busy(request, response);
    else request.once("end", () => connections.busy(request, response));
    // Only a client that takes this server for a proxy names another server in the address.
    if (request.url?.startsWith("/") !== true) {
      response.writeHead(400, { "content-type": TEXT, connection: "close" }).end("the address has to begin with /\n");
      return;
    }
    void listener(request, response);
  });
  server.on("connection", connections.add);
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

const TEXT = "text/plain; charset=utf-8";

function textResponse(status: number, line: string): Response {
  return new Response(`${line}\n`, { status, headers: { "content-type": TEXT } });
}

function isBodiless({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0";
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
