/** `ra rag convert`: documents become a folder of Markdown files. */
import type { RagProblem, RagSourceRun } from "../../answers/rag.ts";
import { RaError } from "../../errors.ts";
import { type ConverterProcess, createConverterProcess } from "../../host/converter_process.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { sha256 } from "../../host/hash.ts";
import { walkTree } from "../../store/files/walk.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { ConvertEntry } from "../config/schema.ts";
import { readJournal, writeJournal } from "../journal.ts";
import { globPlace } from "../sources/glob_place.ts";
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

/** Throws `io` when there is no input, all files fail, or `ra-documents` is not installed. */
export async function convertSource(
  fs: FileSystem,
  config: RagConfig,
  entry: ConvertEntry,
  home: string | null,
  onProgress: (what: string) => void,
): Promise<Pick<RagSourceRun, "state" | "counts" | "problems">> {
  if (entry.ocr !== "never") requireLanguages(fs, home, entry.languages);
  const { path, include } = placeOf(fs, config, entry);
  const walk = walkTree(fs, { path, include, exclude: entry.exclude, gitignore: false, boundary: null });
  if (walk.missing) throw new RaError("io", `${path}: ${walk.problem ?? "it is missing"}`);
  if (walk.files.length === 0) throw new RaError("io", `${path} has no file that ${include.join(", ")} names`);
  const before = readJournal<ConvertJournal>(fs, config, "convert", entry.id) ?? {};
  const words = imageWords(fs, path, walk.files.map((file) => file.path), entry.exclude);
  const shared = [VERSION, entry.ocr, entry.languages, entry.metadata];
  const folder = outputFolder(config, entry);
  const taken = new Set<string>();
  const names = walk.files.map((file) => freeName(safeName(file.path), taken));
  const journal: Record<string, ConvertedFile> = {};
  const problems: RagProblem[] = walk.skipped.map(({ path, reason }) => ({ path, reason }));
  const counts = { files: walk.files.length, converted: 0, unchanged: 0, failed: 0, empty: 0, "texts removed": 0 };
  const options = {
    ocr: entry.ocr,
    languages: entry.languages,
    ...(entry.ocr === "never" ? {} : { languageFolder: languageFolder(home) }),
  };
  let converter: ConverterProcess | undefined;
  try {
    for (const [at, file] of walk.files.entries()) {
      onProgress(`${at + 1} of ${walk.files.length} ${file.path}`);
      const name = names[at]!;
      const bytes = readOrFail(fs, joinPath(path, file.path), entry.max_bytes);
      if (typeof bytes === "string") {
        problems.push({ path: file.path, reason: bytes });
        counts.failed++;
        continue;
      }
      const hash = sha256(bytes);
      const known = before[file.path];
      const said = words.get(file.path) ?? "";
      const settings = JSON.stringify(said === "" ? shared : [...shared, sha256(new TextEncoder().encode(said))]);
      const isThere = known?.isEmpty === true || fs.kindOf(joinPath(folder, `${name}.md`)) === "file";
      if (known?.sha256 === hash && known.settings === settings && known.name === name && isThere) {
        journal[file.path] = known;
        counts[known.isEmpty === true ? "empty" : "unchanged"]++;
        continue;
      }
      let converted: ConvertedDocument;
      if (/\.html?$/i.test(file.path)) {
        converted = convertedPage(bytes);
      } else {
        converter ??= createConverterProcess(requireConverter(home));
        const answer = await converter.convert({ name: file.path, bytes, options, timeoutMs: 1000 * entry.timeout });
        if ("reason" in answer) {
          problems.push({ path: file.path, reason: answer.reason });
          counts.failed++;
          continue;
        }
        converted = answer.value as ConvertedDocument;
      }
      const markdown = [said, documentText(converted)].join("\n\n").trim();
      const confidence = converted.confidence === undefined ? {} : { confidence: converted.confidence };
      if (isPicture(file.path) && markdown === "") {
        journal[file.path] = { sha256: hash, settings, name, isEmpty: true };
        counts.empty++;
        continue;
      }
      writeText(fs, folder, name, {
        properties: {
          title: converted.title,
          ...converted.metadata,
          source_id: entry.id,
          source_type: "document",
          path: file.path,
          sha256: hash,
          ...(converted.confidence === undefined ? {} : { ocr_confidence: Math.round(converted.confidence) }),
          ...entry.metadata,
        },
        markdown,
      });
      for (const reason of converted.warnings) problems.push({ path: file.path, reason });
      journal[file.path] = {
        sha256: hash,
        settings,
        name,
        ...confidence,
      };
      counts.converted++;
      // A run that is killed goes on after the last file.
      writeJournal(fs, config, "convert", entry.id, { ...before, ...journal });
    }
  } finally {
    converter?.close();
  }
  counts["texts removed"] = pruneTexts(
    fs,
    folder,
    new Set(Object.values(journal).flatMap(({ name, isEmpty }) => (isEmpty === true ? [] : [name.toLowerCase()]))),
  );
  writeJournal(fs, config, "convert", entry.id, journal);
  if (counts.failed === counts.files) {
    const [first] = problems;
    throw new RaError("io", `no file could be converted; ${first?.path}: ${first?.reason}`);
  }
  return { state: counts.converted + counts["texts removed"] > 0 ? "changed" : "unchanged", counts, problems };
}

/** ra reads pages itself. */
function convertedPage(bytes: Uint8Array): ConvertedDocument {
  const html = decodePage(bytes, null);
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1]?.replace(/\s+/g, " ").trim();
  return { unit: null, parts: [{ place: null, html }], title: title || null, metadata: {}, warnings: [] };
}

/** A folder stands for the files in it that can be converted. */
function placeOf(fs: FileSystem, { folder }: RagConfig, { input, include }: ConvertEntry) {
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
