/** An open index without the documents of trees that are left out. Nothing is written. */
import type { ReadingEngine, SegmentSource } from "../engine/engine.ts";
import { RaError } from "../../errors.ts";
import { documentId } from "../../document/ids.ts";
import type { Manifest } from "../published/manifest.ts";
import type { OpenIndex } from "../published/open_index.ts";

/**
 * The index as if it had never held the documents of other trees than these: they count in no statistic. The core marks
 * them as deleted, in memory. Where there are none, this is the index itself, and costs nothing. Takes over the index.
 * Throws `engine`, `index-damaged` and `io`; the index then stays open.
 */
export async function servedIndex(
  index: OpenIndex,
  isServed: (tree: string) => boolean,
  engine: ReadingEngine,
): Promise<OpenIndex> {
  if (index.head.trees.every(({ name }) => isServed(name))) return index;
  const all = index.manifest();
  const manifest: Manifest = new Map([...all].filter(([tree]) => isServed(tree)));
  const left = [...all].filter(([tree]) => !isServed(tree)).flatMap(([tree, files]) =>
    [...files].flatMap(([path, { chunks }]) => (chunks > 0 ? [documentId(tree, path)] : []))
  );
  const segments = await without(index, left, engine);
  const head = {
    ...index.head,
    trees: index.head.trees.filter(({ name }) => isServed(name)),
    segments: index.head.segments.map((entry, at) => ({ ...entry, stats: segments[at]!.stats })),
  };
  return {
    ...index,
    head,
    segments,
    manifest: () => manifest,
    entry: (tree, path) => (isServed(tree) ? index.entry(tree, path) : undefined),
  };
}

/** Only the part of the core that writes can mark documents. */
async function without(
  index: OpenIndex,
  documents: readonly string[],
  engine: ReadingEngine,
): Promise<readonly SegmentSource[]> {
  if (documents.length === 0) return index.segments;
  const editor = (await engine.whole()).openEditor(index.segments);
  try {
    const deletions = new Map(editor.delete(documents).map(({ segment, ...marked }) => [segment, marked]));
    const damage = index.damage();
    if (damage !== undefined) throw new RaError("index-damaged", damage, { path: index.directory });
    return index.segments.map((segment, at) => ({ ...segment, ...deletions.get(at) }));
  } finally {
    editor.free();
  }
}
