/** Goes through the chunks of all sources, and writes a row and a vector for each that has text. */
import type { RagProblem } from "../../answers/rag.ts";
import { hashBytes } from "../../host/hash.ts";
import type { IndexedChunk } from "../../ports/catalogue.ts";
import type { PassageSource } from "../../ports/passage_source.ts";
import { passageText } from "../../semantic/passage_text.ts";
import type { TokenCounter } from "../../semantic/token_counter.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import type { ChunkRow } from "../artefacts/chunk_table.ts";
import type { ArtefactFile } from "../artefacts/manifest.ts";
import { withOwnSpan } from "../own_span.ts";
import type { SourceTree } from "../trees/source_trees.ts";
import { chunkRow } from "./chunk_row.ts";
import { vectorsOfRows, type VectorSources } from "./row_vectors.ts";

/** Chunks that are embedded together: what a killed run loses. */
const SLICE = 256;

export interface RowsInput {
  readonly trees: ReadonlyMap<string, SourceTree>;
  /** The address of a source's repository. */
  repoOf(id: string): string | null;
  readonly manifest: Manifest;
  readonly passages: PassageSource;
  readonly tokens: TokenCounter;
  readonly vectors: VectorSources;
  onRow(row: ChunkRow, vector: Float32Array): void;
  onProgress(done: number, total: number): void;
}

/** What became of the chunks of a source. */
export interface RowCounts {
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
  /** By source, the hashes of the embedded texts. */
  readonly hashes: ReadonlyMap<string, ReadonlySet<string>>;
  /** Chunks that the model could not embed. */
  readonly problems: readonly RagProblem[];
}

type CountedFile = ArtefactFile & { chunks: number };

/** The chunks come by source, path and position. Throws what reading, embedding and writing throw. */
export async function writeRows(chunks: readonly IndexedChunk[], input: RowsInput): Promise<WrittenRows> {
  const { trees, manifest, passages, tokens } = input;
  const files: CountedFile[] = [];
  const counts = new Map([...trees.keys()].map((id) => [id, noCounts()]));
  const hashes = new Map([...trees.keys()].map((id) => [id, new Set<string>()]));
  const problems: RagProblem[] = [];
  const encoder = new TextEncoder();
  let waiting: { readonly row: ChunkRow; readonly file: CountedFile }[] = [];
  const flush = async (): Promise<void> => {
    const found = await vectorsOfRows(waiting.map(({ row }) => row), input.vectors);
    waiting.forEach(({ row, file }, at) => {
      const { vector, isNew } = found[at]!;
      const of = counts.get(row.source_id)!;
      if (!(vector instanceof Float32Array)) {
        problems.push({ path: row.id, reason: `not embedded: ${vector.failure}` });
        return;
      }
      input.onRow(row, vector);
      hashes.get(row.source_id)!.add(row.hash);
      file.chunks++;
      of.chunks++;
      of.characters += row.text.length;
      of[isNew ? "embedded" : "reused"]++;
      if (row.clipped) of.clipped++;
    });
    waiting = [];
  };
  let file: CountedFile | undefined;
  let texts = new Set<string>();
  for (const [at, chunk] of chunks.entries()) {
    const tree = trees.get(chunk.tree)!;
    if (file?.source_id !== chunk.tree || file.path !== chunk.path) {
      const { hash = null, fingerprint = null } = manifest.get(chunk.tree)?.get(chunk.path) ?? {};
      file = { source_id: chunk.tree, path: chunk.path, hash: hash ?? "", size: fingerprint?.size ?? 0, chunks: 0 };
      texts = new Set();
      files.push(file);
      counts.get(chunk.tree)!.files++;
    }
    const whole = await passageText(chunk, passages);
    const own = await withOwnSpan(chunk, passages);
    const passage = await passages.read(own, { start: own.byteStart, end: own.byteEnd });
    if (whole === undefined || whole === "" || typeof passage === "string") continue;
    const normal = whole.replace(/\s+/gu, " ").trim();
    if (texts.has(normal)) {
      counts.get(chunk.tree)!.deduplicated++;
      continue;
    }
    texts.add(normal);
    const text = tokens.cut(whole, tree.sizes.max_tokens_per_chunk);
    const row = chunkRow(own, passage, tree, input.repoOf(chunk.tree), {
      text,
      hash: hashBytes(encoder.encode(text)),
      tokens: tokens.count(text),
      clipped: text.length < whole.length,
    });
    waiting.push({ row, file });
    if (waiting.length < SLICE) continue;
    await flush();
    input.onProgress(at + 1, chunks.length);
  }
  await flush();
  return { files, counts, hashes, problems };
}

function noCounts(): RowCounts {
  return { files: 0, chunks: 0, characters: 0, clipped: 0, deduplicated: 0, embedded: 0, reused: 0 };
}
