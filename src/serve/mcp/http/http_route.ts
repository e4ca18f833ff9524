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
import type { McpAnswers } from "../answers.ts";
import { createServer, type ServerOptions } from "../server.ts";
import { createSessions, type HttpSession } from "./sessions.ts";
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

interface StreamableSession extends HttpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

interface SseSession extends HttpSession {
  readonly transport: SseTransport;
}

/**
 * Clients of the 2026 revision have no sessions. A client of 2025 gets a session when it initializes, so that its
 * server knows what it cancels and which log level it sets. Without a session it is served too.
 */
export function createMcpRoute(
  answers: McpAnswers<AskedCall>,
  options: ServerOptions,
  report: (message: string) => void,
): McpRoute {
  const clients = new McpClients(answers, options, report);
  const routes = new Hono<Served>();
  routes.all("/mcp", ({ req: { raw }, env }) => clients.answer(raw, env?.connection));
  // `get` would also answer HEAD, and open a stream for it.
  routes.all(
    "/sse",
    ({ req, env }) => req.method === "GET" ? clients.openStream(env?.connection?.client) : notAllowed("GET"),
  );
  routes.post("/messages", ({ req }) => clients.post(req.raw, req.query("sessionId") ?? ""));
  routes.all("/messages", () => notAllowed("POST"));
  return { routes, close: () => clients.close() };
}

/** The clients of a server, with their sessions. */
class McpClients {
  readonly #serverOf: (client: string) => ReturnType<typeof createServer>;
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #sessionless: ReturnType<typeof legacyStatelessFallback>;
  readonly #streamable = createSessions<StreamableSession>(LIMITS);
  readonly #streams = createSessions<SseSession>(LIMITS);

  constructor(answers: McpAnswers<AskedCall>, options: ServerOptions, report: (message: string) => void) {
    const onerror = ({ message }: Error): void => report(message);
    this.#serverOf = (client) => createServer(answers, options, client);
    const factory: McpServerFactory = ({ authInfo }) => this.#serverOf(authInfo?.clientId ?? "");
    this.#modern = createMcpHandler(factory, { legacy: "reject", onerror, maxSubscriptions: LIMITS.most });
    this.#sessionless = legacyStatelessFallback(factory, onerror);
  }

  /** Answers a request of Streamable HTTP. */
  async answer(raw: Request, connection: Served["Bindings"]["connection"] | undefined): Promise<Response> {
    const parsedBody = await parsedBodyOf(raw);
    if (Array.isArray(parsedBody) && parsedBody.length > MAX_TOGETHER) {
      return rpcError(400, -32600, `a request has at most ${MAX_TOGETHER} messages`);
    }
    const { client: machine, id = "" } = connection ?? {};
    // A client without a session is known by its connection.
    const passed: Passed = {
      authInfo: { token: "", scopes: [], clientId: machine ?? `connection ${id}` },
      parsedBody,
    };
    return (await isLegacyRequest(raw, parsedBody))
      ? await this.#answerLegacy(raw, passed, machine)
      : await this.#modern.fetch(raw, passed);
  }

  async openStream(machine: string | undefined): Promise<Response> {
    const transport = createSseTransport((sessionId) => `/messages?sessionId=${sessionId}`);
    const server = this.#serverOf(machine ?? transport.sessionId);
    server.onclose = () => this.#streams.remove(transport.sessionId);
    this.#streams.add(transport.sessionId, { transport, close: () => void transport.close() });
    await server.connect(transport);
    return transport.response;
  }

  /** Takes a message of a client that has an event stream. */
  async post(request: Request, sessionId: string): Promise<Response> {
    const session = this.#streams.find(sessionId);
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

  async close(): Promise<void> {
    this.#streamable.closeAll();
    this.#streams.closeAll();
    await this.#modern.close();
  }

  async #answerLegacy(request: Request, passed: Passed, machine: string | undefined): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const session = this.#streamable.find(id);
      return session === undefined
        ? rpcError(404, -32001, "this session has ended; initialize a new one")
        : await session.transport.handleRequest(request, passed);
    }
    if (request.method !== "POST" || !initializes(passed.parsedBody)) return await this.#sessionless(request, passed);
    const session = crypto.randomUUID();
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => session,
      onsessioninitialized: (sessionId) =>
        this.#streamable.add(sessionId, { transport, close: () => void transport.close() }),
      onsessionclosed: (sessionId) => this.#streamable.remove(sessionId),
    });
    await this.#serverOf(machine ?? session).connect(transport);
    return await transport.handleRequest(request, passed);
  }
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
