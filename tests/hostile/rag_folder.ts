/** A small `rag.yaml`, and what the classes about it look at. */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { commitAll, writeIn } from "../host/git_repository.ts";
import type { Answer, Command } from "./hostile.ts";
import type { Place } from "./scratch.ts";

interface RagParts {
  /** Lines of YAML flow, such as `{id: docs, path: docs}`. */
  readonly sources?: readonly string[];
  readonly convert?: readonly string[];
  readonly crawl?: readonly string[];
  readonly dataRoot?: string;
  readonly indexRoot?: string;
  /** Whole lines. */
  readonly more?: readonly string[];
}

/** Writes `rag.yaml`, and makes the usual folders where they are the usual ones. */
export function writeRag(
  { write, project }: Place,
  { sources = [], convert = [], crawl = [], dataRoot = "rag/data", indexRoot = "rag/index", more = [] }: RagParts,
): void {
  const list = (name: string, entries: readonly string[]): readonly string[] =>
    entries.length === 0 ? [] : [`${name}:`, ...entries.map((entry) => `  - ${entry}`)];
  write(
    "rag.yaml",
    [
      "version: 1",
      `paths: {data_root: ${JSON.stringify(dataRoot)}, index_root: ${JSON.stringify(indexRoot)}}`,
      ...list("sources", sources),
      ...list("convert_docs", convert),
      ...list("crawl", crawl),
      "indexing: {max_tokens_per_chunk: 256}",
      ...(more.some((line) => line.startsWith("embedding:")) ? [] : ["embedding: {model: small}"]),
      "retrieval: {initial_k: 20, final_k: 4}",
      ...more,
      "",
    ].join("\n"),
  );
  for (const folder of ["rag/data", "rag/index"]) {
    if (folder === dataRoot || folder === indexRoot) mkdirSync(join(project, folder), { recursive: true });
  }
}

/** A link in place of what is there. */
export function plantLink({ project }: Place, path: string, target: string): void {
  const full = join(project, path);
  rmSync(full, { recursive: true, force: true });
  mkdirSync(dirname(full), { recursive: true });
  symlinkSync(target, full);
}

export const said = ({ stdout, stderr }: Answer): string => `${stdout}${stderr}`;

/** The command fails, and names the place that it does not use. */
export const refuses = (args: readonly string[], place: RegExp): Command => ({
  args,
  expect(answer) {
    assert.notEqual(answer.code, 0, said(answer));
    assert.match(said(answer), place);
  },
});

/** The command works, and says this. */
export const works = (args: readonly string[], what = /^/): Command => ({
  args,
  expect(answer) {
    assert.equal(answer.code, 0, said(answer));
    assert.match(said(answer), what);
  },
});

/** The command may not do that without the user's trust. */
export const needsTrust = (args: readonly string[], what = /ra trust/): Command => ({
  args,
  expect(answer) {
    assert.equal(answer.code, 2, said(answer));
    assert.match(said(answer), /ra trust/);
    assert.match(said(answer), what);
  },
});

/** A private repository of the user's outside. */
export function plantPrivate({ outside, word, secret }: Place): void {
  writeIn(join(outside, "private"), "docs/secret.md", `# ${word} ${secret}\n`);
  commitAll(join(outside, "private"));
}
