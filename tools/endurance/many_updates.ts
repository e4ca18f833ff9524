/** Makes thousands of updates of one file each, and measures the index that remains. */
import assert from "node:assert/strict";
import type { FileSystem } from "../../src/host/file_system.ts";
import { openIndex } from "../../src/store/published/open_index.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { randomNumbers } from "../crash/child_process.ts";

const WORDS = Array.from({ length: 3000 }, (_, at) => `w${at.toString(36)}x${(at * 7919) % 97}`);
export const QUERIES: readonly string[] = [
  WORDS[1]!,
  WORDS[40]!,
  `${WORDS[2]} ${WORDS[5]}`,
  `${WORDS[10]} OR ${WORDS[700]}`,
  `"${WORDS[0]} ${WORDS[1]}"`,
  `title:part ${WORDS[3]}`,
  `${WORDS[4]} -${WORDS[9]}`,
];

export interface UpdatesInput {
  readonly fs: FileSystem;
  /** Holds `docs/`. Receives `.ra.toml`. */
  readonly project: string;
  readonly documents: number;
  readonly updates: number;
  readonly onUpdate?: (done: number) => void;
}

export interface UpdatesFigures {
  /** Milliseconds for one update. */
  readonly updateMedian: number;
  readonly updateSlowest: number;
  /** The most segments after any update, and the number at the end. */
  readonly mostSegments: number;
  readonly segments: number;
  /** The files in the index folder, and the bytes of the index. */
  readonly files: number;
  readonly bytes: number;
}

/** Makes and indexes the documents. Then edits, adds or deletes one at a time, with an update after each. */
export async function updateManyTimes(
  { fs, project, documents, updates, onUpdate }: UpdatesInput,
): Promise<UpdatesFigures> {
  const random = randomNumbers(updates);
  const encoder = new TextEncoder();
  const put = (path: string, content: string): void => fs.writeFile(`${project}/${path}`, encoder.encode(content));
  const word = (): string => WORDS[Math.floor(random() ** 3 * WORDS.length)]!;
  const text = (): string => {
    const part = (at: number): string => `## Part ${at} ${word()}\n\n${Array.from({ length: 40 }, word).join(" ")}\n`;
    return `# ${word()} ${word()}\n\n${Array.from({ length: 5 }, (_, at) => part(at)).join("\n")}`;
  };
  fs.makeDirectory(`${project}/docs`);
  put(".ra.toml", 'root = true\n[tree.docs]\npath = "docs"\n');
  const there = new Set<number>();
  for (let at = 0; at < documents; at++) {
    put(`docs/d${at}.md`, text());
    there.add(at);
  }
  const workspace = await open(project, { home: null, fs });
  await workspace.update();
  const times: number[] = [];
  let mostSegments = 0;
  for (let done = 1; done <= updates; done++) {
    const which = Math.floor(random() * documents * 1.1);
    if (there.has(which) && random() < 0.1) {
      fs.removeFile(`${project}/docs/d${which}.md`);
      there.delete(which);
    } else {
      put(`docs/d${which}.md`, text());
      there.add(which);
    }
    const start = performance.now();
    const { added, changed, removed } = await workspace.update();
    times.push(performance.now() - start);
    assert.equal(added + changed + removed, 1, `update ${done}`);
    const state = await shapeOf(fs, project);
    mostSegments = Math.max(mostSegments, state.segments);
    onUpdate?.(done);
  }
  workspace.close();
  times.sort((a, b) => a - b);
  const { segments, bytes } = await shapeOf(fs, project);
  const files = fs.readDirectory(`${project}/.ra/index`).length;
  return {
    updateMedian: times[times.length >> 1]!,
    updateSlowest: times.at(-1)!,
    mostSegments,
    segments,
    files,
    bytes,
  };
}

async function shapeOf(
  fs: FileSystem,
  project: string,
): Promise<{ readonly segments: number; readonly bytes: number }> {
  const opened = openIndex(fs, `${project}/.ra/index`, (await loadEngine()).schemaVersion);
  assert.equal(opened.state, "open");
  if (opened.state !== "open") return { segments: 0, bytes: 0 };
  opened.index.close();
  return { segments: opened.index.segments.length, bytes: opened.index.bytes };
}

/** Builds a new index of the same documents in another folder. */
export async function buildFresh(fs: FileSystem, project: string, folder: string): Promise<UpdatesFigures["bytes"]> {
  fs.makeDirectory(folder);
  fs.writeFile(`${folder}/.ra.toml`, new TextEncoder().encode(`root = true\n[tree.docs]\npath = "${project}/docs"\n`));
  const workspace = await open(folder, { home: null, fs, trust: true });
  await workspace.update();
  workspace.close();
  return (await shapeOf(fs, folder)).bytes;
}

/** Collects the answers to the queries, to compare two indexes of the same documents. */
export async function answers(workspace: Workspace): Promise<string> {
  const found: unknown[] = [];
  for (const query of QUERIES) {
    const { queries } = await workspace.search(query, { limit: 50, update: false });
    found.push([
      query,
      queries[0]!.total_matches,
      queries[0]!.results.map(({ id, score, content }) => [id, score!.toPrecision(9), content]),
    ]);
  }
  return JSON.stringify(found);
}
