/** `ra mcp` */
import { RaError } from "../../errors.ts";
import { onExit } from "../../host/process.ts";
import { createRest } from "../../host/release_memory.ts";
import { inputIsTerminal, standardError } from "../../host/standard_streams.ts";
import { createCalledAnswers } from "../../serve/mcp/called_answers.ts";
import { prepareAnswers, type ProjectSetup } from "../../serve/mcp/prepare_answers.ts";
import type { ServerOptions } from "../../serve/mcp/server.ts";
import type { Caller } from "../../serve/threads/call.ts";
import { callHere, startCaller } from "../../serve/threads/callers.ts";
import { MAX_ANSWER_MS } from "../../serve/threads/limit_calls.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { McpFlags } from "../commands/mcp.ts";
import type { Invocation } from "../invocation.ts";
import { readToken } from "./token.ts";

/** Runs until the client closes its end or the process ends. */
export async function mcp(
  invocation: Invocation,
  _: [],
  { lockTimeout, http, host, token, structured }: McpFlags,
): Promise<void> {
  if (http === undefined && (host ?? token) !== undefined) {
    throw new RaError("usage", "--host and --token go with --http", {
      hint: "without --http only the program that started ra can ask",
    });
  }
  const setup: ProjectSetup = {
    directory: invocation.directory,
    home: invocation.home,
    trust: invocation.trust,
    lockTimeout: lockTimeout === undefined ? undefined : lockTimeout * 1000,
    timeLimit: MAX_ANSWER_MS,
  };
  const server = { structured: structured === true };
  const report = (message: string): void => invocation.warn({ code: "mcp", message: sanitizeLine(message) });
  // A thread of its own costs memory, and one client alone does not need it.
  const caller = http === undefined ? callHere(await prepareAnswers(setup, invocation.warn)) : await startCaller({
    module: new URL("../../serve/mcp/mcp_worker.ts", import.meta.url),
    setup,
    prepare: prepareAnswers,
    warn: invocation.warn,
  });
  const forget = onExit(caller.close);
  try {
    if (http !== undefined) {
      return await serveHttp(caller, server, report, {
        host,
        port: http === true ? undefined : http,
        token: readToken(invocation, token),
      });
    }
    if (inputIsTerminal()) {
      standardError.write(
        "ra: waiting for an MCP client on standard input, which starts this by itself (docs/mcp.md); Ctrl-D ends it\n",
      );
    }
    const { serveStdio } = await import("../../serve/mcp/serve_stdio.ts");
    await serveStdio(createCalledAnswers(caller), server, report, createRest()).ended;
  } finally {
    forget();
    caller.close();
  }
}

async function serveHttp(
  caller: Caller,
  server: ServerOptions,
  report: (message: string) => void,
  options: { host: string | undefined; port: number | undefined; token: string | undefined },
): Promise<never> {
  const [{ serve }, { createMcpRoute }] = await Promise.all([
    import("../../serve/http/serve.ts"),
    import("../../serve/mcp/http/http_route.ts"),
  ]);
  const { routes } = createMcpRoute(createCalledAnswers(caller), server, report);
  const { url } = await serve({ ...options, routes, onAnswer: createRest() });
  standardError.write(`ra: MCP at ${url}/mcp (older clients: ${url}/sse); Ctrl-C ends it\n`);
  return await new Promise<never>(() => {});
}
