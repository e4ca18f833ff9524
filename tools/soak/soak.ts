/** Runs readers and writers on one project at the same time, each in a process. */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { open } from "../../src/workspace.ts";
import { ended, startModule, withFolder } from "../crash/child_process.ts";
import { assertAlike, leftovers, publishedAnswers } from "../crash/index_answers.ts";
import { DOCUMENTS, wordOf, writeVersion } from "./versioned_documents.ts";

const READERS = 8;
const WRITERS = 2;

export interface SoakFigures {
  /** Answers of all readers, the passages in them, and hits without text because their file had just changed. */
  readonly answers: number;
  readonly passages: number;
  readonly withoutText: number;
  /** How many answers came from the published index because a writer kept the lock for ten seconds. */
  readonly locked: number;
  readonly updates: number;
  /** In milliseconds: the slowest answer that did not look at the files, and the slowest update. */
  readonly slowestRead: number;
  readonly slowestUpdate: number;
}

/**
 * Runs eight readers and two writers for some seconds. No process may fail. No reader may see a passage that its file
 * never held, or one older than what was indexed when it asked. No update may be lost. Afterwards the index answers
 * like a new one, and nothing is left over.
 */
export async function soak(seconds: number, seed: number): Promise<SoakFigures> {
  return await withFolder(async (project) => {
    writeFileSync(`${project}/.ra.toml`, 'root = true\n[tree.docs]\npath = "docs"\n[search]\nfuzzy_distance = 0\n');
    mkdirSync(`${project}/docs`);
    mkdirSync(`${project}/versions`);
    for (const name of DOCUMENTS) {
      writeVersion(project, name, 0);
      writeFileSync(`${project}/versions/${name}`, "0");
    }
    await updateOnce(project);
    const until = String(Date.now() + seconds * 1000);
    const readers = Array.from(
      { length: READERS },
      (_, at) => startModule(import.meta.url, "soak_reader", project, until, String(seed + at)),
    );
    const writers = Array.from(
      { length: WRITERS },
      (_, at) =>
        startModule(
          import.meta.url,
          "soak_writer",
          project,
          until,
          String(seed + 100 + at),
          String(at),
          String(WRITERS),
        ),
    );
    const said = await Promise.all([...readers, ...writers].map(ended));
    for (const { code, stderr } of said) {
      assert.ok(code === 0 && stderr === "", `a process ended with ${code}: ${stderr}`);
    }
    const figures = said.map(({ stdout }) => JSON.parse(stdout) as Readonly<Record<string, number>>);
    await compareWithNew(project);
    const sum = (name: string): number => figures.reduce((total, one) => total + (one[name] ?? 0), 0);
    const most = (name: string, of: typeof figures): number => Math.round(Math.max(...of.map((one) => one[name] ?? 0)));
    return {
      answers: sum("answers"),
      passages: sum("passages"),
      withoutText: sum("withoutText"),
      locked: sum("locked"),
      updates: sum("updates"),
      slowestRead: most("slowest", figures.slice(0, READERS)),
      slowestUpdate: most("slowest", figures.slice(READERS)),
    };
  });
}

/** After one more change, the index must hold what a new one holds, and its folder nothing else. */
async function compareWithNew(project: string): Promise<void> {
  writeVersion(project, DOCUMENTS[0]!, 1_000_001);
  await updateOnce(project);
  assert.deepEqual(leftovers(project), [], "files are left over");
  const queries = [...DOCUMENTS.map(wordOf), "version part", "end"];
  const updated = await publishedAnswers(project, queries);
  rmSync(`${project}/.ra`, { recursive: true });
  await updateOnce(project);
  assertAlike(updated, await publishedAnswers(project, queries), "the index differs from a new one");
}

async function updateOnce(project: string): Promise<void> {
  const workspace = await open(project, { home: null });
  await workspace.update();
  workspace.close();
}
