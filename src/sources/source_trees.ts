/** The trees that the sources become. */
import type { ChunkingSettings, ChunkingStrategy } from "../config/config.ts";
import type { FileSystem } from "../host/file_system.ts";
import { TEXT_EXTENSIONS } from "../document/formats/registry.ts";
import { compileSelection } from "../store/files/globs.ts";
import { fileName, joinPath, parentPath } from "../text/paths.ts";
import { SOURCE_EXTENSIONS, SOURCE_NAMES } from "../text/source_names.ts";
import type { RagConfig } from "./config/rag_config.ts";
import type { SourceChunkSizes, SourceConfig } from "./config/schema.ts";
import { notedFiles, rawFolder, strayFiles } from "./places/source_files.ts";
import { isGitSource } from "./git/git_source.ts";
import { fixedPart, globFor, globPlace } from "./git/glob_place.ts";
import { ownGlobs, realOwnPlaces } from "./places/named_places.ts";

type SourceType = "local" | "git" | "web" | "document";

export interface SourceTree {
  /** The id of the source. */
  readonly name: string;
  readonly type: SourceType;
  /** Absolute. */
  readonly path: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly chunking: ChunkingStrategy;
  readonly sizes: Partial<ChunkingSettings> & Required<Pick<ChunkingSettings, "max_tokens_per_chunk">>;
  /** Of local files. Texts have theirs in their frontmatter. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The trees of all sources, in the order of the configuration. */
export function sourceTrees(fs: FileSystem, config: RagConfig): readonly SourceTree[] {
  const textTree = (
    id: string,
    type: SourceType,
    folder: string,
    source: Pick<SourceConfig, "treat_as" | "chunking">,
  ) => ({
    name: id,
    type,
    path: folder,
    include: ["**/*.md"],
    exclude: [],
    chunking: source.treat_as,
    sizes: sizesOf(config, source.chunking),
    metadata: {},
  });
  const own = realOwnPlaces(fs, config);
  return [
    ...config.sources.map((source): SourceTree => ({
      name: source.id,
      type: isGitSource(source) ? "git" : "local",
      ...placeOf(fs, config, source, own),
      chunking: source.treat_as,
      sizes: sizesOf(config, source.chunking),
      metadata: Object.fromEntries(Object.entries(source.metadata).map(([key, value]) => [key, String(value)])),
    })),
    ...config.convert_docs.map((entry) => textTree(entry.id, "document", outputFolder(config, entry), entry)),
    ...config.crawl.map((entry) => textTree(entry.id, "web", textFolder(config, entry.id), entry)),
  ];
}

/**
 * The same trees without what lies about in the folders of what was fetched, crawled and converted. Throws
 * `place-refused`.
 */
export function withoutStrays(
  fs: FileSystem,
  config: RagConfig,
  trees: readonly SourceTree[],
): readonly SourceTree[] {
  return trees.map((tree) => {
    if (tree.type === "local") return tree;
    const files = notedFiles(fs, config, tree.name) ?? new Set<string>();
    const { includesOf } = compileSelection(tree.include, tree.exclude);
    const strays = strayFiles(fs, tree.path, files, (path) => includesOf(path).length > 0);
    return strays.length === 0 ? tree : { ...tree, exclude: [...tree.exclude, ...strays.map(globFor)] };
  });
}

/** Where the text of a crawled source lies. */
export function textFolder({ dataRoot }: RagConfig, id: string): string {
  return joinPath(dataRoot, `text/${id}`);
}

/** Where the text of converted documents lies. */
export function outputFolder(
  config: RagConfig,
  { id, output }: { readonly id: string; readonly output?: string | undefined },
): string {
  return output === undefined ? textFolder(config, id) : joinPath(config.folder, output);
}

/** A source's own sizes, and those of `indexing` for the others. */
export function sizesOf({ indexing }: RagConfig, own: SourceChunkSizes): SourceTree["sizes"] {
  const { code_max_lines, code_max_chars, overlap_lines, prose_max_chars, min_chunk_chars } = {
    ...indexing,
    ...stated(own),
  };
  const max_tokens_per_chunk = own.tokenizer_cap ?? own.max_tokens_per_chunk ?? indexing.tokenizer_cap ??
    indexing.max_tokens_per_chunk;
  const limit = code_max_chars === undefined ? {} : { code_max_chars };
  return { code_max_lines, ...limit, overlap_lines, prose_max_chars, min_chunk_chars, max_tokens_per_chunk };
}

function stated<T extends object>(values: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };
}

function placeOf(
  fs: FileSystem,
  config: RagConfig,
  source: SourceConfig,
  own: readonly string[],
): Pick<SourceTree, "path" | "include" | "exclude"> {
  const { exclude, include = readable(source.treat_as) } = source;
  if (isGitSource(source)) return { path: rawFolder(fs, config, source.id), include, exclude };
  const { folder } = config;
  const named = source.globs?.map((glob) => fixedPart(folder, glob)) ?? [joinPath(folder, source.path!)];
  const place = source.globs !== undefined
    ? globPlace(folder, source.globs)
    : fs.stat(named[0]!)?.kind === "file"
    ? { path: parentPath(named[0]!), include: [globFor(fileName(named[0]!))] }
    : { path: named[0]!, include };
  return { ...place, exclude: [...exclude, ...ownGlobs(fs, own, place.path, named)] };
}

/** What ra can read: documents, and for code also the files of known languages. A single glob always matches some. */
function readable(treatAs: SourceConfig["treat_as"]): readonly string[] {
  if (treatAs === "headings" || treatAs === "prose") return [`**/*.{${TEXT_EXTENSIONS.join(",")}}`];
  const names = [...TEXT_EXTENSIONS, ...SOURCE_EXTENSIONS].map((extension) => `*.${extension}`);
  return [`**/{${[...names, ...SOURCE_NAMES].join(",")}}`];
}
