/** The ports over an open index on this machine. The core reads the segments; the text comes from files. */
import type { ReadingEngine, SegmentReader } from "../engine/engine.ts";
import type { Catalogue, IndexedFile } from "../../search/ports/catalogue.ts";
import type { PassageSource, WrittenPassages } from "../../search/ports/passage_source.ts";
import type { TermStatistics } from "../../search/ports/retriever.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { Work } from "../../search/ports/work.ts";
import { documentId } from "../../document/ids.ts";
import { chunkAfter } from "../engine/written.ts";
import type { FileEntry } from "../published/manifest.ts";
import { summarizeTree } from "../published/tree_summary.ts";
import type { OpenIndex } from "../published/open_index.ts";
import { searchWithTexts } from "./feedback_texts.ts";
import { rememberForms } from "./remembered_forms.ts";
import { shownPassages } from "./shown_passages.ts";

/** How many words' statistics are kept in memory. */
const MAX_REMEMBERED = 50_000;

/** The parts of an open index that are used here. */
export interface IndexFiles extends Pick<OpenIndex, "segments" | "manifest" | "close"> {
  readonly head: { readonly trees: readonly { readonly name: string }[] };
}

/** An open index as ports. It caches what it computes until it is closed. */
export interface EmbeddedIndex<I extends IndexFiles = OpenIndex> extends Pick<SegmentReader, "unembedded" | "visible"> {
  readonly index: I;
  /** A snapshot that reads its text from `written` and may cost `work`. It lasts until you call `release`. */
  snapshot(written: WrittenPassages, work: Work): HeldSnapshot;
  /** Frees the index as soon as no snapshot of it is held. */
  close(): void;
}

export interface HeldSnapshot extends Snapshot {
  release(): void;
}

/** Takes over an open index. Throws `engine`, `index-damaged` and `io`; the index then stays open. */
export function createEmbeddedIndex<I extends IndexFiles>(engine: ReadingEngine, index: I): EmbeddedIndex<I> {
  const reader = engine.openReader(index.segments);
  const portsFor = createPorts(engine, reader, index);
  let holders = 1;
  const once = (): () => void => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      if (--holders > 0) return;
      reader.free();
      index.close();
    };
  };
  return {
    index,
    unembedded: (model, failedToo) => reader.unembedded(model, failedToo),
    visible: (ref, text, start) => reader.visible(ref, text, start),
    snapshot(written, work) {
      holders++;
      const passages = shownPassages(written, reader);
      return { ...portsFor(passages, work), passages, work, release: once() };
    },
    close: once(),
  };
}

/** Makes the ports of one answer. All answers of an index share the statistics and the forms of words. */
function createPorts(
  engine: ReadingEngine,
  reader: SegmentReader,
  index: IndexFiles,
): (passages: PassageSource, work: Work) => Pick<Snapshot, "retriever" | "catalogue"> {
  const remembered = createTermStatistics(reader);
  const knownForms = rememberForms(reader);
  return (passages, work) => ({
    retriever: {
      search: (request) => searchWithTexts(reader, passages, request, work),
      termStatistics: async (words, boosts) => remembered(words, boosts, work),
      knownForms: async (candidates, boosts) => knownForms(candidates, boosts, work),
      highlight: async (text, stemmer, highlight) => engine.highlight(text, stemmer, highlight, work),
    },
    catalogue: createCatalogue(reader, index, work),
  });
}

type AskStatistics = (
  words: readonly string[],
  boosts: Readonly<Record<string, number>>,
  work: Work,
) => ReadonlyMap<string, TermStatistics>;

function createTermStatistics(reader: SegmentReader): AskStatistics {
  const remembered = new Map<string, TermStatistics>();
  let rememberedFor = "";
  return (words, boosts, work) => {
    const fields = JSON.stringify(boosts);
    if (fields !== rememberedFor || remembered.size > MAX_REMEMBERED) remembered.clear();
    rememberedFor = fields;
    const unknown = [...new Set(words)].filter((word) => !remembered.has(word));
    if (unknown.length > 0) {
      const query = { and: unknown.map((word) => ({ word })) };
      const found = reader.search(
        { queries: [{ query, all: false }], filters: [], limit: 0, boosts, fuzzy: 0, factors: {} },
        work,
      );
      for (const { word, df, stop } of found.words) remembered.set(word, { df, stop });
      for (const word of unknown) if (!remembered.has(word)) remembered.set(word, { df: 0, stop: false });
    }
    return new Map(words.map((word) => [word, remembered.get(word)!]));
  };
}

function createCatalogue(reader: SegmentReader, index: IndexFiles, work: Work): Catalogue {
  const { head, segments } = index;
  return {
    chunksAt: async (refs) => reader.chunksAt(refs, work),
    vectorsAt: async (refs, model) => reader.vectorsAt(refs, model),
    find: async (id) => reader.find(id),
    alsoIn: async (refs) => reader.alsoIn(refs, work),
    async sections(docId) {
      const root = reader.find(docId);
      if (root === undefined || root.id !== docId) return [];
      const [document] = reader.documentsAt([root.ref], work);
      return reader.chunksAt(Array.from({ length: document!.chunks }, (_, at) => chunkAfter(root.ref, at)), work);
    },
    anchors: async () => reader.anchors(),
    linking: async (targets) => reader.linking(targets, work),
    ids: async () => reader.ids(),
    chunks: async () => reader.chunks(),
    documentsAt: async (refs) => reader.documentsAt(refs, work),
    documents: async () => reader.documents(),
    async files() {
      return [...index.manifest()].flatMap(([tree, files]) =>
        [...files].flatMap(([path, entry]) =>
          entry.chunks === 0 ? [] : [{ id: documentId(tree, path), tree, path, ...timesOf(entry) }]
        )
      );
    },
    dateMs: async (tree, path) => timesOf(index.manifest().get(tree)?.get(path)).dateMs,
    trees: async () => head.trees.map(({ name }) => name),
    async countChunks(trees) {
      if (trees === undefined) return segments.reduce((sum, { stats }) => sum + stats.chunks, 0);
      return trees.reduce((sum, tree) => sum + summarizeTree(index.manifest().get(tree)).chunks, 0);
    },
  };
}

function timesOf(entry: FileEntry | undefined): Pick<IndexedFile, "modifiedMs" | "dateMs"> {
  const modifiedMs = (entry?.fingerprint?.mtimeNs ?? 0) / 1e6;
  return { modifiedMs, dateMs: entry?.date ?? modifiedMs };
}
