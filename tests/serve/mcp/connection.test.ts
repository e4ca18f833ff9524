// Tests what the wire shows: only protocol on stdout, the end with the client's, cancellation, progress, revisions.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { PROJECT, withProject } from "../../cli/project.ts";
import { childEnvironment, commandLine } from "../../cli/run_ra.ts";
import { INITIALIZE, INITIALIZED, type RawServer, startRaw, toolCall } from "./raw.ts";

const answerTo = (id: number) => (message: Readonly<Record<string, unknown>>): boolean => message["id"] === id;

async function withRaw(
  files: typeof PROJECT,
  work: (server: RawServer, directory: string) => Promise<void>,
): Promise<void> {
  await withProject(files, async (directory) => {
    const server = startRaw(directory);
    try {
      server.send(INITIALIZE);
      await server.until(answerTo(1));
      server.send(INITIALIZED);
      await work(server, directory);
    } finally {
      await server.close();
    }
  });
}

/** Makes so many files that indexing them takes a while. */
function manyFiles(count: number): typeof PROJECT {
  const text = "The quick brown fox jumps over the lazy dog near the river bank. ".repeat(60);
  return {
    ...PROJECT,
    ...Object.fromEntries(
      Array.from(
        { length: count },
        (_, n) => [`docs/many/${n}.md`, `# Page ${n}\n\n${text}\n\n## Part ${n}\n\n${text}\n`],
      ),
    ),
  };
}

test("ra mcp writes only protocol to stdout and warnings to stderr, and ends with 0 when its input closes", () =>
  withProject(
    { ...PROJECT, ".ra.toml": `${String(PROJECT[".ra.toml"])}\n[tree.gone]\npath = "gone"\n` },
    async (directory) => {
      const server = startRaw(directory);
      server.send(INITIALIZE);
      const { result } = await server.until(answerTo(1)) as {
        result: { protocolVersion: string; serverInfo: { name: string }; instructions: string };
      };
      assert.deepEqual([result.protocolVersion, result.serverInfo.name], ["2025-06-18", "ra"]);
      assert.match(result.instructions, /context.*search/);
      server.send(INITIALIZED);
      server.send("this is not JSON");
      server.send(toolCall(2, "search", { queries: "defrost" }));
      await server.until(answerTo(2));
      server.send({ jsonrpc: "2.0", id: 3, method: "no/such/method" });
      const refused = await server.until(answerTo(3)) as { error: { code: number } };
      assert.equal(refused.error.code, -32601);
      server.send(toolCall(4, "serch", {}));
      const unknown = await server.until(answerTo(4)) as { error: { code: number; message: string } };
      assert.equal(unknown.error.code, -32602);
      assert.match(unknown.error.message, /did you mean search\?/);
      assert.equal(await server.close(), 0);
      for (const line of server.lines()) assert.equal((JSON.parse(line) as { jsonrpc: string }).jsonrpc, "2.0");
      assert.match(server.stderr(), /^ra: warning: .*tree gone/m);
    },
  ));

test("ra mcp ends when its input closes before the first message, and when you interrupt it", () =>
  withProject(PROJECT, async (directory) => {
    assert.equal(await startRaw(directory).close(), 0);
    for (const [name, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
      const server = startRaw(directory);
      server.send(INITIALIZE);
      await server.until(answerTo(1));
      assert.equal(await server.signal(name), code);
    }
  }));

test("ra mcp answers requests that arrive at once before its input closes", () =>
  withProject(PROJECT, async (directory) => {
    const server = startRaw(directory);
    server.send(INITIALIZE);
    server.send(INITIALIZED);
    server.send(toolCall(2, "search", { queries: "defrost" }));
    assert.equal(await server.close(), 0);
    const answers = server.lines().map((line) =>
      JSON.parse(line) as { id: number; result: { content?: { text: string }[] } }
    );
    assert.deepEqual(answers.map(({ id }) => id), [1, 2]);
    assert.match(answers[1]!.result.content![1]!.text, /The defrost mode/);
  }));

test("ra mcp does not answer a waiting call that the client cancels, and answers the next one", () =>
  withRaw(manyFiles(60), async (server) => {
    server.send(toolCall(2, "search", { queries: "fox" }));
    server.send(toolCall(3, "search", { queries: "dog" }));
    server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3, reason: "not needed" } });
    server.send(toolCall(4, "search", { queries: "river", limit: 1 }));
    await server.until(answerTo(4));
    assert.equal(server.lines().some((line) => (JSON.parse(line) as { id?: number }).id === 3), false);
  }));

test("the first call reports the progress of indexing in growing numbers", () =>
  withRaw(manyFiles(150), async (server) => {
    server.send(toolCall(2, "search", { queries: "fox", limit: 1 }, { progressToken: "p1" }));
    await server.until(answerTo(2));
    const steps = server.lines().map((line) =>
      JSON.parse(line) as {
        method?: string;
        params?: { progressToken: string; progress: number; total?: number; message?: string };
      }
    )
      .filter(({ method }) => method === "notifications/progress").map(({ params }) => params!);
    assert.ok(steps.length >= 2, JSON.stringify(steps));
    assert.ok(
      steps.every(({ progressToken }, n) =>
        progressToken === "p1" && (n === 0 || steps[n]!.progress > steps[n - 1]!.progress)
      ),
    );
    assert.match(steps.at(-1)!.message ?? "", /^(indexing|merging|publishing): \d+ of 154 files$/);
  }));

test("ra mcp also sends warnings as log notifications, at the level that the client asks for", () =>
  withRaw(
    { ...PROJECT, ".ra.toml": `${String(PROJECT[".ra.toml"])}\n[tree.gone]\npath = "gone"\n` },
    async (server) => {
      server.send({ jsonrpc: "2.0", id: 2, method: "logging/setLevel", params: { level: "warning" } });
      await server.until(answerTo(2));
      server.send(toolCall(3, "list_sources", {}));
      const { params } = await server.until(({ method }) => method === "notifications/message") as {
        params: { level: string; logger: string; data: string };
      };
      assert.deepEqual([params.level, params.logger], ["warning", "ra"]);
      assert.match(params.data, /tree gone/);
    },
  ));

test("without a configuration every call says how to make one, and later calls find the new file", () =>
  withProject({ "docs/a.md": "# A\n\nalpha\n" }, async (directory) => {
    const server = startRaw(directory);
    try {
      server.send(INITIALIZE);
      await server.until(answerTo(1));
      server.send(INITIALIZED);
      server.send(toolCall(2, "search", { queries: "alpha" }));
      const { result } = await server.until(answerTo(2)) as {
        result: { isError: boolean; content: { text: string }[] };
      };
      assert.equal(result.isError, true);
      assert.match(
        result.content[0]!.text,
        new RegExp(`no \\.ra\\.toml in "${directory}"[^]*\`ra init\` in "${directory}"`),
      );
      writeFileSync(join(directory, ".ra.toml"), '[tree.docs]\npath = "docs"\n');
      server.send(toolCall(3, "search", { queries: "alpha" }));
      const { result: second } = await server.until(answerTo(3)) as {
        result: { isError?: boolean; content: { text: string }[] };
      };
      assert.match(second.content[1]!.text, /docs:a\.md/);
    } finally {
      await server.close();
    }
  }));

test("ra mcp -C / says that this folder is not a project", () =>
  withProject({}, async (directory) => {
    const server = startRaw(directory, ["-C", "/"]);
    try {
      server.send(INITIALIZE);
      await server.until(answerTo(1));
      server.send(toolCall(2, "list_sources", {}));
      const { result } = await server.until(answerTo(2)) as {
        result: { isError: boolean; content: { text: string }[] };
      };
      assert.equal(result.isError, true);
      assert.match(result.content[0]!.text, /^ra was started in "\/", which is not a project\n {2}hint: .*cwd/);
      assert.doesNotMatch(result.content[0]!.text, /ra init/);
    } finally {
      await server.close();
    }
  }));

test("ra mcp serves the client of the older SDK", () =>
  withProject(PROJECT, async (directory) => {
    const { command, args } = commandLine([directory]);
    const client = new OldClient({ name: "old", version: "1" });
    await client.connect(
      new OldStdioClientTransport({
        command,
        args: [...args, "mcp", "--structured"],
        cwd: directory,
        env: childEnvironment(join(directory, "no-home")),
      }),
    );
    try {
      assert.deepEqual((await client.listTools()).tools.map(({ name }) => name), [
        "search",
        "context",
        "get",
        "list_sources",
      ]);
      const { structuredContent } = await client.callTool({ name: "search", arguments: { queries: "defrost" } });
      assert.equal(
        (structuredContent as { queries: { results: { id: string }[] }[] }).queries[0]?.results[0]?.id,
        "docs:guide.md#advanced",
      );
    } finally {
      await client.close();
    }
  }));
