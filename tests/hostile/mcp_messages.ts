/** What a client of `ra mcp` says, and what it hears, for hostile folders. */

/** The lines of a client: the handshake, then the requests, whose ids count from 1. */
export function mcpInput(...requests: readonly object[]): string {
  const initialize = {
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "hostile", version: "1" } },
  };
  return [initialize, ...requests].map((request, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`).join(
    "",
  );
}

/** The answers by the ids of their requests. */
export function mcpAnswers(stdout: string): ReadonlyMap<number, unknown> {
  const messages = stdout.split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line) as { readonly id?: number; readonly result?: unknown; readonly error?: unknown }
  );
  return new Map(messages.flatMap(({ id, result, error }) => (id === undefined ? [] : [[id, result ?? error]])));
}
