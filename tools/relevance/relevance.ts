/** `npm run relevance -- [OPTIONS]`: measures ra's ranking on the collections below the folders in `RA_EVAL`. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Mode, MODES } from "./ask_ra.ts";
import { readCollection, sample } from "./collection.ts";
import { evaluate, type EvaluatedRow } from "./evaluate.ts";
import { tableOf } from "./table.ts";

const USAGE = `usage: RA_EVAL=FOLDER[${delimiter}FOLDER…] npm run relevance -- [options]
  --collection NAME  only this one (repeatable)
  --queries N        a sample of N queries of each
  --mode MODE        only ${Object.keys(MODES).join(" or ")}
  --depth N          results asked for in ranking mode (1000; 100 is faster, and R@100 stays what it is for one chunk a document)
  --ra-only          leave FTS5 and MiniSearch out
  --kinds            one row for each kind of queries, too
  --set "KEY = N"    a line of [search] in the configuration (repeatable)
  --rebuild          index again, whatever is there
  --json             rows as JSON`;

const { values } = parseArgs({
  options: {
    collection: { type: "string", multiple: true, default: [] },
    queries: { type: "string", default: "1000000" },
    mode: { type: "string", multiple: true, default: Object.keys(MODES) },
    depth: { type: "string", default: "1000" },
    set: { type: "string", multiple: true, default: [] },
    "ra-only": { type: "boolean", default: false },
    kinds: { type: "boolean", default: false },
    rebuild: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    folder: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const isCollection = (folder: string): boolean => existsSync(join(folder, "corpus.jsonl"));

function isMode(name: string): name is Mode {
  return Object.hasOwn(MODES, name);
}

/** Lists the named folders that are collections, and the collections in them. */
function collectionFolders(): readonly string[] {
  const named = (process.env["RA_EVAL"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const all = named.flatMap((
    folder,
  ) => (isCollection(folder)
    ? [folder]
    : readdirSync(folder).sort().map((name) => join(folder, name)).filter(isCollection))
  );
  return all.filter((folder) => values.collection.length === 0 || values.collection.includes(basename(folder)));
}

/** Evaluates each collection in a process of its own, so that memory of one does not affect another. */
function evaluateApart(folder: string): readonly EvaluatedRow[] {
  const { status, stdout } = spawnSync(process.execPath, [
    fileURLToPath(import.meta.url),
    ...process.argv.slice(2),
    "--folder",
    folder,
  ], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout) as readonly EvaluatedRow[];
}

if (values.folder !== undefined) {
  const collection = readCollection(values.folder);
  const rows = await evaluate(collection, sample(collection.queries, Number(values.queries)), {
    modes: values.mode.filter(isMode),
    depth: Number(values.depth),
    rivals: !values["ra-only"],
    settings: values.set,
    rebuild: values.rebuild,
  });
  console.log(JSON.stringify(rows));
} else {
  const folders = values.help || !values.mode.every(isMode) ? [] : collectionFolders();
  if (folders.length === 0) {
    console.error(USAGE);
    process.exit(2);
  }
  const shown = (rows: readonly EvaluatedRow[]): readonly EvaluatedRow[] =>
    rows.filter(({ kind }) => values.kinds || kind === "all");
  if (values.json) console.log(JSON.stringify(folders.flatMap(evaluateApart), null, 2));
  else for (const folder of folders) console.log(`${tableOf(shown(evaluateApart(folder)))}\n`);
}
