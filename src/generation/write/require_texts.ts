/** What a generation is made from must be there, so that none is made of less than the sources hold. */
import { rootProblem } from "../../config/tree_root.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import type { LastRun } from "../../sources/journal.ts";
import { notedFiles } from "../../sources/places/source_files.ts";
import { lastRun } from "../../sources/run_journal.ts";
import type { SourceTree } from "../../sources/source_trees.ts";
import type { IndexHost } from "./index_run.ts";

/**
 * Throws `index-missing` for a source without text, and for one whose last run has failed: its text may be old. Who
 * names such a source with `--only` gets a warning, and the text that is there. `only` empty: all sources.
 */
export function requireTexts(
  { fs, warn }: Pick<IndexHost, "fs" | "warn">,
  config: RagConfig,
  trees: readonly SourceTree[],
  only: readonly string[],
): void {
  for (const tree of trees) {
    const { name, path } = tree;
    if (only.length > 0 && !only.includes(name)) continue;
    const run = tree.type === "local" ? undefined : lastRun(fs, config, name);
    const failure = run?.state === "failed" ? run : undefined;
    const why = whyNoText(fs, config, tree);
    if (why !== undefined) throw noText(tree, why, failure);
    if (failure === undefined) continue;
    const message = `${name}: ${said(failure)}`;
    if (only.length > 0) {
      warn({ code: "sources-changed", message: `${message}; its text is that of an earlier run` });
      continue;
    }
    const again = `run: ra rag ${failure.stage} --only ${name}`;
    throw new RaError("index-missing", `${message}, so its text may be old; the index stays as it is`, {
      path,
      hint: `${again}; or name the sources to index, this one with its earlier text: ra rag index --only ID`,
    });
  }
}

function noText({ name, path, type }: SourceTree, why: string, failure: LastRun | undefined): RaError {
  const hint = type === "local"
    ? "correct `path`, or remove the source"
    : `run: ra rag ${failure === undefined ? "ingest" : `${failure.stage} --only ${name}`}`;
  const message = failure === undefined ? why : `${said(failure)}; ${why}`;
  return new RaError("index-missing", `${name} has no text yet: ${message}`, { path, hint });
}

function said({ stage, at, reason }: LastRun): string {
  return `${stage} failed at ${at}${reason === undefined ? "" : ` (${reason})`}`;
}

function whyNoText(fs: FileSystem, config: RagConfig, { name, path, type }: SourceTree): string | undefined {
  if (type === "local") {
    const problem = rootProblem(fs, { path }, undefined);
    return problem === undefined ? undefined : `${path}: ${problem}`;
  }
  if (fs.stat(path)?.kind !== "directory") return `there is no folder ${path}`;
  return notedFiles(fs, config, name) === undefined ? `no run has said which files in ${path} are its own` : undefined;
}
