/** Reads an index's answers, and lists the files in its folder that it does not need. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { parseHead, referencedFiles } from "../../src/store/published/head.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { CONFIG, QUERIES, treeAfter } from "./changing_tree.ts";

/** Takes everything but the texts, which come from the files and not from the index. */
async function answersOf(workspace: Workspace, asked = QUERIES): Promise<string> {
  const entries: unknown[] = [];
  for (const query of asked) {
    const { queries } = await workspace.search(query, { limit: 1000, cutoffRatio: 0, aggregation: false });
    const { total_matches, results } = queries[0]!;
    entries.push([
      query,
      total_matches,
      results.map(({ id, score, byte_start, byte_end }) => [id, score!.toPrecision(9), byte_start, byte_end]),
    ]);
  }
  entries.push((await workspace.list("docs")).map(({ id, title, tags, chunks }) => [id, title, tags, chunks]));
  return JSON.stringify(entries);
}

/** Answers from the published index as it is, or says why there is none. */
export async function publishedAnswers(project: string, asked = QUERIES): Promise<string> {
  const workspace = await open(project, { home: null, update: false });
  try {
    return await answersOf(workspace, asked);
  } catch (error) {
    return `no answer: ${(error as { readonly code?: string }).code ?? String(error)}`;
  } finally {
    workspace.close();
  }
}

/** Answers from a new index of the tree after a step. */
export async function freshAnswers(step: number): Promise<string> {
  const files = Object.fromEntries([...treeAfter(step)].map(([path, content]) => [`/project/${path}`, content]));
  const fs = createMemoryFileSystem({
    "/project/.ra.toml": CONFIG,
    "/project/docs/.keep": "",
    "/project/notes/.keep": "",
    ...files,
  });
  const workspace = await open("/project", { fs, home: null });
  try {
    return await answersOf(workspace);
  } finally {
    workspace.close();
  }
}

/** Lists the names in the index folder that the published head does not need. */
export function leftovers(project: string): readonly string[] {
  const folder = `${project}/.ra/index`;
  const parsed = parseHead(readFileSync(`${folder}/head.json`));
  if (parsed.state !== "ok") return [parsed.reason];
  const wanted = new Set(["head.json", ...referencedFiles(parsed.head).map(({ name }) => name)]);
  return readdirSync(folder).filter((name) => !wanted.has(name));
}

/** Shows only the first difference, because whole answers are too long to read. */
export function assertAlike(found: string, expected: string, message: string): void {
  if (found === expected) return;
  const at = [...found].findIndex((character, index) => character !== expected[index]);
  const near = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  assert.fail(`${message}: …${near(found)}… instead of …${near(expected)}…`);
}
