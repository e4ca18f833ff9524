/** Opens what `ra rag index` made, for reading. */
import type { Config } from "../../config/config.ts";
import type { ReadingEngine } from "../../store/engine/engine.ts";
import { RaError, type Warning } from "../../errors.ts";
import type { WrittenPassages } from "../../search/ports/passage_source.ts";
import { indexDirectory, type OpenIndex, openIndex } from "../../store/published/open_index.ts";
import { GENERATION, MANIFEST } from "../../store/published/generation_files.ts";
import { finishSwitch } from "../../store/published/switch_files.ts";
import { createEmbeddedIndex, type EmbeddedIndex } from "../../store/snapshot/embedded_snapshot.ts";
import { createFilePassages } from "../../store/snapshot/file_passages.ts";
import { indexState } from "../../store/update/index_state.ts";
import { joinPath } from "../../text/paths.ts";
import { type ArtefactManifest, isSameHash, readManifest, wrongArtefacts } from "../artefacts/manifest.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import { settingsHash } from "../write/generation_hash.ts";
import type { RagPlaces } from "../../sources/places/rag_places.ts";
import { sourceTrees } from "../../sources/source_trees.ts";
import { treesConfig } from "../trees.ts";
import { type OpenArtefacts, openArtefacts } from "../artefacts/open_artefacts.ts";
import { createExactCosines, type ExactCosines } from "./exact_cosines.ts";

export interface OpenGeneration {
  readonly manifest: ArtefactManifest;
  readonly config: Config;
  readonly index: OpenIndex;
  readonly embedded: EmbeddedIndex;
  /** The texts as they were indexed. */
  readonly passages: WrittenPassages;
  readonly exact: ExactCosines;
  /** The files as they are now, for one answer. */
  files(): WrittenPassages;
  close(): void;
}

const HINT = "run: ra rag index";

/**
 * Warns where sources have changed since. Throws `index-missing` without a generation, and `index-damaged` where a part
 * is missing or belongs to another one.
 */
export async function openGeneration(
  config: RagConfig,
  engine: ReadingEngine,
  host: GenerationHost,
): Promise<OpenGeneration> {
  const { indexRoot } = config;
  const { fs } = host;
  finishSwitch(fs, indexRoot, GENERATION);
  const manifest = readManifest(fs, indexRoot);
  if (manifest === undefined) {
    throw new RaError("index-missing", "there is no index of rag.yaml yet", { path: indexRoot, hint: HINT });
  }
  // Opened before they are judged: what another run puts in their place later is not read.
  const artefacts = openArtefacts(fs, indexRoot);
  try {
    const wrong = wrongArtefacts(fs, indexRoot, manifest);
    if (wrong.length > 0 || artefacts === undefined) {
      const message = `missing, or of another generation than manifest.json: ${wrong.join(", ")}`;
      throw new RaError("index-damaged", message, { path: joinPath(indexRoot, wrong[0] ?? MANIFEST), hint: HINT });
    }
    return await openWords(config, engine, host, { manifest, artefacts });
  } catch (error) {
    artefacts?.close();
    throw error;
  }
}

type GenerationHost = Pick<RagPlaces, "fs" | "home"> & { readonly warn: (warning: Warning) => void };

interface JudgedArtefacts {
  readonly manifest: ArtefactManifest;
  /** Closed with the generation. */
  readonly artefacts: OpenArtefacts;
}

/** Opens the index of words beside the artefacts. */
async function openWords(
  config: RagConfig,
  engine: ReadingEngine,
  host: GenerationHost,
  { manifest, artefacts }: JudgedArtefacts,
): Promise<OpenGeneration> {
  const { indexRoot } = config;
  const { fs } = host;
  const settings = await treesConfig(host, config);
  const opened = openIndex(fs, indexDirectory(indexRoot), engine.schemaVersion);
  if (opened.state !== "open" || !belongs(opened.index, manifest)) {
    if (opened.state === "open") opened.index.close();
    const what = opened.state === "missing" ? "missing" : "damaged, or of another generation than manifest.json";
    throw new RaError("index-damaged", `the index of words is ${what}`, { path: indexRoot, hint: HINT });
  }
  const { index } = opened;
  let embedded: EmbeddedIndex;
  try {
    await sayWhatChanged();
    embedded = createEmbeddedIndex(engine, index);
  } catch (error) {
    index.close();
    throw error;
  }
  const exact = createExactCosines(artefacts, manifest, index.manifest());
  const filesNow = createFilePassages(fs, { ...settings, settings: { ...settings.settings, frozen: false } });
  return {
    manifest,
    config: settings,
    index,
    embedded,
    passages: createFilePassages(fs, settings).of(index),
    exact,
    files: () => filesNow.of(index),
    close() {
      exact.close();
      embedded.close();
    },
  };

  async function sayWhatChanged(): Promise<void> {
    const { reason } = await indexState({ config: settings, schemaVersion: engine.schemaVersion, source: fs });
    const isConfigured = isSameHash(settingsHash(config, sourceTrees(fs, config)), manifest.config_hash);
    const changed = [...(isConfigured ? [] : ["rag.yaml changed"]), ...(reason === null ? [] : [reason])];
    if (changed.length === 0) return;
    host.warn({
      code: "sources-changed",
      message: `${changed.join(", ")} since the index was built; to index them, run: ra rag index --incremental`,
    });
  }
}

/** Whether the index of words holds the documents of the manifest, in the same versions. */
function belongs(index: OpenIndex, { files }: ArtefactManifest): boolean {
  const indexed = index.manifest();
  const documents = [...indexed.values()].flatMap((entries) => [...entries.values()]).filter(({ chunks }) =>
    chunks > 0
  );
  return documents.length === files.length &&
    files.every(({ source_id, path, text, index_hash }) =>
      indexed.get(source_id)?.get(text ?? path)?.hash === index_hash
    );
}
