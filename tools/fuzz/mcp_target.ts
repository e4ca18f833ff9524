/** Sends any bytes to an MCP server as the lines of a client. Each request must get its answer. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMessageReader } from "../../src/serve/mcp/message_reader.ts";
import { createAnswers } from "../../src/serve/mcp/answers.ts";
import { createAnswerer, createCalledAnswers } from "../../src/serve/mcp/called_answers.ts";
import { callHere } from "../../src/serve/threads/callers.ts";
import { createProject, type Project } from "../../src/serve/mcp/project.ts";
import { createServer } from "../../src/serve/mcp/server.ts";
import { createFiles } from "../../tests/workspace/project.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const FILES = {
  "docs/a.md": "---\ntags: [a]\n---\n# Alpha\n\nneedle beta\n\n## Beta\n\ngamma needle\n",
  "docs/b.md": "# Gamma\n\nalpha\n",
  "code.py": "def needle():\n    return alpha\n",
};
const METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "server/discover",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
];
const WORDS = [
  "needle",
  "docs:a.md",
  "docs:a.md#beta",
  "code.py",
  "../../etc/passwd",
  "ra://docs/a.md",
  "ra://docs/%00",
  "ra://docs/a.md#%",
  "ra:/\\",
  "research",
  "docs",
  "tree",
  "path",
  "section",
  "debug",
  "tree:x (",
  '"',
  "\u202e\0\ud800",
  "x".repeat(5000),
  "2025-06-18",
  "2026-07-28",
];
const NAMES = ["search", "context", "get", "list_sources", "research", "nothing"];

const word = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WORDS) }, { weight: 1, arbitrary: fc.string() });
const anything = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: fc.array(word, { maxLength: 4 }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, -1, 5, 1e9, 1.5, 1e308, true, false, null) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const callArguments = fc.record({
  queries: maybe(anything),
  files: maybe(anything),
  id: maybe(anything),
  limit: maybe(anything),
  max_tokens: maybe(anything),
  list: maybe(anything),
  full_document: maybe(anything),
  task: maybe(anything),
});
const params = fc.record({
  name: maybe(fc.oneof(fc.constantFrom(...NAMES), anything)),
  arguments: maybe(fc.oneof({ weight: 4, arbitrary: callArguments }, { weight: 1, arbitrary: anything })),
  uri: maybe(anything),
  cursor: maybe(anything),
  ref: maybe(fc.oneof(
    fc.constantFrom({ type: "ref/resource", uri: "ra://{tree}/{+path}" }, { type: "ref/prompt", name: "research" }),
    anything,
  )),
  argument: maybe(fc.oneof(fc.record({ name: word, value: word }), anything)),
  level: maybe(anything),
  requestId: maybe(fc.nat(5)),
  protocolVersion: maybe(anything),
  capabilities: maybe(anything),
  clientInfo: maybe(anything),
  _meta: maybe(fc.oneof(fc.record({ progressToken: anything }), anything)),
});
const message = fc.record({
  jsonrpc: fc.oneof({ weight: 12, arbitrary: fc.constant("2.0") }, { weight: 1, arbitrary: anything }),
  id: maybe(fc.oneof({ weight: 8, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: anything })),
  method: fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...METHODS) }, { weight: 1, arbitrary: anything }),
  params: maybe(fc.oneof({ weight: 8, arbitrary: params }, { weight: 1, arbitrary: anything })),
});
/** A value of the right shape, and sometimes of any. */
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: anything });
const words = fc.array(word, { minLength: 1, maxLength: 3 });
const budget = {
  limit: maybe(mostly(fc.nat(120))),
  max_tokens: maybe(mostly(fc.nat(9000))),
  list: maybe(mostly(fc.boolean())),
};
const named = (name: string, given: fc.Arbitrary<object>) => fc.record({ name: fc.constant(name), arguments: given });
const rightly = fc.oneof(
  ...([
    ["tools/call", named("search", fc.record({ queries: mostly(fc.oneof(word, words)), ...budget }))],
    ["tools/call", named("context", fc.record({ files: mostly(words), ...budget }))],
    ["tools/call", named("get", fc.record({ id: mostly(word), full_document: maybe(mostly(fc.boolean())) }))],
    ["tools/call", named("list_sources", fc.record({}))],
    ["prompts/get", named("research", fc.record({ task: mostly(word), files: maybe(mostly(word)) }))],
    ["resources/read", fc.record({ uri: mostly(word) })],
    ["resources/list", fc.record({ cursor: maybe(mostly(word)) })],
    [
      "completion/complete",
      fc.record({
        ref: mostly(fc.constant({ type: "ref/resource", uri: "ra://{tree}/{+path}{#section}" })),
        argument: mostly(fc.record({ name: fc.constantFrom("tree", "path", "section"), value: mostly(word) })),
        context: maybe(mostly(fc.record({ arguments: fc.record({ tree: word, path: word }) }))),
      }),
    ],
  ] as const).map(([method, given]) =>
    fc.record({ jsonrpc: fc.constant("2.0"), id: fc.nat(1000), method: fc.constant(method), params: given })
  ),
);
const encoder = new TextEncoder();
const messages = fc.array(fc.oneof(rightly, message), { maxLength: 6 }).map((list) =>
  encoder.encode(list.map((one) => `${JSON.stringify(one)}\n`).join(""))
);
const PIECES = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ",",
  ":",
  "\n",
  '"jsonrpc":"2.0"',
  '"id":1',
  '"method":"ping"',
  "null",
  "1e999",
];

const HANDSHAKE = [
  {
    jsonrpc: "2.0",
    id: "handshake",
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
].map((each) => `${JSON.stringify(each)}\n`).join("");
/** How long an answer may take. The documents are tiny. */
const PATIENCE_MS = 20_000;

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

let project: Project | undefined;

export const mcpTarget: Target = {
  name: "mcp",
  inputs: fc.oneof({ weight: 6, arbitrary: messages }, { weight: 1, arbitrary: soup(PIECES, 20) }),
  async check(input) {
    project ??= createProject({
      directory: "/project",
      home: undefined,
      fs: createFiles(FILES),
      warn: () => {},
    });
    const answers = await talk(project, input);
    for (const { result, error } of answers) {
      const said = JSON.stringify(result ?? error);
      // The SDK answers parameters of a wrong shape with this code, and a list of what is wrong.
      const isInternal = error?.code === -32603 && !error.message.startsWith("[");
      assert.ok(!said.includes("something unexpected") && !isInternal, said.slice(0, 2000));
    }
    const got = answers.map(({ id }) => JSON.stringify(id));
    for (const id of requestsIn(input)) assert.ok(got.includes(id), `request ${id} got no answer`);
  },
};

/** Speaks with a server of its own until every request is answered. */
async function talk(served: Project, input: Uint8Array): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let wake = (): void => {};
  const take = (message: JSONRPCMessage | Answer): void => {
    if ("result" in message || "error" in message) answers.push(message);
    wake();
  };
  const transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message) => Promise.resolve(take(message)),
  };
  const called = createCalledAnswers(callHere(createAnswerer(createAnswers(served), () => {})));
  const handle = serveStdio(() => createServer(called, { structured: true }, "fuzz"), {
    transport,
    onerror: () => {},
  });
  const reader = createMessageReader({
    onMessage: (message) => transport.onmessage?.(message),
    onProblem: ({ id, code, message }) => take({ id, error: { code, message } }),
  });
  reader.push(encoder.encode(HANDSHAKE));
  reader.push(input);
  reader.end();
  const awaited = requestsIn(input);
  const deadline = Date.now() + PATIENCE_MS;
  while (!awaited.every((id) => answers.some((answer) => JSON.stringify(answer.id) === id))) {
    if (Date.now() > deadline) break;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 200);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  await handle.close();
  return answers;
}

/** The ids of the requests that must be answered, as JSON. A client may cancel a request, and then needs no answer. */
function requestsIn(input: Uint8Array): readonly string[] {
  const values = new TextDecoder().decode(input).split("\n").flatMap((line): readonly Record<string, unknown>[] => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value as Record<string, unknown>] : [];
    } catch {
      return [];
    }
  });
  const cancelled = new Set(
    values.filter(({ method }) => method === "notifications/cancelled").map(({ params }) =>
      JSON.stringify((params as { readonly requestId?: unknown } | undefined)?.requestId)
    ),
  );
  return [
    ...new Set(
      values.filter(({ id, method, result, error }) =>
        (typeof id === "string" || Number.isSafeInteger(id)) && typeof method === "string" && result === undefined &&
        error === undefined
      ).map(({ id }) => JSON.stringify(id)),
    ),
  ].filter((id) => !cancelled.has(id));
}
