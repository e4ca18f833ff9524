/**
 * `bun tools/bench/score_hash_task.ts FOLDER [CHECKOUT…]`: asks each checkout (by default this one) 2,000 queries about
 * the Markdown in a folder, and prints one hash of all ids and scores. Two checkouts that rank alike print the same
 * hash; the first query whose answer differs is printed too.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as Library from "../../mod.ts";
import { copyCorpus, readPassages } from "./corpus.ts";
import { type BenchQuery, makeQueries } from "./queries.ts";

const QUERIES = 2000;
const RESULTS = 20;

function typed({ kind, words }: BenchQuery): string {
  return kind === "phrase" ? `"${words.join(" ")}"` : words.join(" ");
}

/** The ids and scores that a checkout gives to each query, as one line. */
async function answersOf(checkout: string, source: string, queries: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "ra-scores-"));
  try {
    copyCorpus(source, folder, Infinity);
    const { open } = await import(pathToFileURL(join(checkout, "mod.ts")).href) as typeof Library;
    const workspace = await open(folder, { home: null });
    await workspace.update();
    const answers: string[] = [];
    for (const query of queries) {
      const { queries: [entry] } = await workspace.search(query, { limit: RESULTS, list: true, update: false });
      answers.push(entry!.results.map(({ id, score }) => `${id} ${score}`).join("\n"));
    }
    workspace.close();
    return answers;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [source, ...named] = process.argv.slice(2);
if (source === undefined) {
  console.error("usage: bun tools/bench/score_hash_task.ts FOLDER [CHECKOUT…]");
  process.exit(2);
}
const checkouts = named.length > 0 ? named : [fileURLToPath(new URL("../..", import.meta.url))];
const folder = mkdtempSync(join(tmpdir(), "ra-scores-"));
const passages = await readPassages(folder, copyCorpus(source, folder, Infinity).paths);
rmSync(folder, { recursive: true });
const queries = makeQueries(passages, QUERIES).map(typed);
let before: readonly string[] | undefined;
for (const checkout of checkouts) {
  const answers = await answersOf(checkout, source, queries);
  console.log(`${createHash("sha256").update(answers.join("\n\n")).digest("hex").slice(0, 16)}  ${checkout}`);
  const differs = before?.findIndex((answer, at) => answer !== answers[at]) ?? -1;
  if (differs >= 0) console.log(`first difference: ${queries[differs]}\n${before![differs]}\n---\n${answers[differs]}`);
  before ??= answers;
}
