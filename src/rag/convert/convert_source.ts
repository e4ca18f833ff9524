/** `ra rag convert`: documents become a folder of Markdown files. */
import type { RagProblem, RagSourceRun } from "../../answers/rag.ts";
import { RaError } from "../../errors.ts";
import { nowMs } from "../../host/clock.ts";
import { type ConverterProcess, createConverterProcess } from "../../host/converter_process.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { walkTree } from "../../store/files/walk.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { ConvertEntry } from "../config/schema.ts";
import { readJournal, writeJournal } from "../journal.ts";
import { type GlobPlace, globPlace } from "../sources/glob_place.ts";
import { freeName, pruneTexts, safeName, writeText } from "../text/text_folder.ts";
import { outputFolder } from "../trees/source_trees.ts";
import type { ConvertedDocument } from "../../document/formats/converted/document_parts.ts";
import { converterProgram } from "../../document/formats/converted/missing_parts.ts";
import { decodePage } from "../crawl/decode_page.ts";
import { languageFolder, requireLanguages } from "../../ocr/installed_languages.ts";
import { documentText } from "./document_text.ts";
import { imageWords, isPicture } from "./image_words.ts";

/** What is remembered of a file. */
interface ConvertedFile {
  readonly sha256: string;
  readonly settings: string;
  readonly name: string;
  readonly confidence?: number;
  /** Nothing is known about the picture, so it has no text. */
  readonly isEmpty?: true;
}

/** By the path of the file. */
export type ConvertJournal = Readonly<Record<string, ConvertedFile>>;

/** Raise it when the same file gives another text. */
const VERSION = 2;
/** The endings of the files that are converted. */
const EXTENSIONS = [
  ...["pdf", "docx", "pptx", "xlsx", "odt", "epub", "html", "htm", "ipynb", "csv", "tsv"],
  ...["png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "svg"],
];

/** What became of a file. */
type Outcome =
  | { readonly state: "failed"; readonly reason: string }
  | {
    readonly state: "converted" | "unchanged" | "empty";
    readonly file: ConvertedFile;
    readonly warnings: readonly string[];
  };

/** Milliseconds between two notes of what is done. A run that is killed goes on after the last one. */
const NOTE_EVERY_MS = 2000;

/** Throws `io` when there is no input, all files fail, or `ra-documents` or a language of OCR is not installed. */
export async function convertSource(
  fs: FileSystem,
  config: RagConfig,
  entry: ConvertEntry,
  home: string | null,
  onProgress: (what: string) => void,
): Promise<Pick<RagSourceRun, "state" | "counts" | "problems">> {
  if (entry.ocr !== "never") requireLanguages(fs, home, entry.languages);
  const { path: root, include } = inputPlace(fs, config, entry);
  const walk = walkTree(fs, { path: root, include, exclude: entry.exclude, gitignore: false, boundary: null });
  if (walk.missing) throw new RaError("io", `${root}: ${walk.problem ?? "it is missing"}`);
  if (walk.files.length === 0) throw new RaError("io", `${root} has no file that ${include.join(", ")} names`);
  const before = readJournal<ConvertJournal>(fs, config, "convert", entry.id) ?? {};
  const words = imageWords(fs, root, walk.files.map((file) => file.path), entry.exclude);
  const folder = outputFolder(config, entry);
  const taken = new Set<string>();
  const names = walk.files.map((file) => freeName(safeName(file.path), taken));
  const journal: Record<string, ConvertedFile> = {};
  const problems: RagProblem[] = walk.skipped.map(({ path, reason }) => ({ path, reason }));
  const counts = { files: walk.files.length, converted: 0, unchanged: 0, failed: 0, empty: 0, "texts removed": 0 };
  const converters = convertersFor(entry, home);
  let noted = nowMs();
  try {
    for (const [at, { path }] of walk.files.entries()) {
      onProgress(`${at + 1} of ${walk.files.length} ${path}`);
      const work = { root, path, folder, name: names[at]!, said: words.get(path) ?? "", before: before[path] };
      const outcome = await convertFile(fs, entry, work, converters);
      counts[outcome.state]++;
      if (outcome.state === "failed") {
        problems.push({ path, reason: outcome.reason });
        continue;
      }
      journal[path] = outcome.file;
      for (const reason of outcome.warnings) problems.push({ path, reason });
      if (nowMs() - noted < NOTE_EVERY_MS) continue;
      writeJournal(fs, config, "convert", entry.id, { ...before, ...journal });
      noted = nowMs();
    }
  } finally {
    converters.close();
  }
  const kept = Object.values(journal).filter(({ isEmpty }) => isEmpty !== true);
  counts["texts removed"] = pruneTexts(fs, folder, new Set(kept.map(({ name }) => name.toLowerCase())));
  writeJournal(fs, config, "convert", entry.id, journal);
  if (counts.failed === counts.files) {
    const [first] = problems;
    throw new RaError("io", `no file could be converted; ${first?.path}: ${first?.reason}`);
  }
  return { state: counts.converted + counts["texts removed"] > 0 ? "changed" : "unchanged", counts, problems };
}

interface Work {
  readonly root: string;
  /** Relative to the root. */
  readonly path: string;
  /** The folder of the texts, and the name of this one in it. */
  readonly folder: string;
  readonly name: string;
  /** What other files say about a picture. */
  readonly said: string;
  readonly before: ConvertedFile | undefined;
}

async function convertFile(
  fs: FileSystem,
  entry: ConvertEntry,
  { root, path, folder, name, said, before }: Work,
  converters: Converters,
): Promise<Outcome> {
  const bytes = readOrFail(fs, joinPath(root, path), entry.max_bytes);
  if (typeof bytes === "string") return { state: "failed", reason: bytes };
  const hash = sha256(bytes);
  const shared = [VERSION, entry.ocr, entry.languages, entry.metadata];
  const settings = JSON.stringify(said === "" ? shared : [...shared, sha256(new TextEncoder().encode(said))]);
  const isThere = before?.isEmpty === true || fs.kindOf(joinPath(folder, `${name}.md`)) === "file";
  if (before?.sha256 === hash && before.settings === settings && before.name === name && isThere) {
    return { state: before.isEmpty === true ? "empty" : "unchanged", file: before, warnings: [] };
  }
  const converted = /\.html?$/i.test(path) ? convertedPage(bytes) : await converters.convert(path, bytes);
  if (typeof converted === "string") return { state: "failed", reason: converted };
  const markdown = [said, documentText(converted)].join("\n\n").trim();
  const { title, metadata, warnings, confidence } = converted;
  const file = { sha256: hash, settings, name, ...(confidence === undefined ? {} : { confidence }) };
  if (isPicture(path) && markdown === "") return { state: "empty", file: { ...file, isEmpty: true }, warnings };
  writeText(fs, folder, name, {
    properties: {
      title,
      ...metadata,
      source_id: entry.id,
      source_type: "document",
      path,
      sha256: hash,
      ...(confidence === undefined ? {} : { ocr_confidence: Math.round(confidence) }),
      ...entry.metadata,
    },
    markdown,
  });
  return { state: "converted", file, warnings };
}

interface Converters {
  /** The document, or why there is none. Throws `io` when `ra-documents` is not installed. */
  convert(path: string, bytes: Uint8Array): Promise<ConvertedDocument | string>;
  close(): void;
}

/** The process starts with the first file that needs it. */
function convertersFor({ ocr, languages, timeout }: ConvertEntry, home: string | null): Converters {
  let converter: ConverterProcess | undefined;
  const options = ocr === "never" ? { ocr, languages } : { ocr, languages, languageFolder: languageFolder(home) };
  return {
    async convert(name, bytes) {
      converter ??= createConverterProcess(requireConverter(home));
      const answer = await converter.convert({ name, bytes, options, timeoutMs: 1000 * timeout });
      return "reason" in answer ? answer.reason : answer.value as ConvertedDocument;
    },
    close: () => converter?.close(),
  };
}

/** ra reads pages itself. */
function convertedPage(bytes: Uint8Array): ConvertedDocument {
  const html = decodePage(bytes, null);
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1]?.replace(/\s+/g, " ").trim();
  return { unit: null, parts: [{ place: null, html }], title: title || null, metadata: {}, warnings: [] };
}

/** A folder stands for the files in it that can be converted. */
export function inputPlace(fs: FileSystem, { folder }: RagConfig, { input, include }: ConvertEntry): GlobPlace {
  const globs = [input].flat().flatMap((one) => {
    const kind = fs.stat(joinPath(folder, one))?.kind;
    return kind === "directory"
      ? (include ?? [`**/*.{${EXTENSIONS.join(",")}}`]).map((glob) => `${one}/${glob}`)
      : [one];
  });
  return globPlace(folder, globs);
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
