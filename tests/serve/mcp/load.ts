/** Many clients ask one server over HTTP while files change. All get answers, and no answer is older than its call. */
import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { PROJECT, withProject } from "../../cli/project.ts";
import { callTool, createClient, queriesOf } from "./connect.ts";
import { startHttp } from "./http_server.ts";

export interface LoadOptions {
  readonly clients: number;
  readonly seconds: number;
  /** The number of documents that do not change. */
  readonly documents: number;
  /** Milliseconds between changes. */
  readonly changeEvery: number;
}

export interface LoadReport {
  readonly calls: number;
  readonly changes: number;
  /** The milliseconds of a call, as a client sees them. */
  readonly p50: number;
  readonly p95: number;
  readonly slowest: number;
}

const WORDS = "river bank toast butter kettle water steam handle lever spring socket plug dial timer crumb tray".split(
  " ",
);

export function page(n: number): string {
  const sentence = Array.from({ length: 400 }, (_, at) => WORDS[(n * 7 + at * (n % 5 + 1)) % WORDS.length]).join(" ");
  return `# Page ${n}\n\n${sentence}.\n\n## Part ${n % 17}\n\nspecial${n} ${sentence}.\n`;
}

export async function runLoad({ clients: count, seconds, documents, changeEvery }: LoadOptions): Promise<LoadReport> {
  const pages = Object.fromEntries(Array.from({ length: documents }, (_, n) => [`docs/pages/${n}.md`, page(n)]));
  const times: number[] = [];
  let changes = 0;
  await withProject({ ...PROJECT, ...pages, "docs/live.md": live(0) }, async (directory) => {
    const service = await startHttp(directory);
    const clients = await Promise.all(Array.from({ length: count }, async (_, n) => {
      const client = createClient(n % 2 === 0);
      await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
      return client;
    }));
    let isOver = false;
    let version = 0;
    const change = async (): Promise<void> => {
      while (!isOver) {
        await new Promise((resolve) => setTimeout(resolve, changeEvery));
        // With a rename, no reader sees half a file.
        const next = join(directory, "live.tmp");
        writeFileSync(next, live(version + 1));
        renameSync(next, join(directory, "docs/live.md"));
        version++;
        changes++;
      }
    };
    const use = async (client: Client, n: number): Promise<void> => {
      for (let call = 0; !isOver; call++) {
        const known = version;
        const started = performance.now();
        if (call % 3 === 2) await expectPage(client, (n * 31 + call) % documents);
        else await expectLive(client, known, () => version);
        times.push(performance.now() - started);
      }
    };
    try {
      const changing = change();
      const using = Promise.all(clients.map(use));
      const timer = setTimeout(() => (isOver = true), seconds * 1000);
      await using.finally(() => {
        isOver = true;
        clearTimeout(timer);
      });
      await changing;
      await Promise.all(clients.map((client) => client.close()));
    } finally {
      assert.equal(await service.stop(), 130, service.stderr());
    }
    assert.deepEqual(service.stderr().trimEnd().split("\n").slice(1), []);
  });
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { calls: times.length, changes, p50: at(0.5), p95: at(0.95), slowest: at(0.9999) };
}

function live(version: number): string {
  return `# Live marmalade\n\nversion ${version}\n`;
}

async function expectLive(client: Client, known: number, latest: () => number): Promise<void> {
  const [entry] = queriesOf(await callTool(client, "search", { queries: "marmalade" }));
  const [result] = entry!.results;
  // An answer has no text of a file that changes meanwhile.
  if (result !== undefined && result.content === undefined) return;
  const seen = Number(/version (\d+)/.exec(result?.content ?? "")?.[1] ?? -1);
  assert.ok(seen >= known && seen <= latest() + 1, `saw version ${seen}, ${known} was there before`);
}

async function expectPage(client: Client, n: number): Promise<void> {
  const [entry] = queriesOf(await callTool(client, "search", { queries: `special${n}`, limit: 1, list: true }));
  assert.ok(entry!.results[0]?.id.startsWith(`docs:pages/${n}.md`), JSON.stringify(entry));
}
