/**
 * ra's core alone: the least that ra can take. It reads and hashes files, and walks, checks and publishes nothing. An
 * answer is the sections of five results with their marks, from files that are kept in memory and never checked.
 */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { loadEngine } from "../../src/store/engine/load.ts";
import type { Engine, SegmentReader, SegmentStats } from "../../src/store/engine/engine.ts";
import { type Contender, type ContenderInput, RESULTS } from "./contender.ts";
import type { BenchQuery } from "./queries.ts";

/** As `search.boosts` has them by default. */
const BOOSTS = { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 };
/** How many candidates ra asks for, and how many results it shows. */
const LIMIT = 100;
const CUT = 20;

/** `core_query.mjs` is the command that goes with it, and reads what `build` writes. */
export function createCore({ folder, paths }: Pick<ContenderInput, "folder" | "paths">): Contender {
  let engine: Engine;
  let reader: SegmentReader;
  const files = new Map<string, Uint8Array>();
  const decoder = new TextDecoder();
  const fileOf = (path: string): Uint8Array => {
    const bytes = files.get(path) ?? readFileSync(join(folder, "docs", path));
    files.set(path, bytes);
    return bytes;
  };
  return {
    async build() {
      const batch = (await loadEngine()).createBatch();
      for (const path of paths) {
        const bytes = readFileSync(join(folder, "docs", path));
        createHash("sha256").update(bytes).digest("hex");
        batch.load(bytes);
        batch.addMarkdown({ docId: `docs:${path}`, tree: "docs", path, metadata: {} }, "english");
      }
      const { bytes, stats } = batch.finish()!;
      const file = openSync(join(folder, "core.seg"), "w");
      writeSync(file, bytes);
      fsyncSync(file);
      closeSync(file);
      writeFileSync(join(folder, "core.json"), JSON.stringify({ size: bytes.length, stats }));
    },
    async open() {
      const { size, stats } = JSON.parse(readFileSync(join(folder, "core.json"), "utf8")) as {
        readonly size: number;
        readonly stats: SegmentStats;
      };
      const file = openSync(join(folder, "core.seg"), "r");
      const read = (offset: number, into: Uint8Array): void => void readSync(file, into, 0, into.length, offset);
      engine = await loadEngine();
      reader = engine.openReader([{ size, stats, deletes: null, read }]);
    },
    search(query) {
      const { hits, highlight } = reader.search(requestOf(query));
      const results = reader.chunksAt(hits.slice(0, RESULTS).map(({ ref }) => ref)).map((chunk) => {
        const bytes = fileOf(chunk.path).subarray(chunk.byteStart, chunk.byteEnd);
        return { text: decoder.decode(bytes), marks: engine.highlight(bytes, chunk.stemmer, highlight) };
      });
      return results.length;
    },
    update() {
      throw new Error("the core alone changes nothing");
    },
    sizes: () => ({}),
  };
}

/** The request of a query. */
export function requestOf({ kind, words }: BenchQuery): Parameters<SegmentReader["search"]>[0] {
  const nodes = kind === "phrase" ? [{ phrase: words.join(" ") }] : words.map((word) => ({ word }));
  return {
    queries: [{ query: { and: nodes }, all: false }],
    filters: [],
    limit: LIMIT,
    cut: CUT,
    boosts: BOOSTS,
    fuzzy: 1,
    factors: {},
  };
}
