/**
 * Finds and reads the files that `ra context` was asked about, and recognises those that are documents of the index.
 */
import { createRuleMatcher, type MatchedRules } from "../../context/rules.ts";
import { type FileChanges, type FileSignals, readFileSignals } from "../../context/file_signals.ts";
import type { Signal } from "../../context/signals.ts";
import { documentIdsOf } from "../../document/ids.ts";
import { createDocumentPlaces, LEADS_OUT } from "../../config/document_places.ts";
import { RaError } from "../../errors.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { isBinary, isUtf8, LOOKED_AT, withoutCutLetter } from "../../text/encoding.ts";
import { createNeighbourShare } from "../../context/neighbours.ts";
import { fileName, isInside, joinPath, parentPath, relativePath, withAncestors } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";
import { leadsOut } from "./named_file.ts";

export interface AskedFile {
  /** The path as the caller gave it. */
  readonly file: string;
  readonly changes?: FileChanges | undefined;
}

export interface ReadFile extends FileSignals {
  /** The path as the caller gave it. */
  readonly file: string;
  /** Absolute, with symbolic links in its folder resolved. */
  readonly path: string;
  readonly rules: MatchedRules;
  /** The size of the file, and how many of its bytes ra read. */
  readonly bytes: number;
  readonly sampled: number;
  /** The ids of the file itself, if it is in the index. */
  readonly docIds: readonly string[];
}

/**
 * Reads each file once. Leaves out binary files with a warning, and missing files too as long as one file exists.
 * Throws `unknown-file` if none does, and `config-value` for an invalid glob in a rule.
 */
export async function readSourceFiles(
  environment: Environment,
  asked: readonly AskedFile[],
): Promise<readonly ReadFile[]> {
  const { config, fs, options } = environment;
  const places = createDocumentPlaces(fs, config);
  const matchRules = createRuleMatcher(config.context);
  const found = new Map<string, ReadFile>();
  const missing: { readonly path: string; readonly message: string }[] = [];
  let binary = 0;
  for (const { file, changes } of asked) {
    const given = joinPath(environment.directory, file);
    const stat = fs.stat(given);
    const kind = stat?.kind;
    if (stat === undefined || kind !== "file") {
      missing.push({
        path: given,
        message: kind === undefined ? "there is no such file" : "this is not a regular file",
      });
      continue;
    }
    if (leadsOut(environment, places, file)) {
      missing.push({ path: given, message: LEADS_OUT });
      continue;
    }
    const path = joinPath(orAbsent(() => fs.realPath(parentPath(given))) ?? parentPath(given), fileName(given));
    if (found.has(path)) continue;
    const most = config.context.sample_size;
    const bytes = fs.readFile(path, { most: Math.max(most, LOOKED_AT), cut: true }) ?? new Uint8Array();
    if (isBinary(bytes)) {
      binary++;
      options.onWarning?.({ code: "not-text", message: "this is a binary file; it is left out", path: given });
      continue;
    }
    const sample = bytes.subarray(0, most);
    found.set(path, await readSample(environment, { file, given, path, size: stat.size, changes }, sample, matchRules));
  }
  if (found.size === 0 && binary === 0 && missing[0] !== undefined) {
    throw new RaError("unknown-file", missing[0].message, { path: missing[0].path });
  }
  for (const { path, message } of missing) {
    options.onWarning?.({ code: "unknown-file", message: `${message}; it is left out`, path });
  }
  return [...found.values()];
}

interface NamedFile extends AskedFile {
  /** Absolute. */
  readonly given: string;
  /** The same, with symbolic links in its folder resolved. */
  readonly path: string;
  readonly size: number;
}

async function readSample(
  environment: Environment,
  { file, given, path, size, changes }: NamedFile,
  sample: Uint8Array,
  matchRules: (path: string) => MatchedRules,
): Promise<ReadFile> {
  const { config, fs } = environment;
  const rules = matchRules(path);
  const text = await decodedSample(sample);
  const read = { path: projectPath(environment, path), text, rules, changes };
  const signals = await readFileSignals(read, config.context);
  const neighbourShare = createNeighbourShare(fs, path);
  const shared = (signals: readonly Signal[]): readonly Signal[] =>
    neighbourShare === undefined
      ? signals
      : signals.map((signal) => ({ ...signal, neighbourShare: neighbourShare(signal.word) }));
  return {
    file,
    path,
    rules,
    bytes: size,
    sampled: sample.length,
    docIds: [path, given].flatMap((one) => documentIdsOf(one, config.trees)),
    ...signals,
    signals: shared(signals.signals),
    small: shared(signals.small),
  };
}

/** The sample may end within a letter. */
async function decodedSample(bytes: Uint8Array): Promise<string> {
  const whole = withoutCutLetter(bytes);
  // Most files are UTF-8, so the decoder is loaded for the others only.
  const text = isUtf8(whole)
    ? whole
    : (await import("../../text/decode_text.ts")).decodeText(bytes)?.text ?? new Uint8Array();
  return new TextDecoder().decode(text);
}

/**
 * Shortens a path to the part that says something about the file: from the project's root, or from the root of its own
 * repository, or only its name.
 */
function projectPath({ config, fs }: Environment, path: string): string {
  if (isInside(path, config.root)) return relativePath(config.root, path);
  const repository = withAncestors(parentPath(path)).find((folder) =>
    orAbsent(() => fs.stat(joinPath(folder, ".git"))) !== undefined
  );
  return repository === undefined ? fileName(path) : relativePath(repository, path);
}
