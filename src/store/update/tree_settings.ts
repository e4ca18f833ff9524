/** The settings outside a file that shape its stored chunks. When they change, the whole tree is indexed again. */
import type { ChunkingStrategy, Config, TreeConfig } from "../../config/config.ts";
import type { ChunkSizes } from "../../document/chunking/section.ts";

/**
 * Joins into one text the schema version, the stemmer, the chunking strategy, the sizes that this strategy uses,
 * whether the index holds all texts and outputs of notebooks, the folders of languages and versions, and the formats
 * that globs give to files.
 * Globs and boosts are not part of it, because they do not shape chunks.
 */
export function treeSettings(
  schemaVersion: string,
  tree:
    & Pick<TreeConfig, "chunking" | "sizes" | "stemmer" | "metadata" | "ocr" | "languages">
    & Partial<Pick<TreeConfig, "notebook_outputs" | "source_records" | "locales" | "versions" | "format">>,
  sizes: ChunkSizes,
  keepsTexts = false,
): string {
  const own = { ...sizes, ...tree.sizes };
  const ocr = tree.ocr === "never" ? [] : [`ocr:${tree.ocr}`, ...tree.languages];
  const tokens = own.max_tokens_per_chunk === undefined ? [] : [`tokens:${own.max_tokens_per_chunk}`];
  const texts = keepsTexts ? ["texts"] : [];
  const editions = [...Object.entries(tree.locales ?? {}), ...tree.versions ?? []];
  const formats = Object.entries(tree.format ?? {});
  const properties = Object.entries(tree.metadata).length === 0 ? [] : [JSON.stringify(tree.metadata)];
  return [
    schemaVersion,
    tree.stemmer,
    tree.chunking,
    ...sizesOf(tree.chunking, own),
    ...tokens,
    ...ocr,
    ...texts,
    ...(tree.notebook_outputs === true ? ["outputs"] : []),
    ...(tree.source_records === true ? ["records"] : []),
    ...properties,
    ...(editions.length === 0 ? [] : [JSON.stringify(editions)]),
    ...(formats.length === 0 ? [] : [`formats:${JSON.stringify(formats)}`]),
  ].join(" ");
}

/** Raise it when `prose` divides the same text in another way. */
const PROSE_VERSION = 2;

function sizesOf(strategy: ChunkingStrategy, sizes: ChunkSizes): readonly number[] {
  const code = [
    sizes.code_max_lines,
    sizes.overlap_lines,
    ...sizes.code_max_chars === undefined ? [] : [sizes.code_max_chars],
  ];
  const prose = [PROSE_VERSION, sizes.prose_max_chars, sizes.min_chunk_chars];
  switch (strategy) {
    case "headings":
      return [];
    case "adaptive":
      return [sizes.min_chunk_size];
    case "leaves":
      return [sizes.max_leaf_chars, sizes.min_leaf_chars, sizes.min_document_chars];
    case "code":
      return code;
    case "prose":
      return prose;
    case "auto":
      return [...code, ...prose];
  }
}

/** The sizes that chunking strategies use. */
export function chunkSizes({ settings, chunking }: Pick<Config, "settings" | "chunking">): ChunkSizes {
  return { ...chunking, min_chunk_size: settings.min_chunk_size };
}

/** What the index holds of the documents of all trees. */
export interface ContentRules {
  readonly sizes: ChunkSizes;
  /** Whether it holds the texts of all documents, because the files may change and it must not. */
  readonly keepsTexts: boolean;
  /** The folder of the configuration. */
  readonly root: string;
}

export function contentRules(config: Pick<Config, "root" | "settings" | "chunking">): ContentRules {
  return { sizes: chunkSizes(config), keepsTexts: config.settings.frozen, root: config.root };
}
