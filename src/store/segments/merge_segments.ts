/** Rewrites segments that the merge policy picks. */
import type { Engine, SegmentData, SegmentSource } from "../engine/engine.ts";
import { RaError } from "../../errors.ts";
import type { ReadHandle } from "../../host/file_system.ts";
import { joinPath } from "../../text/paths.ts";
import type { FileReference, SegmentEntry } from "../published/head.ts";
import { type MergePolicy, planMerges } from "./merge_policy.ts";
import type { IndexFolder } from "../published/open_index.ts";
import { createCheckedReads } from "../published/checked_reads.ts";
import type { YieldPoint } from "./yield_point.ts";
import { storeSegment } from "../published/publish.ts";
import { mergeVectors } from "../vectors/merge_vectors.ts";
import { storeVectors } from "../vectors/publish_vectors.ts";
import { decodeVectors, type VectorFile } from "../vectors/vector_file.ts";

export interface MergeInput {
  readonly engine: Engine;
  readonly index: Pick<IndexFolder, "fs" | "directory">;
  readonly policy: MergePolicy;
  readonly yieldPoint: YieldPoint;
  readonly keepLock: () => void;
}

/**
 * Returns the segments that remain, with the merged ones last. Throws `io`, `engine`, `index-damaged`, `interrupted`.
 */
export async function mergeSegments(
  input: MergeInput,
  segments: readonly SegmentEntry[],
): Promise<readonly SegmentEntry[]> {
  const candidates = segments.map(({ stats, written, size }) => ({ chunks: stats.chunks, written, size }));
  const groups = planMerges(candidates, input.policy);
  const merged: SegmentEntry[] = [];
  for (const group of groups) {
    await input.yieldPoint();
    input.keepLock();
    const found = mergeGroup(input, group.map((at) => segments[at]!));
    if (found === undefined) continue;
    const segment = storeSegment(input.index.fs, input.index.directory, found.data);
    merged.push(found.vectors === undefined ? segment : withVectors(input, segment, found.vectors));
  }
  const gone = new Set(groups.flat());
  return [...segments.filter((_, at) => !gone.has(at)), ...merged];
}

interface Merged {
  readonly data: SegmentData;
  readonly vectors: VectorFile | undefined;
}

function withVectors({ index }: MergeInput, segment: SegmentEntry, vectors: VectorFile): SegmentEntry {
  return { ...segment, vectors: storeVectors(index.fs, index.directory, vectors) };
}

function mergeGroup(
  { engine, index: { fs, directory } }: MergeInput,
  group: readonly SegmentEntry[],
): Merged | undefined {
  const handles: ReadHandle[] = [];
  // Check each read: a damaged segment must not become part of a new one with valid checksums.
  const reads = createCheckedReads();
  const open = ({ name, size }: FileReference): ReadHandle => {
    const handle = fs.open(joinPath(directory, name), { noLink: true });
    if (handle !== undefined) handles.push(handle);
    if (handle?.size !== size) {
      throw new RaError("index-damaged", `${name} is missing or cut short`, { path: directory });
    }
    return handle;
  };
  try {
    const sources = group.map((segment): SegmentSource => {
      const handle = open(segment);
      const { vectors } = segment;
      return {
        size: segment.size,
        stats: segment.stats,
        deletes: segment.deletes === null ? null : readWhole(open(segment.deletes)),
        read: reads.readsOf({ name: segment.name, handle, sums: segment.sums }),
        vectors: vectors === undefined ? null : reads.readsWhole(vectors, open(vectors)),
      };
    });
    const editor = engine.openEditor(sources);
    try {
      const data = editor.merge(group.map((_, at) => at));
      const vectors = sources.every((source) => source.vectors === null) ? undefined : mergeVectors(
        group.map(({ written }, at) => ({
          file: sources[at]!.vectors == null ? undefined : decodeVectors(sources[at]!.vectors(), written),
          live: editor.liveChunks(at),
        })),
      );
      const damage = reads.damage();
      if (damage !== undefined) throw new RaError("index-damaged", damage, { path: directory });
      return data === undefined ? undefined : { data, vectors };
    } finally {
      editor.free();
    }
  } finally {
    for (const handle of handles) handle.close();
  }
}

function readWhole(handle: ReadHandle): Uint8Array {
  const bytes = new Uint8Array(handle.size);
  handle.read(0, bytes);
  return bytes;
}
