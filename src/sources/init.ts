/** `ra rag init`: writes a `rag.yaml` that works on the folder at hand. */
import type { RagInitReport } from "../shapes/rag.ts";
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { makeOwnFolder, requireOwnFolder } from "../host/places.ts";
import { fileName, isInside, joinPath, parentPath } from "../text/paths.ts";

/** `directory` is the one that the user works in. Throws `file-exists`, `place-refused` and `io`. */
export function initRag(fs: FileSystem, directory: string, path: string, force: boolean): RagInitReport {
  const folder = parentPath(path);
  const folders = ["rag/data", "rag/index"].map((name) => joinPath(folder, name));
  // Before anything is written: a folder may have come with links.
  if (isInside(folder, directory)) requireOwnFolder(fs, directory, folder);
  for (const one of folders) requireOwnFolder(fs, folder, one);
  const replaced = fs.kindOf(path) !== undefined;
  const hasDocs = fs.kindOf(joinPath(folder, "docs")) === "directory";
  const bytes = new TextEncoder().encode(ragTemplate(hasDocs ? "docs" : "."));
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
  return { path, replaced, folders };
}

function ragTemplate(path: string): string {
  return `# Configuration of ra rag. \`ra rag schema\` prints all keys; docs/rag.md explains them.
version: 1

paths:
  data_root: rag/data    # what is fetched, and its text
  index_root: rag/index  # the index; \`ra -C rag/index search …\` asks it

sources:
  - id: here
    path: ${path}
    treat_as: auto       # code, prose, auto or headings
    exclude: [rag]

  # A git repository:
  # - id: handbook
  #   git: https://example.com/handbook.git
  #   ref: main
  #   include: ["docs/**/*.md"]

# Documents: PDF, office, EPUB, notebooks.
# convert_docs:
#   - id: manuals
#     input: manuals

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
  model: minilm          # \`ra model add minilm\` installs it

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
