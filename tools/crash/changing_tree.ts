/** A tree of documents that changes step by step. The number of a step alone decides its changes. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { randomNumbers } from "./child_process.ts";

export const CONFIG = 'root = true\n[tree.docs]\npath = "docs"\n[tree.notes]\npath = "notes"\n';

const PATHS = Array.from(
  { length: 24 },
  (_, at) => `${at % 3 === 0 ? "notes" : "docs"}/${at % 4 === 0 ? "deep/" : ""}d${at}.md`,
);
const WORDS = ["anchor", "barrel", "candle", "dynamo", "engine", "funnel", "girder", "hammer"];
const EDITS_PER_STEP = 5;

/** Queries whose answers show what an index holds. */
export const QUERIES: readonly string[] = [
  "anchor",
  "barrel candle",
  '"dynamo engine"',
  "title:document -funnel",
  "tag:even",
  "girder hammer OR step",
];

/** The whole tree after a step, as content by path. */
export function treeAfter(step: number): ReadonlyMap<string, string> {
  const files = new Map(PATHS.map((path) => [path, contentOf(path, 0)]));
  for (let at = 1; at <= step; at++) {
    for (const { path, content } of editsOf(at)) {
      if (content === undefined) files.delete(path);
      else files.set(path, content);
    }
  }
  return files;
}

interface Edit {
  readonly path: string;
  /** Undefined: the file is deleted. */
  readonly content: string | undefined;
}

function editsOf(step: number): readonly Edit[] {
  const random = randomNumbers(step * 7919);
  return Array.from({ length: EDITS_PER_STEP }, () => {
    const path = PATHS[Math.floor(random() * PATHS.length)]!;
    return { path, content: random() < 0.25 ? undefined : contentOf(path, step) };
  });
}

function contentOf(path: string, step: number): string {
  const random = randomNumbers(step * 31 + path.length * 101 + path.charCodeAt(path.length - 4));
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]!).join(" ");
  const section = (at: number): string => `## Part ${at} of step ${step}\n\n${words(5 + Math.floor(random() * 30))}\n`;
  return `---\ntags: [${step % 2 === 0 ? "even" : "odd"}]\n---\n# Document ${path}\n\n${words(9)}\n\n${
    [1, 2, 3].map(section).join("\n")
  }`;
}

/**
 * Makes the edits of a step on the disk. Some files are replaced, and others are overwritten. Making the edits again
 * changes nothing.
 */
export function applyStep(project: string, step: number): void {
  // If a step edits a file twice, only the last edit counts. So a repeated step never shows the first.
  const last = new Map(editsOf(step).map((edit) => [edit.path, edit]));
  for (const { path, content } of last.values()) {
    if (content === undefined) rmSync(`${project}/${path}`, { force: true });
    else if (step % 2 === 0) writeFileSync(`${project}/${path}`, content);
    else {
      writeFileSync(`${project}/draft`, content);
      renameSync(`${project}/draft`, `${project}/${path}`);
    }
  }
}

/** Notes the step that is about to begin. If the process is killed meanwhile, the note still names the step before. */
export function noteStep(project: string, step: number): void {
  writeFileSync(`${project}/step.next`, String(step));
  renameSync(`${project}/step.next`, `${project}/step`);
}

/** Reads the last noted step. */
export function notedStep(project: string): number {
  return Number(readFileSync(`${project}/step`, "utf8"));
}

/** Writes the tree as it is before the first step. */
export function startTree(project: string): void {
  writeFileSync(`${project}/.ra.toml`, CONFIG);
  noteStep(project, 0);
  for (const [path, content] of treeAfter(0)) {
    mkdirSync(dirname(`${project}/${path}`), { recursive: true });
    writeFileSync(`${project}/${path}`, content);
  }
}
