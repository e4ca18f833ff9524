// Builds, searches, changes and rebuilds an index of real documents, and compares. Run by hand:
//   RA_TEST_DOCS=/path/to/a/repository[:/another…] npm run test:real
// The files are copied to a temporary directory first. Exits with 1 when anything is not as it must be.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import process from "node:process";
import type { SearchResult } from "../../src/shapes/search.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { editFiles, type Edits, mark } from "./edits.ts";
import { type KnownThing, uniqueTitles, writtenByHand } from "./known_things.ts";

const KNOWN = 20;
const WITHIN = 5;
/**
 * The share of the known things that must be found. Some titles have words so common that other sections rank first.
 */
const SHARE = 0.9;
const ROUNDS = 3;
/** Each round changes one file in this many. */
const STEP = 40;
const CONFIG = (path: string): string =>
  `root = true\n[tree.docs]\npath = ${
    JSON.stringify(path)
  }\ninclude = ["**/*.md", "**/*.mdx", "**/*.markdown", "**/*.txt"]\n`;

interface Row {
  readonly what: string;
  readonly value: string;
}

const directories = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
if (directories.length === 0) {
  console.error("real documents: set RA_TEST_DOCS to one or more directories of documents");
  process.exit(2);
}
let failed = 0;
for (const directory of directories) {
  const place = mkdtempSync(join(tmpdir(), "ra-real-"));
  try {
    const { rows, problems } = await examine(directory, place);
    console.log(`\n${basename(directory)}`);
    for (const { what, value } of rows) console.log(`  ${what.padEnd(36)} ${value}`);
    for (const problem of problems) console.log(`  WRONG  ${problem}`);
    failed += problems.length;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
process.exit(failed === 0 ? 0 : 1);

async function examine(
  directory: string,
  place: string,
): Promise<{ readonly rows: readonly Row[]; readonly problems: readonly string[] }> {
  const rows: Row[] = [];
  const problems: string[] = [];
  const row = (what: string, value: string): void => void rows.push({ what, value });
  const must = (holds: boolean, problem: string): void => void (holds || problems.push(problem));
  const docs = join(place, "docs");
  cpSync(directory, docs, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !/[/\\](\.git|node_modules|\.ra)$/.test(source),
  });
  writeFileSync(join(place, ".ra.toml"), CONFIG("docs"));

  let workspace = await open(place, { home: null });
  const built = await timed(() => workspace.update({ full: true }));
  const [tree] = await workspace.list("trees");
  const source = tree!.bytes;
  row("documents, chunks, source", `${tree!.documents}, ${tree!.chunks}, ${megabytes(source)}`);
  row("build", `${seconds(built.ms)}, ${(source / 1e6 / (built.ms / 1000)).toFixed(1)} MB/s`);
  row(
    "index",
    `${megabytes(sizeOf(join(place, ".ra")))}, ${
      ((100 * sizeOf(join(place, ".ra"))) / source).toFixed(0)
    } % of the source`,
  );
  row("skipped", `${built.value.skipped.length}`);
  must(tree!.documents > 0, "nothing was indexed");

  const status = await timed(() => workspace.status());
  must(status.value.index.state === "current", `status says ${status.value.index.state}: ${status.value.index.reason}`);
  const check = await timed(() => workspace.check());
  row("check", `${seconds(check.ms)}; ${counted(check.value.issues.map(({ level, code }) => `${level} ${code}`))}`);
  must(check.value.issues.every(({ level }) => level !== "error"), "check reports errors");
  workspace.close();
  // A coarse clock needs this long before ra trusts its times.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  workspace = await open(place, { home: null });
  await workspace.update();
  const scan = await timed(() => workspace.update());
  row("update without changes", seconds(scan.ms));
  must(scan.value.changed + scan.value.added + scan.value.removed === 0, "an update without changes changed something");

  const known = [...(await uniqueTitles(workspace, KNOWN)), ...writtenByHand(docs)];
  const searches: number[] = [];
  const ranks: number[] = [];
  for (const thing of known) {
    const answer = await timed(() => workspace.search(thing.query, { limit: WITHIN }));
    searches.push(answer.ms);
    const { results } = answer.value.queries[0]!;
    results.forEach((result) => checkResult(result, must));
    const rank = results.findIndex((result) => isExpected(result, thing));
    if (rank >= 0) ranks.push(rank + 1);
    if (rank < 0) {
      row(
        "  missed",
        `${JSON.stringify(thing.query)} does not find ${thing.expected.join(" or ")} but ${
          results.map(({ id }) => id).join("  ")
        }`,
      );
    }
  }
  row("known things found", `${ranks.length} of ${known.length}, ${ranks.filter((rank) => rank === 1).length} first`);
  must(ranks.length >= SHARE * known.length, `only ${ranks.length} of ${known.length} known things were found`);
  row("search, warm", `${median(searches).toFixed(1)} ms (median), ${Math.max(...searches).toFixed(0)} ms (worst)`);

  for (let round = 1; round <= ROUNDS; round++) {
    const paths = (await workspace.list("docs", { update: false })).map(({ path }) => path);
    const edits = editFiles(docs, paths, STEP, round);
    const changed = await timed(() => workspace.update());
    const { edited, added, deleted, renamed } = edits;
    const { added: new_, changed: changed_, removed } = changed.value;
    row(
      `update, round ${round}`,
      `${
        seconds(changed.ms)
      }: ${edited.length} edited, ${added.length} added, ${deleted.length} deleted, ${renamed.length} renamed`,
    );
    assert.ok(
      edited.length + added.length + deleted.length + renamed.length > 0,
      "no file was changed: the collection is too small",
    );
    must(
      new_ === added.length + renamed.length && removed === deleted.length + renamed.length &&
        changed_ === edited.length,
      `round ${round}: the update counts ${new_} added, ${changed_} changed, ${removed} removed`,
    );
    await checkEdits(workspace, edits, round, must);
  }
  const one = (await workspace.list("docs", { update: false }))[7]!.path;
  writeFileSync(join(docs, one), `# Rewritten\n\n${mark(9, 9)}\n`);
  const single = await timed(() => workspace.update());
  row("update of one file", seconds(single.ms));
  must(single.value.changed === 1, `the update of one file counts ${single.value.changed}`);

  mkdirSync(join(place, "fresh"));
  writeFileSync(join(place, "fresh", ".ra.toml"), CONFIG("../docs"));
  const fresh = await open(join(place, "fresh"), { home: null, trust: true });
  await compare(workspace, fresh, [
    ...known.map(({ query }) => query),
    "added",
    mark(1, 0),
    "the",
    "example OR introduction",
    "tag:added",
  ], must);
  row(
    "updated index, index built anew",
    `${megabytes(sizeOf(join(place, ".ra")))}, ${megabytes(sizeOf(join(place, "fresh", ".ra")))}`,
  );
  row("memory of the process", megabytes(process.memoryUsage().rss));
  workspace.close();
  fresh.close();
  return { rows, problems };
}

type Must = (holds: boolean, problem: string) => void;

/** Text, ranges and snippet of a result must fit together. */
function checkResult(result: SearchResult, must: Must): void {
  const { id, content, match_ranges = [], snippet } = result;
  if (content === undefined) return must(false, `${id} has no content`);
  must(!content.includes("\uFFFD"), `${id} was cut inside a character`);
  must((snippet?.text ?? "") !== "" || content.trim().split("\n").length <= 1, `${id} has no snippet`);
  const bytes = Buffer.from(content);
  let last = 0;
  for (const { start, end } of match_ranges) {
    const text = bytes.subarray(start, end).toString();
    must(
      start >= last && start < end && end <= bytes.length && !text.includes("\uFFFD"),
      `${id} has a bad range ${start}–${end}: ${JSON.stringify(text)}`,
    );
    last = end;
  }
}

/** Accepts the section itself, the whole that contains it, or a document whose id begins as expected. */
function isExpected({ id, constituents = [] }: SearchResult, { expected, source }: KnownThing): boolean {
  return expected.some((
    wanted,
  ) => (source === "title" ? id === wanted || constituents.some((one) => one.id === wanted) : id.startsWith(wanted)));
}

async function checkEdits(
  workspace: Workspace,
  { edited, added, deleted, renamed }: Edits,
  round: number,
  must: Must,
): Promise<void> {
  const docs = new Set((await workspace.list("docs", { update: false })).map(({ path }) => path));
  for (const path of [...added, ...renamed.map(([, to]) => to)]) {
    must(docs.has(path), `round ${round}: ${path} is missing`);
  }
  for (const path of [...deleted, ...renamed.map(([from]) => from)]) {
    must(!docs.has(path), `round ${round}: ${path} is still there`);
  }
  const marks = await workspace.search(mark(round, 0), {
    limit: 10,
    aggregation: false,
    cutoffRatio: 0,
    update: false,
    match: "all",
  });
  for (const { path, content } of marks.queries[0]!.results) {
    must(
      edited.includes(path) && content!.includes(mark(round, 0)),
      `round ${round}: ${path} shows other text than it holds`,
    );
  }
  must(marks.queries[0]!.results.length >= 1, `round ${round}: what was written is not found`);
}

/** Both indexes must be sound and answer alike. */
async function compare(updated: Workspace, fresh: Workspace, queries: readonly string[], must: Must): Promise<void> {
  for (const what of ["docs", "chunks", "tags"] as const) {
    const [a, b] = [await updated.list(what), await fresh.list(what)].map((rows) =>
      rows.map((one) => JSON.stringify(one))
    );
    const differing = a!.findIndex((one, at) => one !== b![at]);
    must(
      a!.length === b!.length && differing < 0,
      `the updated index lists other ${what} than a new one: ${a![differing] ?? a!.length} instead of ${
        b![differing] ?? b!.length
      }`,
    );
  }
  for (const query of queries) {
    const ask = async (workspace: Workspace): Promise<string> => {
      const { queries: entries } = await workspace.search(query, { limit: 50, cutoffRatio: 0, update: false });
      return JSON.stringify(
        entries.map((
          { results, ...entry },
        ) => [
          entry,
          results.map(({ score, constituents, ...rest }) => [
            rest,
            score!.toPrecision(5),
            constituents?.map((one) => one.id),
          ]),
        ]),
      );
    };
    const [a, b] = [await ask(updated), await ask(fresh)];
    const at = [...a].findIndex((char, index) => char !== b[index]);
    must(
      a === b,
      `${JSON.stringify(query)} is answered otherwise by a new index: …${a.slice(at - 80, at + 40)} instead of …${
        b.slice(at - 80, at + 40)
      }`,
    );
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size;
}

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.length === 0 ? "nothing found" : [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
function seconds(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
