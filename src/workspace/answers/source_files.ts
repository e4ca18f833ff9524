/** The files that context is asked for: found, read, and told apart from the documents of the index. */
import { createRuleMatcher, type MatchedRules } from "../../context/rules.ts";
import { type Changes, type FileSignals, readFileSignals } from "../../context/file_signals.ts";
import { documentIdsOf } from "../../document/ids.ts";
import { RaError } from "../../errors.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { isBinary } from "../../text/encoding.ts";
import { createNeighbourShare } from "../../context/neighbours.ts";
import { fileName, isInside, joinPath, parentPath, relativePath, withAncestors } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";

export interface AskedFile {
  /** As it was given. */
  readonly file: string;
  readonly changes?: Changes | undefined;
}

export interface ReadFile extends FileSignals {
  /** As it was given. */
  readonly file: string;
  /** Absolute; its folder without symbolic links. */
  readonly path: string;
  readonly rules: MatchedRules;
  /** Bytes of the file, and how many of them were read. */
  readonly bytes: number;
  readonly sampled: number;
  /** Ids that the file itself has in the index, if it is there. */
  readonly docIds: readonly string[];
}

/**
 * Reads the files, each once. Binary files are left out with a warning, and so are missing ones as long as another is
 * there. Throws `unknown-file` when none is, `config-value` for a rule's glob that is none.
 */
export async function readSourceFiles(
  environment: Environment,
  asked: readonly AskedFile[],
): Promise<readonly ReadFile[]> {
  const { config, fs, options } = environment;
  const matchRules = createRuleMatcher(config.context);
  const found = new Map<string, ReadFile>();
  const missing: { readonly path: string; readonly message: string }[] = [];
  let binary = 0;
  for (const { file, changes } of asked) {
    const given = joinPath(environment.directory, file);
    const kind = fs.stat(given)?.kind;
    if (kind !== "file") {
      missing.push({ path: given, message: kind === undefined ? "there is no such file" : "it is not a regular file" });
      continue;
    }
    const path = joinPath(orAbsent(() => fs.realPath(parentPath(given))) ?? parentPath(given), fileName(given));
    if (found.has(path)) continue;
    const bytes = fs.readFile(path) ?? new Uint8Array();
    if (isBinary(bytes)) {
      binary++;
      options.onWarning?.({ code: "not-text", message: "this is a binary file; it is left out", path: given });
      continue;
    }
    const sample = bytes.subarray(0, config.context.sample_size);
    const rules = matchRules(path);
    const text = new TextDecoder().decode(sample, { stream: true });
    const signals = await readFileSignals(
      { path: projectPath(environment, path), text, rules, changes },
      config.context,
    );
    const docIds = [path, given].flatMap((one) => documentIdsOf(one, config.trees));
    const neighbourShare = createNeighbourShare(fs, path);
    const all = neighbourShare === undefined
      ? signals.signals
      : signals.signals.map((signal) => ({ ...signal, neighbourShare: neighbourShare(signal.word) }));
    found.set(path, {
      file,
      path,
      rules,
      bytes: bytes.length,
      sampled: sample.length,
      docIds,
      ...signals,
      signals: all,
    });
  }
  if (found.size === 0 && binary === 0 && missing[0] !== undefined) {
    throw new RaError("unknown-file", missing[0].message, { path: missing[0].path });
  }
  for (const { path, message } of missing) {
    options.onWarning?.({ code: "unknown-file", message: `${message}; it is left out`, path });
  }
  return [...found.values()];
}

/**
 * The path that says something of the file: from the project's root, or of a file elsewhere from its repository's, else
 * its name.
 */
function projectPath({ config, fs }: Environment, path: string): string {
  if (isInside(path, config.root)) return relativePath(config.root, path);
  const repository = withAncestors(parentPath(path)).find((folder) =>
    orAbsent(() => fs.stat(joinPath(folder, ".git"))) !== undefined
  );
  return repository === undefined ? fileName(path) : relativePath(repository, path);
}
