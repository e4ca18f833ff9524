/** `npm run relevance -- [OPTIONS]`: measures ra's ranking on the collections below the folders in `RA_EVAL`. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Mode, MODES } from "./ask_ra.ts";
import { readCollection, sample } from "./collection.ts";
import { type Engine, parseEngine } from "./engines.ts";
import { evaluate, type EvaluatedRow, type Evaluation } from "./evaluate.ts";
import { together } from "./metrics.ts";
import { lostList, tableOf } from "./table.ts";

const USAGE = `usage: RA_EVAL=FOLDER[${delimiter}FOLDER…] npm run relevance -- [options]
  --collection NAME  only this one (repeatable)
  --queries N        a sample of N queries of each
  --mode MODE        only ${Object.keys(MODES).join(" or ")}
  --depth N          results asked for in ranking mode (1000; 100 is faster, and R@100 stays what it is for one chunk a document)
  --ra-only          leave FTS5 and MiniSearch out
  --kinds            one row for each kind of queries, too
  --set "KEY = N"    a line of [search] in the configuration (repeatable)
  --semantic         search by meaning too, with the installed model
  --engine NAME=DIR  another checkout of ra in place of this one (repeatable); "NAME=DIR,KEY = N,…" sets lines of [search] for it,
                     and of [semantic] where they begin with "semantic."
  --together         one table over all collections, each query counting the same
  --lost             what the first engine has at rank 1 and the others have not
  --rebuild          index again, whatever is there
  --json             rows as JSON`;

const { values } = parseArgs({
  options: {
    collection: { type: "string", multiple: true, default: [] },
    queries: { type: "string", default: "1000000" },
    mode: { type: "string", multiple: true, default: Object.keys(MODES) },
    depth: { type: "string", default: "1000" },
    set: { type: "string", multiple: true, default: [] },
    semantic: { type: "boolean", default: false },
    "ra-only": { type: "boolean", default: false },
    engine: { type: "string", multiple: true, default: [] },
    together: { type: "boolean", default: false },
    lost: { type: "boolean", default: false },
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
function evaluateApart(folder: string): Evaluation {
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
  return JSON.parse(stdout) as Evaluation;
}

function engines(): readonly Engine[] {
  const named = values.engine.length === 0 ? [`ra=${fileURLToPath(new URL("../..", import.meta.url))}`] : values.engine;
  return named.flatMap((text) => {
    const engine = parseEngine(text);
    return engine === undefined ? [] : [{
      ...engine,
      settings: [...values.set, ...(values.semantic ? ["semantic.enabled = true"] : []), ...engine.settings],
    }];
  });
}

/** Joins the rows of each mode, system and kind. */
function joined(rows: readonly EvaluatedRow[]): readonly EvaluatedRow[] {
  const groups = new Map<string, EvaluatedRow[]>();
  for (const row of rows) {
    const key = `${row.mode}\0${row.system}\0${row.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    collection: `${group.length} together`,
    measures: together(group.map(({ measures }) => measures)),
  }));
}

if (values.folder !== undefined) {
  const collection = readCollection(values.folder);
  const evaluation = await evaluate(collection, sample(collection.queries, Number(values.queries)), {
    modes: values.mode.filter(isMode),
    depth: Number(values.depth),
    rivals: !values["ra-only"],
    engines: engines(),
    rebuild: values.rebuild,
  });
  console.log(JSON.stringify(evaluation));
} else {
  const valid = !values.help && values.mode.every(isMode) && engines().length === Math.max(1, values.engine.length);
  const folders = valid ? collectionFolders() : [];
  if (folders.length === 0) {
    console.error(USAGE);
    process.exit(2);
  }
  const shown = (rows: readonly EvaluatedRow[]): readonly EvaluatedRow[] =>
    rows.filter(({ kind }) => values.kinds || kind === "all");
  const evaluations: Evaluation[] = [];
  for (const folder of folders) {
    const evaluation = evaluateApart(folder);
    evaluations.push(evaluation);
    if (!values.json && !values.together) console.log(`${tableOf(shown(evaluation.rows))}\n`);
  }
  const rows = evaluations.flatMap((evaluation) => evaluation.rows);
  const lost = evaluations.flatMap((evaluation) => evaluation.lost);
  if (values.json) console.log(JSON.stringify({ rows, lost }, null, 2));
  else {
    if (values.together) console.log(`${tableOf(shown(joined(rows)))}\n`);
    if (values.lost) console.log(lostList(lost));
  }
}
