/** `ra rag init`: writes a `rag.yaml` that works on the folder at hand. */
import type { RagInitReport } from "../shapes/rag.ts";
import { converterProgram } from "../document/formats/converted/missing_parts.ts";
import { CONVERTER_EXTENSIONS, isPicture } from "../document/formats/registry.ts";
import { RaError } from "../errors.ts";
import { withFewEntries } from "../host/few_entries.ts";
import type { FileSystem } from "../host/file_system.ts";
import { makeOwnFolder, requireOwnFolder } from "../host/places.ts";
import { readModelCard } from "../models/installed/read_model.ts";
import { walkTree } from "../store/files/walk.ts";
import { fileExtension, fileName, isInside, joinPath, parentPath } from "../text/paths.ts";

/** The one that the file names. */
const MODEL = "minilm";
const OWN_FOLDERS = ["rag/data", "rag/index"];
/** PDF, Office, books and tables. */
const DOCUMENTS = CONVERTER_EXTENSIONS.filter((extension) => !isPicture(`a.${extension}`));
/** How many entries of folders are looked at for documents. */
const MAX_ENTRIES = 200_000;

/** `directory` is the one that the user works in. Throws `file-exists`, `place-refused` and `io`. */
export function initRag(
  fs: FileSystem,
  directory: string,
  path: string,
  { force, home }: { readonly force: boolean; readonly home: string | null },
): RagInitReport {
  const folder = parentPath(path);
  const folders = OWN_FOLDERS.map((name) => joinPath(folder, name));
  // Before anything is written: a folder may have come with links.
  if (isInside(folder, directory)) requireOwnFolder(fs, directory, folder);
  for (const one of folders) requireOwnFolder(fs, folder, one);
  const replaced = fs.kindOf(path) !== undefined;
  const docs = fs.kindOf(joinPath(folder, "docs")) === "directory" ? "docs" : ".";
  const documents = documentsIn(fs, joinPath(folder, docs));
  const takesDocuments = documents.files > 0 && converterProgram(home) !== undefined;
  const bytes = new TextEncoder().encode(ragTemplate(docs, takesDocuments));
  if (force) fs.writeFile(path, bytes);
  else if (!fs.createExclusive(path, bytes)) {
    throw new RaError("file-exists", `cannot create ${fileName(path)}: the file exists already`, {
      path,
      hint: "--force overwrites it",
    });
  }
  for (const one of folders) {
    makeOwnFolder(fs, folder, one);
    // Nothing of it belongs into a repository.
    fs.createExclusive(joinPath(one, ".gitignore"), new TextEncoder().encode("*\n"));
  }
  const next = [
    ...(isInstalled(fs, home, MODEL) ? [] : [`ra model add ${MODEL}`]),
    ...(takesDocuments ? ["ra rag ingest"] : []),
    "ra rag index",
  ];
  return { path, replaced, folders, documents: { ...documents, taken: takesDocuments }, next };
}

function isInstalled(fs: FileSystem, home: string | null, model: string): boolean {
  try {
    readModelCard(fs, home, model, "encoder");
    return true;
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    return false;
  }
}

/** The documents that `ra-documents` reads, as `convert_docs` finds them. */
function documentsIn(fs: FileSystem, folder: string): Pick<RagInitReport["documents"], "files" | "extensions"> {
  const { files } = walkTree(withFewEntries(fs, MAX_ENTRIES), {
    path: folder,
    include: [`**/*.{${DOCUMENTS.join(",")}}`],
    exclude: ["rag"],
    gitignore: false,
  });
  return { files: files.length, extensions: [...new Set(files.map(({ path }) => fileExtension(path)))].sort() };
}

function convertDocs(path: string, isCommented: boolean): string {
  const lines = [
    "convert_docs:",
    "  - id: documents",
    `    input: ${path}`,
    `    include: ["**/*.{${DOCUMENTS.join(",")}}"]`,
  ];
  return lines.map((line) => (isCommented ? `# ${line}\n` : `${line}\n`)).join("");
}

function ragTemplate(path: string, takesDocuments: boolean): string {
  return `# Configuration of ra rag. \`ra rag schema\` prints all keys; docs/rag.md explains them.
version: 1

paths:
  data_root: rag/data    # what is fetched, and its text
  index_root: rag/index  # the index; \`ra -C rag/index search …\` asks it

sources:
  - id: here
    path: ${path}
    treat_as: auto       # code, prose, auto or headings

  # A git repository:
  # - id: handbook
  #   git: https://example.com/handbook.git
  #   ref: main
  #   include: ["docs/**/*.md"]

# Documents: PDF, office, books, tables. \`npm install -g ra-documents\` installs what reads them.
${convertDocs(path, !takesDocuments)}
# Web sites:
# crawl:
#   - id: site
#     seeds: ["https://example.com/docs/"]
#     depth: 3

indexing:
  max_tokens_per_chunk: 256
  code_max_lines: 40
  code_max_chars: 500    # minilm reads 254 tokens: these sizes fit
  overlap_lines: 5
  prose_max_chars: 600
  min_chunk_chars: 150

embedding:
  model: ${MODEL}          # \`ra model add ${MODEL}\` installs it

retrieval:
  initial_k: 50
  final_k: 8

# Files that a question brings along: --attach.
attachments:
  attach_limit_files: 20
  attach_limit_chunks: 500

# The language model of \`ra rag chat\`. Without one, the passages are the answer.
# generation:
#   model: qwen2.5:7b
#   base_url: http://localhost:11434/v1
`;
}
