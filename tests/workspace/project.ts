// Opens a project in memory with the real core, and offers ways to look at its answers.
import assert from "node:assert/strict";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { RaError, type Warning } from "../../src/errors.ts";
import type { QueryEntry, SearchResult } from "../../src/shapes/search.ts";
import { open, type OpenOptions, type SearchOptions, type Workspace } from "../../src/workspace.ts";

export const DOCS = '[tree.docs]\npath = "docs"\n';
const DAY_NS = 86_400e9;
/** The time between changes, longer than the coarsest time stamps that ra trusts. */
const TICK_NS = 3_001_234_567;

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface Project {
  readonly fs: MemoryFileSystem;
  readonly workspace: Workspace;
  /** All warnings since the project was opened. */
  readonly warnings: readonly Warning[];
}

/** Files under `/project` that are a day old. `.ra.toml` sets the tree `docs` unless the files contain it. */
export function createFiles(files: Files): MemoryFileSystem {
  let ticks = 0;
  const start = Date.now() * 1e6 - DAY_NS;
  const rooted = Object.entries({ ".ra.toml": DOCS, ...files }).map(([path, content]) =>
    [`/project/${path}`, content] as const
  );
  return createMemoryFileSystem(Object.fromEntries(rooted), { nowNs: () => start + ++ticks * TICK_NS });
}

export async function openProject(files: Files, options: OpenOptions = {}): Promise<Project> {
  return await openFiles(createFiles(files), options);
}

export async function openFiles(fs: MemoryFileSystem, options: OpenOptions = {}): Promise<Project> {
  const warnings: Warning[] = [];
  const workspace = await open("/project", {
    fs,
    home: null,
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  return { fs, workspace, warnings };
}

/** Returns the only entry of an answer. */
export async function searchOne(
  workspace: Workspace,
  query: string | readonly string[],
  options: SearchOptions = {},
): Promise<QueryEntry> {
  const { queries } = await workspace.search(query, options);
  assert.equal(queries.length, 1);
  return queries[0]!;
}

export async function idsOf(
  workspace: Workspace,
  query: string | readonly string[],
  options: SearchOptions = {},
): Promise<readonly string[]> {
  return (await searchOne(workspace, query, options)).results.map(({ id }) => id);
}

/** Options that return every matching chunk by itself: no cut, no aggregation, and only the configured fuzziness. */
export const ALL: SearchOptions = { limit: 1000, cutoffRatio: 0, aggregation: false };

/** Returns the texts at the match ranges of a result. */
export function marked({ content, match_ranges }: SearchResult): readonly string[] {
  const bytes = new TextEncoder().encode(content);
  return (match_ranges ?? []).map(({ start, end }) =>
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start, end))
  );
}

export function write(fs: MemoryFileSystem, path: string, content: string): void {
  const absolute = `/project/${path}`;
  fs.makeDirectory(absolute.slice(0, absolute.lastIndexOf("/")));
  fs.writeFile(absolute, new TextEncoder().encode(content));
}

/** Returns the error that an operation fails with. */
export async function failure(work: () => Promise<unknown>): Promise<RaError> {
  try {
    await work();
  } catch (error) {
    assert.ok(error instanceof RaError, `not an expected failure: ${String(error)}`);
    return error;
  }
  return assert.fail("nothing failed");
}
