/**
 * Measures how soon the web page shows results in a real browser. `scripts/bench.mjs --page` starts it in the folder
 * of the checkout.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { copyCorpus, readPassages } from "./corpus.ts";
import { type BenchQuery, makeQueries } from "./queries.ts";
import { percentile } from "./statistics.ts";

const WARM_UP = 10;

const { values } = parseArgs({
  options: {
    docs: { type: "string", default: process.env["RA_BENCH_DOCS"] ?? "" },
    browser: { type: "string", default: process.env["RA_TEST_BROWSER"] ?? "/usr/bin/chromium" },
    "max-mb": { type: "string", default: "11" },
    queries: { type: "string", default: "100" },
    /** The time between two letters, in milliseconds. */
    "key-ms": { type: "string", default: "30" },
  },
});
if (values.docs === "") {
  console.error("bench: no documents: name a folder of real documentation in RA_BENCH_DOCS or with --docs");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "ra-page-"));
const before = loadavg()[0]!;
try {
  const corpus = copyCorpus(values.docs, folder, Number(values["max-mb"]) * 1e6);
  const passages = await readPassages(folder, corpus.paths);
  const queries = makeQueries(passages, Number(values.queries) + WARM_UP);
  const server = spawn(process.execPath, ["dist/cli.js", "serve", "-C", folder, "--port", "0", "--open", "no"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const browser = await chromium.launch({
    executablePath: values.browser,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto(await addressOf(server));
    const times: number[] = [];
    for (const query of queries) times.push(await timeQuery(page, query));
    const measured = times.slice(WARM_UP);
    const shown = [0.5, 0.9, 0.99].map((rank) => percentile(measured, rank).toFixed(1)).join(" | ");
    console.log(
      `${corpus.paths.length} documents, ${passages.length} passages; ${browser.version()}; load ${
        before.toFixed(1)
      } to ${loadavg()[0]!.toFixed(1)}.\n`,
    );
    console.log(
      "| from the last letter until its results are painted | p50 ms | p90 ms | p99 ms |\n|---|---:|---:|---:|",
    );
    console.log(`| ${measured.length} queries | ${shown} |`);
  } finally {
    await browser.close();
    server.kill("SIGINT");
    await once(server, "exit");
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function addressOf(server: ChildProcess): Promise<string> {
  let printed = "";
  for await (const piece of server.stdout!) {
    printed += String(piece);
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`ra serve said no address: ${printed}`);
}

/** Types a query letter by letter. Returns the milliseconds from its last letter to the frame after its results. */
async function timeQuery(page: Page, { kind, words }: BenchQuery): Promise<number> {
  await page.fill("#query", "");
  await page.evaluate(() => {
    performance.clearMarks();
    const shared = globalThis as unknown as { painted: number | undefined; seen?: MutationObserver };
    shared.painted = undefined;
    shared.seen?.disconnect();
    shared.seen = new MutationObserver(() => {
      // The task after this callback runs once the frame is on its way.
      requestAnimationFrame(() => setTimeout(() => (shared.painted = performance.now()), 0));
    });
    shared.seen.observe(document.getElementById("results")!, { childList: true });
  });
  await page.keyboard.type(kind === "phrase" ? `"${words.join(" ")}"` : words.join(" "), {
    delay: Number(values["key-ms"]),
  });
  await page.waitForTimeout(300);
  return await page.evaluate(() => {
    const [mark] = performance.getEntriesByName("ra-search").slice(-1);
    const { painted } = globalThis as unknown as { painted: number | undefined };
    return mark === undefined || painted === undefined ? Number.NaN : painted - mark.startTime;
  });
}
