// Measures ra beside SQLite FTS5 and MiniSearch on real documentation. `--help` says how.
import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runtimes } from "./runtimes.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const given = process.argv.slice(2);
if (given.includes("--help")) {
  console.log(`measures ra beside SQLite FTS5 and MiniSearch on real documentation (docs/benchmarks.md)

  RA_BENCH_DOCS=FOLDER npm run bench -- [--runtime node|deno|bun] [--max-mb N] [--repeats N] [--queries N]
    [--no-commands] [--no-feedback] [--json FILE]
  RA_BENCH_DOCS=FOLDER npm run bench -- --latency [--chunks N] [--repeats N] [--queries N] [--seconds N]
    [--only ra,fts5,minisearch,budget] [--keep FOLDER] [--json FILE]
  RA_BENCH_DOCS=FOLDER npm run bench -- --page [--max-mb N] [--queries N] [--key-ms N] [--browser PATH]
  RA_BENCH_DOCS=FOLDER:FOLDER npm run bench -- --kinds [--runtime node|deno|bun] [--max-mb N] [--repeats N]`);
  process.exit(0);
}
const take = (name, hasValue) => {
  const at = given.indexOf(name);
  return at < 0 ? undefined : given.splice(at, hasValue ? 2 : 1).at(-1);
};
const runtime = take("--runtime", true) ?? "node";
const latency = take("--latency", false) !== undefined;
const page = take("--page", false) !== undefined;
const kinds = take("--kinds", false) !== undefined;
const withCommands = take("--no-commands", false) === undefined && !latency && !page && !kinds;

// Node 24 and later run TypeScript as it is and have SQLite. The oldest supported Node has neither.
const newest = runtimes.node24().command ?? process.execPath;
const starts = {
  node: [newest, ["--no-warnings"]],
  deno: ["node_modules/.bin/deno", ["run", "--allow-all", "--no-check"]],
  bun: ["node_modules/.bin/bun", ["--no-install"]],
};
if (!Object.hasOwn(starts, runtime)) {
  console.error(`bench: no runtime "${runtime}"; known are ${Object.keys(starts).join(", ")}`);
  process.exit(2);
}
// An old dist/ may hold another core. Then the two would rebuild each other's index.
if (withCommands || page) {
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: ["ignore", "ignore", "inherit"] });
}
const nodes = new Set(withCommands ? [newest, process.execPath] : []);
const named = [...nodes].flatMap((node) => ["--node", `${nodeName(node)}=${node}`]);
const [command, parameters] = starts[runtime];
const { status } = spawnSync(command, [
  ...parameters,
  join("tools", "bench", latency ? "latency.ts" : page ? "page.ts" : kinds ? "kinds.ts" : "main.ts"),
  ...named,
  ...given,
], { stdio: "inherit" });
process.exit(status ?? 1);

function nodeName(node) {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return `node${stdout.trim().slice(1).split(".")[0]}`;
}
