// Puts the same documents behind the same ports twice: over the core, and over the oracle of the ranking.
import { loadEngine } from "../../../src/store/engine/load.ts";
import type { PassageSource } from "../../../src/search/ports/passage_source.ts";
import type { Snapshot } from "../../../src/search/ports/snapshot.ts";
import { createEmbeddedIndex } from "../../../src/store/snapshot/embedded_snapshot.ts";
import { asParsed, indexed, type LaidOut } from "../../ranking/corpus.ts";
import { endlessWork } from "./endless_work.ts";
import { createOracleSnapshot } from "./oracle_snapshot.ts";

export type Behind = "core" | "oracle";
export const BEHIND: readonly Behind[] = ["core", "oracle"];

const engine = await loadEngine();

/** Passes a snapshot of the documents to `use`. The texts of `lost` documents are no longer readable. */
export async function withSnapshot<T>(
  behind: Behind,
  documents: readonly LaidOut[],
  use: (snapshot: Snapshot) => Promise<T>,
  lost: Readonly<Record<string, "changed" | "gone">> = {},
): Promise<T> {
  const passages = createPassages(documents, lost);
  if (behind === "oracle") return await use(createOracleSnapshot(documents, passages));
  const index = createEmbeddedIndex(engine, {
    segments: indexed(engine, [documents]),
    head: { trees: [...new Set(documents.map(({ tree }) => tree))].map((name) => ({ name })) },
    manifest: () => new Map(),
    close: () => {},
  });
  const snapshot = index.snapshot(passages, endlessWork());
  try {
    return await use(snapshot);
  } finally {
    snapshot.release();
    index.close();
  }
}

function createPassages(
  documents: readonly LaidOut[],
  lost: Readonly<Record<string, "changed" | "gone">>,
): PassageSource {
  const texts = new Map<string, Uint8Array | "changed" | "gone">(
    documents.map((document) => {
      const id = `${document.tree}:${document.path}`;
      return [id, lost[id] ?? asParsed(document).bytes];
    }),
  );
  return {
    async read({ tree, path }, { start, end }) {
      const text = texts.get(`${tree}:${path}`) ?? "gone";
      if (typeof text === "string") return text;
      const visible = engine.visibleText(text, 0, "markdown").subarray(start, end);
      return { bytes: text.subarray(start, end), visible, source: null };
    },
  };
}
