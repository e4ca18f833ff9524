/** `ra rag convert`: documents become a folder of Markdown files. */
import type { RagProblem, RagSourceRun } from "../../shapes/rag.ts";
import { RaError } from "../../errors.ts";
import { nowMs } from "../../host/clock.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { onExit } from "../../host/process.ts";
import { sha256 } from "../../host/hash.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { RECORD_ENDING } from "../../store/files/read_source.ts";
import { type TreeWalk, walkTree } from "../../store/files/walk.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { ConvertEntry } from "../config/schema.ts";
import { writeJournal } from "../journal.ts";
import { noteFiles } from "../places/source_files.ts";
import type { RagPlaces } from "../places/rag_places.ts";
import { openWritten, type WrittenFiles } from "../places/written_files.ts";
import { type Parted, partsOf } from "../text/parted_text.ts";
import { adoptTexts, asTexts, foreignProblem, pruneTexts, writeText } from "../text/text_folder.ts";
import { otherFiles } from "../other_files.ts";
import { outputFolder } from "../source_trees.ts";
import { countOmitted, sumOmitted } from "../../document/omitted.ts";
import { type Converter, createConverter } from "../../document/formats/converted/converter.ts";
import type { ConvertedDocument } from "../../document/formats/converted/document_parts.ts";
import { converterProgram } from "../../document/formats/converted/missing_parts.ts";
import { isNotebook, isPage, isPicture } from "../../document/formats/registry.ts";
import { languageFolder, requireLanguages } from "../../document/ocr/installed_languages.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { type ConvertedFile, convertJournal, namesOf } from "./convert_journal.ts";
import { inputGlobs, inputPlace } from "./input_globs.ts";
import { fixedPart } from "../git/glob_place.ts";
import { ownGlobs, realOwnPlaces } from "../places/named_places.ts";
import { imageWords } from "./image_words.ts";

/** Raise it when the same file gives another text. */
const VERSION = 5;
/** What became of a file. */
type FileOutcome =
  | { readonly state: "failed"; readonly reason: string }
  | {
    readonly state: "converted" | "unchanged" | "empty";
    readonly file: ConvertedFile;
    readonly problems: readonly RagProblem[];
  };

/** ra reads pages and notebooks itself, in the same process. */
const PAGE = { kind: "page" } as const;
/** The most bytes of one text. */
const MAX_TEXT = 256 * 1024 * 1024;

/**
 * Milliseconds between two notes of what is done. A run that is killed goes on after the last one; Ctrl-C leaves one.
 */
const NOTE_EVERY_MS = 2000;

type ConvertRun = Pick<RagSourceRun, "state" | "counts" | "omitted" | "problems" | "left_out">;

/** Throws `io` when there is no input, all files fail, or `ra-documents` or a language of OCR is not installed. */
export async function convertSource(
  places: RagPlaces,
  config: RagConfig,
  entry: ConvertEntry,
  { prune, onProgress }: { readonly prune: boolean; readonly onProgress: (what: string) => void },
): Promise<ConvertRun> {
  const { fs, home } = places;
  if (entry.ocr !== "never") requireLanguages(fs, home, entry.languages);
  const { root, walk } = walkInput(places, config, entry);
  const before = convertJournal(fs, config, entry.id);
  const words = await imageWords(fs, root, walk.files.map((file) => file.path), entry.exclude);
  const written = openWritten(places, entry.id, "text", outputFolder(config, entry));
  const place = { written, id: entry.id, isChosen: entry.output !== undefined };
  if (prune) adoptTexts(fs, place);
  const names = namesOf(walk.files.map((file) => file.path), before);
  const work: ConvertWork = { fs, entry, root, written, taken: new Set(names.map((name) => name.toLowerCase())) };
  const journal: Record<string, ConvertedFile> = {};
  const problems: RagProblem[] = walk.skipped.map(({ path, reason }) => ({ path, reason }));
  const counts = { files: walk.files.length, converted: 0, unchanged: 0, failed: 0, empty: 0, "texts removed": 0 };
  const converters = convertersFor(entry, home);
  let noted = nowMs();
  const note = (): void => writeJournal(fs, config, "convert", entry.id, { ...before, ...journal });
  const forget = onExit(note);
  const yieldPoint = createYieldPoint(undefined);
  try {
    for (const [at, { path }] of walk.files.entries()) {
      await yieldPoint();
      onProgress(`${at + 1} of ${walk.files.length} ${path}`);
      const file = { path, name: names[at]!, said: words.get(path) ?? "", before: before[path] };
      const outcome = await convertFile(work, file, converters);
      counts[outcome.state]++;
      if (outcome.state === "failed") {
        problems.push({ path, reason: outcome.reason });
        continue;
      }
      journal[path] = outcome.file;
      problems.push(...outcome.problems);
      if (nowMs() - noted < NOTE_EVERY_MS) continue;
      note();
      noted = nowMs();
    }
  } finally {
    forget();
    converters.close();
  }
  const kept = Object.values(journal).filter(({ isEmpty }) => isEmpty !== true).map(({ name }) => `${name}.md`);
  const pruned = pruneTexts(written, new Set(kept));
  counts["texts removed"] = pruned.removed;
  problems.push(...pruned.problems, ...foreignProblem(fs, place, new Set(kept)));
  writeJournal(fs, config, "convert", entry.id, journal);
  noteFiles(fs, config, entry.id, { folder: written.folder, names: kept.sort() });
  if (counts.failed === counts.files) throw nothingConverted(problems);
  return withoutUndefined<ConvertRun>({
    state: counts.converted + counts["texts removed"] > 0 ? "changed" : "unchanged",
    counts,
    omitted: sumOmitted(Object.values(journal).map((file) => file.omitted)),
    problems,
    left_out: [...nothingKnown(journal), ...othersBeside(fs, config, entry, root, walk)],
  });
}

/** With folders alone. Globs and `include` name what is meant. */
function othersBeside(
  fs: FileSystem,
  { folder }: RagConfig,
  { input, include, exclude }: ConvertEntry,
  root: string,
  { files, skipped }: TreeWalk,
): readonly RagProblem[] {
  if (include !== undefined || Array.isArray(input)) return [];
  if (fs.stat(joinPath(folder, input))?.kind !== "directory") return [];
  return otherFiles(
    fs,
    { path: root, exclude, gitignore: false },
    new Set([...files, ...skipped].map(({ path }) => path)),
  );
}

function nothingKnown(journal: Readonly<Record<string, ConvertedFile>>): readonly RagProblem[] {
  return Object.entries(journal).filter(([, { isEmpty }]) => isEmpty === true)
    .map(([path]) => ({ path, reason: "empty: nothing is known about the picture" }));
}

function nothingConverted([first]: readonly RagProblem[]): RaError {
  return new RaError("io", `no file could be converted; ${first?.path}: ${first?.reason}`);
}

/** Throws `io` where there is nothing to convert. */
function walkInput(
  places: RagPlaces,
  config: RagConfig,
  entry: ConvertEntry,
): { readonly root: string; readonly walk: TreeWalk } {
  const { path: root, include } = inputPlace(places.fs, config, entry);
  const boundary = places.boundaryOf(root);
  const named = inputGlobs(places.fs, config, entry).map((glob) => fixedPart(config.folder, glob));
  const exclude = [...entry.exclude, ...ownGlobs(places.fs, realOwnPlaces(places.fs, config), root, named)];
  const walk = walkTree(places.fs, { path: root, include, exclude, gitignore: false, boundary });
  if (walk.missing) throw new RaError("io", `${root}: ${walk.problem ?? "it is missing"}`);
  if (walk.files.length === 0) throw new RaError("io", `${root} has no file that ${include.join(", ")} names`);
  return { root, walk };
}

interface ConvertWork {
  readonly fs: FileSystem;
  readonly entry: ConvertEntry;
  readonly root: string;
  readonly written: WrittenFiles;
  /** The names of texts, in small letters. */
  readonly taken: Set<string>;
}

interface WorkFile {
  /** Relative to the root. */
  readonly path: string;
  /** The name of its text, if it is free. */
  readonly name: string;
  /** What other files say about a picture. */
  readonly said: string;
  readonly before: ConvertedFile | undefined;
}

async function convertFile(
  { fs, entry, root, written, taken }: ConvertWork,
  { path, name, said, before }: WorkFile,
  converters: SourceConverters,
): Promise<FileOutcome> {
  const bytes = readOrFail(fs, joinPath(root, path), entry.max_bytes);
  if (typeof bytes === "string") return { state: "failed", reason: bytes };
  const hash = sha256(bytes);
  const shared = [VERSION, entry.ocr, entry.languages, entry.metadata, entry.notebook_outputs];
  const settings = JSON.stringify(said === "" ? shared : [...shared, sha256(new TextEncoder().encode(said))]);
  const isSame = before?.sha256 === hash && before.settings === settings && before.name === name;
  const isWhole = (): boolean => ["", RECORD_ENDING].every((ending) => written.isThere(`${name}.md${ending}`));
  if (isSame && (before.isEmpty === true || isWhole())) {
    return { state: before.isEmpty === true ? "empty" : "unchanged", file: before, problems: [] };
  }
  const converted = await converters.convert(path, bytes);
  if (typeof converted === "string") return { state: "failed", reason: converted };
  const parted = withWords(said, partsOf(converted));
  const { title, metadata, confidence } = converted;
  const omitted = countOmitted(converted.omitted);
  const problems = converted.warnings.map((reason): RagProblem => ({ path, reason, read: true }));
  const file = { sha256: hash, settings, name, confidence, omitted };
  const measured = confidence === undefined
    ? metadata
    : { ...metadata, ocr_confidence: String(Math.round(confidence)) };
  const isBlank = parted.parts.every(({ markdown }) => markdown.trim() === "");
  if (isPicture(path) && isBlank) return { state: "empty", file: { ...file, isEmpty: true }, problems };
  taken.delete(name.toLowerCase());
  const text = writeText(written, name, taken, {
    source: {
      source_id: entry.id,
      source_type: "document",
      repo: null,
      url: null,
      path,
      title,
      fetched_at: null,
      metadata: {
        ...measured,
        ...asTexts(entry.metadata),
      },
    },
    parted,
  });
  if (text.problem !== undefined) problems.push(text.problem);
  return { state: "converted", file: { ...file, name: text.name }, problems };
}

/** What other files say about a picture stands before its own text. */
function withWords(said: string, { unit, parts: [first, ...others] }: Parted): Parted {
  if (said === "") return { unit, parts: first === undefined ? [] : [first, ...others] };
  const { markdown = "", ...place } = first ?? { place: null };
  return { unit, parts: [{ ...place, markdown: `${said}\n\n${markdown}` }, ...others] };
}

interface SourceConverters {
  /** The document, or why there is none. Throws `io` when `ra-documents` is not installed. */
  convert(path: string, bytes: Uint8Array): Promise<ConvertedDocument | string>;
  close(): void;
}

/** The process starts with the first file that needs it. */
function convertersFor(
  { ocr, languages, notebook_outputs, timeout }: ConvertEntry,
  home: string | null,
): SourceConverters {
  let converter: Converter | undefined;
  const options = ocr === "never" ? { ocr, languages } : { ocr, languages, languageFolder: languageFolder(home) };
  const limits = { timeoutMs: 1000 * timeout, mostBytes: MAX_TEXT };
  return {
    async convert(name, bytes) {
      const task = isPage(name)
        ? PAGE
        : isNotebook(name)
        ? { kind: "notebook", outputs: notebook_outputs } as const
        : { kind: "document", converters: requireConverter(home), name, options } as const;
      converter ??= createConverter();
      const answer = await converter.convert(task, bytes, limits);
      return "reason" in answer ? answer.reason : answer;
    },
    close: () => converter?.close(),
  };
}

/** The bytes, or why there are none. */
function readOrFail(fs: FileSystem, path: string, most: number): Uint8Array | string {
  try {
    return fs.readFile(path, { most }) ?? "it is gone";
  } catch (error) {
    if (error instanceof RaError) return error.message;
    throw error;
  }
}

/** Throws `io`. */
export function requireConverter(home: string | null): string {
  const found = converterProgram(home);
  if (found !== undefined) return found;
  throw new RaError("io", "the package ra-documents is not installed", {
    hint: "npm install -g ra-documents (in a clone: npm run build)",
  });
}
