/** A row as an answer shows it. */
import type { RagRow } from "../../shapes/passages.ts";
import type { WrittenPassages } from "../../search/ports/passage_source.ts";
import type { Highlight } from "../../search/ports/request.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import { presentResult } from "../../search/retrieval/present.ts";
import { resultOf } from "../../search/retrieval/ranked_result.ts";
import { withOwnSpan } from "../own_span.ts";
import type { FoundChunk } from "./find_candidates.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

export interface RowInput {
  readonly snapshot: Snapshot;
  readonly highlight: Highlight;
  /** The files as they are now. */
  readonly files: WrittenPassages;
  readonly source: { readonly id: string; readonly type: RagRow["source_type"]; readonly repo: string | null };
  readonly rank: number;
  readonly score: number;
  readonly scores: RagRow["scores"];
}

/** The text is that of the generation. `stale` says that the file is another one now. */
export async function presentRow(candidate: FoundChunk, input: RowInput): Promise<RagRow> {
  const { snapshot: { retriever, passages, catalogue }, highlight, files, source, rank, score, scores } = input;
  const chunk = await withOwnSpan(candidate.chunk, passages);
  const presented = await presentResult(resultOf(chunk, score), {
    retriever,
    passages,
    catalogue,
    highlight,
    list: false,
  });
  const now = await files.read(chunk, { start: chunk.byteStart, end: chunk.byteEnd });
  const { source: place, url } = presented;
  return withoutUndefined<RagRow>({
    ...presented,
    stale: typeof now === "string" ? true : presented.stale,
    gone: now === "gone" ? true : presented.gone,
    source_id: source.id,
    source_type: source.type,
    repo: source.repo,
    page: place?.unit === "page" ? place.first : null,
    url: url ?? null,
    rank,
    scores,
  });
}
