// Tests that the configurations in docs/mcp.md work, and that the smallest set of permissions is enough.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parse } from "smol-toml";
import { DEFAULT_PORT } from "../../../src/serve/http/default_port.ts";
import { TOOLS } from "../../../src/serve/mcp/answers.ts";
import { PROJECT, withProject } from "../../cli/project.ts";
import { childEnvironment, commandLine, root } from "../../cli/run_ra.ts";
import { callTool, createClient } from "./connect.ts";

const page = readFileSync(join(root, "docs/mcp.md"), "utf8");
const blocks = [...page.matchAll(/^```(json|toml)\n([^]*?)^```$/gm)].map(([, kind, text]) =>
  (kind === "json" ? JSON.parse(text!) : parse(text!)) as Record<
    string,
    Record<string, { command?: string | string[]; args?: string[]; url?: string }>
  >
);
const entries = blocks.map((block) => Object.values(block)[0]!["ra"]!);

test("every configuration in docs/mcp.md starts ra mcp or names its default address", () =>
  withProject(PROJECT, async (directory) => {
    assert.equal(entries.length, 7);
    const commands = entries.flatMap((
      { command, args = [] },
    ) => (command === undefined ? [] : [[command, args].flat()]));
    assert.deepEqual(entries.flatMap(({ url }) => url ?? []), [`http://127.0.0.1:${DEFAULT_PORT}/mcp`]);
    const seen = new Set<string>();
    for (const [program, ...args] of commands) {
      assert.equal(program, "ra");
      // The client fills in the folder, and starts the server in the project unless the configuration names it.
      const filled = args.map((
        word,
      ) => (word === "${workspaceFolder}" || word === "/path/to/project" ? directory : word));
      const key = filled.join(" ");
      if (seen.has(key)) continue;
      seen.add(key);
      const { command, args: before } = commandLine([directory]);
      const cwd = filled.includes("-C") ? "/" : directory;
      const client = createClient(false);
      await client.connect(
        new StdioClientTransport({
          command,
          args: [...before, ...filled],
          cwd,
          env: childEnvironment(join(directory, "no-home")),
        }),
      );
      const { texts } = await callTool(client, "search", { queries: "warranty" });
      assert.match(texts[1] ?? "", /^─── notes:todo\.txt ───$/m, key);
      await client.close();
    }
    assert.equal(seen.size, 2);
  }));

test("docs/mcp.md names every tool with its arguments", () => {
  for (const tool of TOOLS) {
    const definition = tool.definition(false);
    const row = page.split("\n").find((line) => line.startsWith(`| \`${definition.name}\``)) ?? "";
    assert.notEqual(row, "", definition.name);
    for (const name of Object.keys(definition.inputSchema.properties ?? {})) {
      assert.ok(row.includes(`\`${name}\``), `${definition.name}: ${name}`);
    }
  }
});

test("deno task mcp answers without network and environment; it reads the checkout and writes only .ra", async () => {
  const { tasks } = JSON.parse(readFileSync(join(root, "deno.json"), "utf8")) as { tasks: Record<string, string> };
  const granted = [...(tasks["mcp"] ?? "").matchAll(/ (-A|--(?:allow|deny)-[^ ]+)/g)].map((match) => match[1]);
  assert.deepEqual(granted, ["--allow-read=.", "--allow-write=.ra", "--deny-net"]);
  assert.match(tasks["mcp"] ?? "", / --no-prompt .* mcp\.ts$/);
  const { PATH = "", HOME = "" } = process.env;
  const transport = new StdioClientTransport({
    command: join(root, "node_modules/.bin/deno"),
    args: ["task", "--quiet", "mcp"],
    cwd: root,
    env: { PATH, HOME, NO_COLOR: "1" },
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (piece) => (said += String(piece)));
  const client = createClient(false);
  await client.connect(transport);
  try {
    const found = await callTool(client, "search", { queries: "how do I leave a word out", limit: 1, list: true });
    assert.match(found.texts[1] ?? "", /^docs:query-language\.md#leaving-things-out$/m);
    assert.equal(
      (await callTool(client, "context", { files: ["src/serve/mcp/own_files.ts"], list: true })).isError,
      false,
    );
    assert.equal((await callTool(client, "context", { files: ["/etc/hosts"] })).isError, true);
  } finally {
    await client.close();
  }
  assert.doesNotMatch(said, /denied|permission|NotCapable|prompt/i);
});

test("a search loads four files of the bundle and no file of the SDK", () => {
  const read = (name: string): string => readFileSync(join(root, "dist", name), "utf8");
  const imported = (text: string): readonly string[] =>
    [...text.matchAll(/(?:from|import)["`]\.\/(part-[^"`]+\.js)["`]/g)].map((match) => match[1]!);
  /** The part that a text imports when it first needs this function. */
  const importedLate = (text: string, name: string): string => {
    const found = new RegExp(`import\\(\`\\./(part-[^\`]+)\`\\)\\.then\\(part=>\\(\\{${name}:`).exec(text)?.[1];
    assert.ok(found !== undefined, name);
    return found;
  };
  const begin = importedLate(read("cli.js"), "main");
  const needed = [...imported(read("cli.js")), ...["search", "open"].map((name) => importedLate(read(begin), name))];
  const seen = new Set<string>();
  const queue = [...needed];
  for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
    if (seen.has(part)) continue;
    seen.add(part);
    const text = read(part);
    assert.doesNotMatch(text, /modelcontextprotocol|StdioServerTransport|getBuiltinModule\("node:http"\)/, part);
    queue.push(...imported(text));
  }
  const large = [...seen].filter((name) => read(name).length > 2000).map((name) => name.replace(/-.{8}\.js$/, ""));
  assert.deepEqual(large.sort(), ["part-search", "part-start"]);
  assert.equal(seen.size, 4);
});
