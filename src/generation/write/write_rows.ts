/** Goes through the chunks of all sources, and writes a row and a vector for each that has text. */
import type { RagProblem } from "../../shapes/rag.ts";
import { documentId } from "../../document/ids.ts";
import { sha256 } from "../../host/hash.ts";
import type { ChunkRef, IndexedChunk } from "../../search/ports/catalogue.ts";
import type { PassageSource } from "../../search/ports/passage_source.ts";
import { fillVectors, type VectorSources } from "../../models/embed/fill_vectors.ts";
import { passageText } from "../../models/embed/passage_text.ts";
import type { TokenCounter } from "../../models/embed/token_counter.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import type { ChunkRow } from "../artefacts/chunk_table.ts";
import type { ArtefactFile } from "../artefacts/manifest.ts";
import { rowFiles } from "../artefacts/row_files.ts";
import type { HashedFile } from "./file_hashes.ts";
import { createYieldPoint } from "../../store/segments/yield_point.ts";
import { withOwnSpan } from "../own_span.ts";
import { textKey } from "../text_key.ts";
import type { SourceTree } from "../../sources/source_trees.ts";
import type { OrderedChunks } from "./ordered_chunks.ts";
import { chunkRow } from "./chunk_row.ts";
import type { EarlierGeneration } from "./earlier_generation.ts";

/** Chunks that are embedded together: what a killed run loses. */
const SLICE = 256;
/** Hardly a token is longer. */
const MAX_CHARACTERS_OF_TOKEN = 128;

export interface RowsInput {
  readonly trees: ReadonlyMap<string, SourceTree>;
  /** The address of a source's repository. */
  repoOf(id: string): string | null;
  readonly manifest: Manifest;
  /** The SHA-256 of a file. */
  hashOf(file: HashedFile): string | null;
  /** Opens the texts of the documents, for a part of the chunks. */
  passages(): PassageSource;
  readonly tokens: TokenCounter;
  readonly vectors: Pick<VectorSources, "embedder" | "cache"> & {
    /** Undefined where everything is embedded anew. */
    readonly reuse: { readonly earlier: EarlierGeneration | undefined } | undefined;
  };
  onRow(row: ChunkRow, vector: Float32Array): void;
  /** First with 0: the first block may take minutes. */
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

/** `name` is the path in the tree, which the path of the rows may not be. */
type CountedFile = Omit<ArtefactFile, "chunks" | "path"> & { readonly name: string; path: string; chunks: number };

/** The chunks come by source, path and position. Throws what reading, embedding and writing throw. */
export async function writeRows(chunks: OrderedChunks, input: RowsInput): Promise<WrittenRows> {
  const writer = new RowWriter(input);
  const yieldPoint = createYieldPoint(undefined);
  let done = 0;
  input.onProgress(done, chunks.total);
  for await (const slice of chunks.slices()) {
    const passages = input.passages();
    for (const chunk of slice) {
      await yieldPoint();
      await writer.take(chunk, passages);
      done++;
      if (writer.waiting < SLICE) continue;
      await writer.flush();
      input.onProgress(done, chunks.total);
    }
  }
  await writer.flush();
  return writer.written();
}

class RowWriter {
  readonly #input: RowsInput;
  readonly #files: readonly CountedFile[];
  readonly #counts: ReadonlyMap<string, RowCounts>;
  readonly #rowOf = new Map<ChunkRef, number | "failed">();
  /** Chunks with the text of another one of their document. */
  readonly #twins: (readonly [ref: ChunkRef, first: ChunkRef])[] = [];
  readonly #problems: RagProblem[] = [];
  readonly #encoder = new TextEncoder();
  #rows = 0;
  /** The rows that have no vector yet. */
  #waiting: { readonly ref: ChunkRef; readonly row: ChunkRow; readonly file: CountedFile }[] = [];
  /** The document of the last chunk: its place among the files, and the first chunk of each of its texts. */
  #at = 0;
  #texts = new Map<string, ChunkRef>();

  constructor(input: RowsInput) {
    this.#input = input;
    this.#files = rowFiles(input.manifest).map(({ source_id, path, entry: { hash, fingerprint } }): CountedFile => {
      const found = { source_id, path, size: fingerprint?.size ?? 0, index_hash: hash ?? "" };
      return { ...found, name: path, hash: input.hashOf(found), chunks: 0 };
    });
    this.#counts = new Map([...input.trees.keys()].map((id) => [id, noCounts()]));
    for (const { source_id } of this.#files) this.#counts.get(source_id)!.files++;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async take(chunk: IndexedChunk, passages: PassageSource): Promise<void> {
    const { trees, tokens } = this.#input;
    const tree = trees.get(chunk.tree)!;
    const file = this.#fileOf(chunk);
    const most = tree.sizes.max_tokens_per_chunk;
    const whole = await passageText(chunk, passages, MAX_CHARACTERS_OF_TOKEN * most);
    const own = await withOwnSpan(chunk, passages);
    const passage = await passages.read(own, { start: own.byteStart, end: own.byteEnd });
    if (typeof passage !== "string") file.path = passage.origin?.path ?? file.name;
    if (whole === undefined || whole === "" || typeof passage === "string") return;
    const key = textKey(chunk, whole);
    const first = this.#texts.get(key);
    if (first !== undefined) {
      this.#counts.get(chunk.tree)!.deduplicated++;
      this.#twins.push([chunk.ref, first]);
      return;
    }
    this.#texts.set(key, chunk.ref);
    const cut = tokens.cut(whole, most);
    const row = chunkRow(own, passage, tree, this.#input.repoOf(chunk.tree), {
      ...cut,
      hash: sha256(this.#encoder.encode(cut.text)),
      clipped: cut.text.length < whole.length,
    });
    this.#waiting.push({ ref: chunk.ref, row, file });
  }

  /** Writes the rows that wait, with their vectors. */
  async flush(): Promise<void> {
    const { reuse, ...sources } = this.#input.vectors;
    const rows = this.#waiting.map(({ row }) => row);
    const { vectors, lacking, cut } = await fillVectors(rows.map(({ text }) => text), {
      ...sources,
      asksCache: reuse !== undefined,
      known: (at) => reuse?.earlier?.vector(rows[at]!.hash),
    });
    this.#waiting.forEach(({ ref, row, file }, at) => {
      const vector = vectors[at]!;
      const of = this.#counts.get(row.source_id)!;
      if (!(vector instanceof Float32Array)) {
        const { path, start_line, end_line } = row;
        const place = `${documentId(row.source_id, path)}:${start_line}-${end_line}`;
        this.#problems.push({ path: place, reason: `not embedded: ${vector.failure}` });
        this.#rowOf.set(ref, "failed");
        return;
      }
      const isCut = cut.has(at) || (!row.clipped && reuse?.earlier?.isClipped(row.hash) === true);
      this.#input.onRow(isCut ? { ...row, clipped: true } : row, vector);
      this.#rowOf.set(ref, this.#rows++);
      file.chunks++;
      of.chunks++;
      of.characters += row.text.length;
      of[lacking.has(at) ? "embedded" : "reused"]++;
      if (row.clipped || isCut) of.clipped++;
    });
    this.#waiting = [];
  }

  written(): WrittenRows {
    for (const [ref, first] of this.#twins) this.#rowOf.set(ref, this.#rowOf.get(first)!);
    const files = this.#files.map(({ name, path, ...file }) =>
      path === name ? { path, ...file } : { path, text: name, ...file }
    );
    return { files, counts: this.#counts, rowOf: this.#rowOf, problems: this.#problems };
  }

  #fileOf({ tree, path }: IndexedChunk): CountedFile {
    for (;;) {
      const file = this.#files[this.#at]!;
      if (file.source_id === tree && file.name === path) return file;
      this.#at++;
      this.#texts = new Map();
    }
  }
}

function noCounts(): RowCounts {
  return { files: 0, chunks: 0, characters: 0, clipped: 0, deduplicated: 0, embedded: 0, reused: 0 };
}
