/** MCP over HTTP: `/mcp` for Streamable HTTP of every revision, `/sse` and `/messages` for the older transport. */
import { Hono } from "hono";
import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpHandlerRequestOptions,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { AskedCall } from "../../threads/call.ts";
import type { Answers } from "../answers.ts";
import { createServer, type ServerOptions } from "../server.ts";
import { createSessions, type Session } from "./sessions.ts";
import { createSseTransport, type SseTransport } from "./sse_transport.ts";
import type { Served } from "../../http/served.ts";

export interface McpRoute {
  readonly routes: Hono<Served>;
  close(): Promise<void>;
}

const LIMITS = { most: 256, quietMs: 3_600_000 };

/** The most messages of one request, which revisions before 2025-06-18 allow. */
const MAX_TOGETHER = 32;

type Passed = McpHandlerRequestOptions;

interface StreamableSession extends Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

interface SseSession extends Session {
  readonly transport: SseTransport;
}

/**
 * Clients of the 2026 revision have no sessions. A client of 2025 gets a session when it initializes, so that its
 * server knows what it cancels and which log level it sets. Without a session it is served too.
 */
export function createMcpRoute(
  answers: Answers<AskedCall>,
  options: ServerOptions,
  report: (message: string) => void,
): McpRoute {
  const onerror = ({ message }: Error): void => report(message);
  const serverOf = (client: string) => createServer(answers, options, client);
  const factory: McpServerFactory = ({ authInfo }) => serverOf(authInfo?.clientId ?? "");
  const modern = createMcpHandler(factory, { legacy: "reject", onerror, maxSubscriptions: LIMITS.most });
  const sessionless = legacyStatelessFallback(factory, onerror);
  const streamable = createSessions<StreamableSession>(LIMITS);
  const streams = createSessions<SseSession>(LIMITS);

  async function answerLegacy(request: Request, passed: Passed, machine: string | undefined): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const session = streamable.find(id);
      return session === undefined
        ? rpcError(404, -32001, "this session has ended; initialize a new one")
        : await session.transport.handleRequest(request, passed);
    }
    if (request.method !== "POST" || !initializes(passed.parsedBody)) return await sessionless(request, passed);
    const session = crypto.randomUUID();
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => session,
      onsessioninitialized: (sessionId) =>
        streamable.add(sessionId, { transport, close: () => void transport.close() }),
      onsessionclosed: (sessionId) => streamable.remove(sessionId),
    });
    await serverOf(machine ?? session).connect(transport);
    return await transport.handleRequest(request, passed);
  }

  async function openStream(machine: string | undefined): Promise<Response> {
    const transport = createSseTransport((sessionId) => `/messages?sessionId=${sessionId}`);
    const server = serverOf(machine ?? transport.sessionId);
    server.onclose = () => streams.remove(transport.sessionId);
    streams.add(transport.sessionId, { transport, close: () => void transport.close() });
    await server.connect(transport);
    return transport.response;
  }

  async function post(request: Request, sessionId: string): Promise<Response> {
    const session = streams.find(sessionId);
    if (session === undefined) return rpcError(404, -32001, "there is no such event stream; open one with GET /sse");
    if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
      return rpcError(415, -32700, "messages are application/json");
    }
    try {
      session.transport.receive(await request.json());
    } catch {
      return rpcError(400, -32700, "this is not a message of the protocol");
    }
    return new Response("accepted", { status: 202 });
  }

  const routes = new Hono<Served>();
  routes.all("/mcp", async ({ req: { raw }, env }) => {
    const parsedBody = await parsedBodyOf(raw);
    if (Array.isArray(parsedBody) && parsedBody.length > MAX_TOGETHER) {
      return rpcError(400, -32600, `a request has at most ${MAX_TOGETHER} messages`);
    }
    const { client: machine, id = "" } = env?.connection ?? {};
    // A client without a session is known by its connection.
    const passed: Passed = {
      authInfo: { token: "", scopes: [], clientId: machine ?? `connection ${id}` },
      ...(parsedBody === undefined ? {} : { parsedBody }),
    };
    return (await isLegacyRequest(raw, parsedBody))
      ? await answerLegacy(raw, passed, machine)
      : await modern.fetch(raw, passed);
  });
  // `get` would also answer HEAD, and open a stream for it.
  routes.all(
    "/sse",
    ({ req, env }) => req.method === "GET" ? openStream(env?.connection?.client) : notAllowed("GET"),
  );
  routes.post("/messages", ({ req }) => post(req.raw, req.query("sessionId") ?? ""));
  routes.all("/messages", () => notAllowed("POST"));

  return {
    routes,
    async close() {
      streamable.closeAll();
      streams.closeAll();
      await modern.close();
    },
  };
}

/** Undefined for a request without JSON, which the protocol's own code refuses. */
async function parsedBodyOf(request: Request): Promise<unknown> {
  if (request.method !== "POST") return undefined;
  try {
    return await request.clone().json();
  } catch {
    return undefined;
  }
}

function initializes(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.some((message) => (message as { readonly method?: unknown } | null)?.method === "initialize");
}

function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}

function notAllowed(allow: string): Response {
  return new Response("method not allowed\n", { status: 405, headers: { allow } });
}
