// Runs the protocol's own tools, which do not know ra: the inspector's command line and the conformance suite.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PROJECT, withProject } from "../../cli/project.ts";
import { childEnvironment, commandLine, root } from "../../cli/run_ra.ts";
import { startHttp } from "./http_server.ts";

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[], cwd: string, home: string): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...childEnvironment(home), NO_COLOR: "1" };
    execFile(
      command,
      args,
      { cwd, env, timeout: 60_000, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}

/** Both need a newer runtime than the oldest Node, so Bun runs them, whatever runtime the server uses. */
const bun = join(root, "node_modules/.bin/bun");

test("the official inspector lists the tools over stdio and calls one over HTTP", () =>
  withProject(PROJECT, async (directory) => {
    // The inspector looks for its package.json from its working directory.
    const folder = join(root, "node_modules/@modelcontextprotocol/inspector-cli/build");
    const inspect = async (...args: readonly string[]): Promise<unknown> => {
      const { code, stdout, stderr } = await run(
        bun,
        ["--no-install", join(folder, "index.js"), ...args],
        folder,
        directory,
      );
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout);
    };
    const { command, args } = commandLine([directory]);
    const { tools } = await inspect(command, ...args, "mcp", "-C", directory, "--method", "tools/list") as {
      tools: { name: string }[];
    };
    assert.deepEqual(tools.map(({ name }) => name), ["search", "context", "get", "list_sources"]);
    const service = await startHttp(directory);
    try {
      const called = await inspect(
        `${service.url}/mcp`,
        "--transport",
        "http",
        "--method",
        "tools/call",
        "--tool-name",
        "search",
        "--tool-arg",
        "queries=warranty",
      ) as { structuredContent: { queries: { results: { id: string }[] }[] } };
      assert.equal(called.structuredContent.queries[0]?.results[0]?.id, "notes:todo.txt");
      const read = await inspect(
        `${service.url}/mcp`,
        "--transport",
        "http",
        "--method",
        "resources/read",
        "--uri",
        "ra://notes/todo.txt",
      ) as { contents: { text: string }[] };
      assert.equal(read.contents[0]?.text, PROJECT["notes/todo.txt"]);
    } finally {
      await service.stop();
    }
  }));

test("the official conformance suite passes, except scenarios that call tools of its own", () =>
  withProject(PROJECT, async (directory) => {
    const service = await startHttp(directory);
    try {
      const expected = join(root, "tests/serve/mcp/conformance.yml");
      const suite = join(root, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
      const { code, stdout, stderr } = await run(
        bun,
        ["--no-install", suite, "server", "--url", `${service.url}/mcp`, "--expected-failures", expected],
        directory,
        directory,
      );
      assert.equal(code, 0, `${stdout}\n${stderr}`);
      const failing = new Set([...readFileSync(expected, "utf8").matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1]));
      const passed = [...stdout.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed$/gm)].map((match) => match[1]!).filter((
        name,
      ) => !failing.has(name));
      assert.deepEqual(passed.sort(), [
        "completion-complete",
        "dns-rebinding-protection",
        "logging-set-level",
        "ping",
        "prompts-list",
        "resources-list",
        "server-initialize",
        "server-sse-multiple-streams",
        "tools-list",
      ]);
    } finally {
      await service.stop();
    }
  }));
