/** What a chunk becomes in the table. */
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { Passage } from "../../search/ports/passage_source.ts";
import type { ChunkRow } from "../artefacts/chunk_table.ts";
import type { SourceTree } from "../../sources/source_trees.ts";

/** A chunk's text as it is embedded. */
export interface EmbeddedText {
  readonly text: string;
  readonly hash: string;
  readonly tokens: number;
  readonly clipped: boolean;
}

export function chunkRow(
  chunk: IndexedChunk,
  { source, origin }: Pick<Passage, "source" | "origin">,
  { name, type }: Pick<SourceTree, "name" | "type">,
  repo: string | null,
  embedded: EmbeddedText,
): ChunkRow {
  return {
    id: chunk.id,
    source_id: name,
    source_type: type,
    repo,
    path: origin?.path ?? chunk.path,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    page: source?.unit === "page" ? source.first : null,
    url: origin?.url ?? null,
    title: chunk.title,
    section: chunk.breadcrumb,
    ...embedded,
  };
}
