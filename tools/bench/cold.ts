/** Times whole commands as child processes, from start to exit. */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { requestOf } from "./core_contender.ts";

export interface ColdCommand {
  readonly name: string;
  readonly command: readonly string[];
  /** The name of the command that starts the same runtime and does nothing else. */
  readonly floor?: string;
}

const RUN_DENO = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-env", "--allow-sys", "--deny-net"];
/** The program itself: `.bin/deno` is a program of Node that starts it. */
const DENO = ["linux-x64-glibc", "linux-arm64-glibc", "darwin-x64", "darwin-arm64"]
  .map((platform) => `node_modules/@deno/${platform}/deno`).find(existsSync) ?? "node_modules/.bin/deno";
const BUN = "node_modules/.bin/bun";

/**
 * Puts the package, if it is built, where npm would install it. Returns the path of its command line. In a checkout,
 * Deno reads every file of `dist` before it runs the first, because it looks for imports.
 */
function install(folder: string): string {
  const place = join(folder, "installed/node_modules/ra-search");
  if (existsSync("dist/cli.js")) {
    mkdirSync(place, { recursive: true });
    copyFileSync("package.json", join(place, "package.json"));
    cpSync("dist", join(place, "dist"), { recursive: true });
  }
  return join(place, "dist/cli.js");
}

/** Commands on the index of `folder`, run in the checkout's folder. `nodes` maps names to binaries of Node. */
export function coldCommands(
  folder: string,
  nodes: Readonly<Record<string, string>>,
  words: readonly string[],
  fts5: boolean,
): readonly ColdCommand[] {
  const ra = install(folder);
  const search = ["search", "-C", folder, "--json", words.join(" ")];
  const core = ["tools/bench/core_query.mjs", folder, JSON.stringify(requestOf({ kind: "two words", words }))];
  const sql =
    `const {DatabaseSync}=require("node:sqlite");console.log(JSON.stringify(new DatabaseSync(${
      JSON.stringify(join(folder, "fts5.db"))
    })` +
    `.prepare("SELECT id,title,body,snippet(passages,3,'<b>','</b>','…',24) FROM passages WHERE passages MATCH ? ORDER BY bm25(passages,0,0,3.0,1.0) LIMIT 5")` +
    `.all(${JSON.stringify(words.map((word) => `"${word}"`).join(" "))})))`;
  const mini = `import M from "minisearch";import{readFileSync}from"node:fs";` +
    `console.log(JSON.stringify(M.loadJSON(readFileSync(${
      JSON.stringify(join(folder, "minisearch.json"))
    },"utf8"),{fields:["title","body"]})` +
    `.search(${JSON.stringify(words.join(" "))},{combineWith:"AND",boost:{title:3},fuzzy:1}).slice(0,5)))`;
  const onNode = Object.entries(nodes).flatMap(([name, node]): ColdCommand[] => [
    { name: `${name} -e 0`, command: [node, "-e", "0"] },
    { name: `${name} dist/cli.js --version`, command: [node, ra, "--version"], floor: `${name} -e 0` },
    { name: `${name} dist/cli.js search`, command: [node, ra, ...search], floor: `${name} -e 0` },
    {
      name: `${name} dist/cli.js search --no-update`,
      command: [node, ra, ...search, "--no-update"],
      floor: `${name} -e 0`,
    },
    { name: `${name}: ra's core alone`, command: [node, ...core], floor: `${name} -e 0` },
  ]);
  const [[nodeName, node] = []] = Object.entries(nodes);
  const rivals: ColdCommand[] = nodeName === undefined || node === undefined ? [] : [
    ...(fts5
      ? [{ name: `${nodeName}: FTS5 query`, command: [node, "--no-warnings", "-e", sql], floor: `${nodeName} -e 0` }]
      : []),
    {
      name: `${nodeName}: MiniSearch query`,
      command: [node, "--input-type=module", "-e", mini],
      floor: `${nodeName} -e 0`,
    },
  ];
  return [
    ...onNode,
    ...rivals,
    { name: "bun -e 0", command: [BUN, "-e", "0"] },
    { name: "bun cli.ts search", command: [BUN, "cli.ts", ...search], floor: "bun -e 0" },
    {
      name: "bun dist/cli.js search --no-update",
      command: [BUN, ra, ...search, "--no-update"],
      floor: "bun -e 0",
    },
    { name: "bun: ra's core alone", command: [BUN, ...core], floor: "bun -e 0" },
    { name: "deno eval 0", command: [DENO, "eval", "0"] },
    { name: "deno run cli.ts search", command: [DENO, ...RUN_DENO, "cli.ts", ...search], floor: "deno eval 0" },
    {
      name: "deno run dist/cli.js search --no-update",
      command: [DENO, ...RUN_DENO, ra, ...search, "--no-update"],
      floor: "deno eval 0",
    },
    { name: "deno: ra's core alone", command: [DENO, ...RUN_DENO, ...core], floor: "deno eval 0" },
  ].filter(({ command }) => existsSync(command[0]!) && (!command.includes(ra) || existsSync(ra)));
}

/** Milliseconds from start to exit. Throws if the command fails. */
export function timeCommand({ name, command }: ColdCommand): number {
  const [program, ...parameters] = command as [string, ...string[]];
  const start = performance.now();
  const { status, stderr, error } = spawnSync(program, parameters, { encoding: "utf8", maxBuffer: 1 << 28 });
  const time = performance.now() - start;
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr}`);
  return time;
}
