/** The model of an index for which the configuration leaves the choice to ra (`semantic.model = "auto"`). */
import type { EmbeddingSettings } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import { CHOICES, fittingModel, type LanguageCount, languagesNote, unknownTo } from "../installed/fitting_model.ts";
import type { SegmentReader } from "../../store/engine/engine.ts";
import type { OpenIndex } from "../../store/published/open_index.ts";
import { documentLanguages } from "../installed/document_languages.ts";
import { misfitNote, modelLanguages } from "../installed/model_misfit.ts";
import { countIn, type EmbedTarget, type IndexPlace, withIndex } from "./embed_pending.ts";
import type { EmbedderHost } from "./host.ts";
import { openEmbedder } from "./open_embedder.ts";

/** An index with the texts of its documents. */
type ChoicePlace = IndexPlace & Pick<EmbedTarget, "passagesOf">;

/**
 * What `auto` means for an index: the model of its vectors, so that no search changes it, and without vectors the one
 * that fits. Only then documents are read for their languages. Throws `io`, `index-damaged`.
 */
export async function chosenModel(
  place: ChoicePlace,
  settings: EmbeddingSettings,
  host: EmbedderHost,
): Promise<string> {
  const found = await withIndex(place, async (index, reader) => {
    let [model, most]: [string | undefined, number] = [undefined, 0];
    for (const name of CHOICES) {
      const key = await keyOf(name, settings, host);
      const count = key === undefined ? 0 : countIn(index, reader, key).embedded;
      if (count > most) [model, most] = [name, count];
    }
    return model ?? fittingModel(await languagesIn(place, index, reader));
  });
  return found ?? fittingModel([]);
}

/** Asks for another model than the chosen one, where it suits the documents by now. Throws `io`, `index-damaged`. */
export async function changeNote(place: ChoicePlace, model: string): Promise<string | undefined> {
  return await withIndex(place, async (index, reader) => {
    const languages = await languagesIn(place, index, reader);
    const fitting = fittingModel(languages);
    if (model === fitting) return undefined;
    const lacking = unknownTo(["en"], languages);
    const why = lacking.length === 0 ? "nine of ten documents are in English" : languagesNote(lacking, languages);
    return `${why}, so the model ${fitting} suits them better than ${model}: ra model add ${fitting}, then ra update --full`;
  });
}

/** What suits the documents better than a model that does not know their languages. Throws `io`, `index-damaged`. */
export async function misfitOf(place: ChoicePlace, model: string, host: EmbedderHost): Promise<string | undefined> {
  return await withIndex(place, async (index, reader) => {
    const known = modelLanguages(host.fs, host.home, model);
    return known === undefined ? undefined : misfitNote(model, known, await languagesIn(place, index, reader));
  });
}

async function languagesIn(
  place: ChoicePlace,
  index: OpenIndex,
  reader: SegmentReader,
): Promise<readonly LanguageCount[]> {
  const passages = place.passagesOf(index);
  return await documentLanguages(reader.documents(), async (document, bytes) => {
    const beginning = await passages.read(document, { start: 0, end: bytes });
    return typeof beginning === "string" ? undefined : beginning.bytes;
  });
}

/** Undefined for a model that is not there. */
async function keyOf(name: string, settings: EmbeddingSettings, host: EmbedderHost): Promise<string | undefined> {
  try {
    const embedder = await openEmbedder({ ...settings, model: name }, { ...host, threads: 0 });
    embedder.close();
    return embedder.key;
  } catch (error) {
    if (error instanceof RaError && (error.code === "model-missing" || error.code === "model-invalid")) {
      return undefined;
    }
    throw error;
  }
}
