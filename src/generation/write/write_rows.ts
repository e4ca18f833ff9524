/** Goes through the chunks of all sources, and writes a row and a vector for each that has text. */
import type { RagProblem } from "../../shapes/rag.ts";
import { hashBytes } from "../../host/hash.ts";
import type { ChunkRef, IndexedChunk } from "../../search/ports/catalogue.ts";
import type { PassageSource } from "../../search/ports/passage_source.ts";
import { passageText } from "../../models/embed/passage_text.ts";
import type { TokenCounter } from "../../models/embed/token_counter.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import type { ChunkRow } from "../artefacts/chunk_table.ts";
import type { ArtefactFile } from "../artefacts/manifest.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { withOwnSpan } from "../own_span.ts";
import { textKey } from "../text_key.ts";
import type { SourceTree } from "../../sources/source_trees.ts";
import type { OrderedChunks } from "./ordered_chunks.ts";
import { chunkRow } from "./chunk_row.ts";
import { vectorsOfRows, type VectorSources } from "./row_vectors.ts";

/** Chunks that are embedded together: what a killed run loses. */
const SLICE = 256;

export interface RowsInput {
  readonly trees: ReadonlyMap<string, SourceTree>;
  /** The address of a source's repository. */
  repoOf(id: string): string | null;
  readonly manifest: Manifest;
  /** Opens the texts of the documents, for a part of the chunks. */
  passages(): PassageSource;
  readonly tokens: TokenCounter;
  readonly vectors: VectorSources;
  onRow(row: ChunkRow, vector: Float32Array): void;
  onProgress(done: number, total: number): void;
}

/** What became of the chunks of a source. */
interface RowCounts {
  files: number;
  chunks: number;
  characters: number;
  clipped: number;
  deduplicated: number;
  embedded: number;
  reused: number;
}

export interface WrittenRows {
  readonly files: readonly ArtefactFile[];
  readonly counts: ReadonlyMap<string, RowCounts>;
  /** The row of each chunk with text. Equal texts of a document share one. */
  readonly rowOf: ReadonlyMap<ChunkRef, number | "failed">;
  /** Chunks that the model could not embed. */
  readonly problems: readonly RagProblem[];
}

type CountedFile = ArtefactFile & { chunks: number };

/** The chunks come by source, path and position. Throws what reading, embedding and writing throw. */
export async function writeRows(chunks: OrderedChunks, input: RowsInput): Promise<WrittenRows> {
  const { trees, manifest, tokens } = input;
  const files = documentsOf(manifest);
  const counts = new Map([...trees.keys()].map((id) => [id, noCounts()]));
  const rowOf = new Map<ChunkRef, number | "failed">();
  const twins: (readonly [ref: ChunkRef, first: ChunkRef])[] = [];
  let rows = 0;
  const problems: RagProblem[] = [];
  const encoder = new TextEncoder();
  let waiting: { readonly ref: ChunkRef; readonly row: ChunkRow; readonly file: CountedFile }[] = [];
  const flush = async (): Promise<void> => {
    const found = await vectorsOfRows(waiting.map(({ row }) => row), input.vectors);
    waiting.forEach(({ ref, row, file }, at) => {
      const { vector, isNew } = found[at]!;
      const of = counts.get(row.source_id)!;
      if (!(vector instanceof Float32Array)) {
        problems.push({ path: row.id, reason: `not embedded: ${vector.failure}` });
        rowOf.set(ref, "failed");
        return;
      }
      input.onRow(row, vector);
      rowOf.set(ref, rows++);
      file.chunks++;
      of.chunks++;
      of.characters += row.text.length;
      of[isNew ? "embedded" : "reused"]++;
      if (row.clipped) of.clipped++;
    });
    waiting = [];
  };
  for (const { source_id } of files) counts.get(source_id)!.files++;
  let at = 0;
  let file = files[0]!;
  let texts = new Map<string, ChunkRef>();
  const takeChunk = async (chunk: IndexedChunk, passages: PassageSource): Promise<void> => {
    const tree = trees.get(chunk.tree)!;
    while (file.source_id !== chunk.tree || file.path !== chunk.path) {
      file = files[++at]!;
      texts = new Map();
    }
    const whole = await passageText(chunk, passages);
    const own = await withOwnSpan(chunk, passages);
    const passage = await passages.read(own, { start: own.byteStart, end: own.byteEnd });
    if (whole === undefined || whole === "" || typeof passage === "string") return;
    const key = textKey(chunk, whole);
    const first = texts.get(key);
    if (first !== undefined) {
      counts.get(chunk.tree)!.deduplicated++;
      twins.push([chunk.ref, first]);
      return;
    }
    texts.set(key, chunk.ref);
    const cut = tokens.cut(whole, tree.sizes.max_tokens_per_chunk);
    const row = chunkRow(own, passage, tree, input.repoOf(chunk.tree), {
      ...cut,
      hash: hashBytes(encoder.encode(cut.text)),
      clipped: cut.text.length < whole.length,
    });
    waiting.push({ ref: chunk.ref, row, file });
  };
  let done = 0;
  const yieldPoint = createYieldPoint(undefined);
  for await (const slice of chunks.slices()) {
    const passages = input.passages();
    for (const chunk of slice) {
      await yieldPoint();
      await takeChunk(chunk, passages);
      done++;
      if (waiting.length < SLICE) continue;
      await flush();
      input.onProgress(done, chunks.total);
    }
  }
  await flush();
  for (const [ref, first] of twins) rowOf.set(ref, rowOf.get(first)!);
  return { files, counts, rowOf, problems };
}

/** The documents that have chunks, in the order of the rows. */
function documentsOf(manifest: Manifest): readonly CountedFile[] {
  const files = [...manifest].flatMap(([source_id, entries]) =>
    [...entries].flatMap(([path, { hash, fingerprint, chunks }]): readonly CountedFile[] =>
      chunks === 0 ? [] : [{ source_id, path, hash: hash ?? "", size: fingerprint?.size ?? 0, chunks: 0 }]
    )
  );
  const nameOf = ({ source_id, path }: ArtefactFile): string => `${source_id}\0${path}`;
  return files.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function noCounts(): RowCounts {
  return { files: 0, chunks: 0, characters: 0, clipped: 0, deduplicated: 0, embedded: 0, reused: 0 };
}
