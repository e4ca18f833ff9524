/** The model of an index for which the configuration leaves the choice to ra (`semantic.model = "auto"`). */
import type { EmbeddingSettings } from "../../config/config.ts";
import { RaError } from "../../errors.ts";
import {
  CHOICES,
  fittingModel,
  type LanguageCount,
  languagesNote,
  languagesOf,
  unknownTo,
} from "../installed/fitting_model.ts";
import { countIn, type IndexPlace, withIndex } from "./embed_pending.ts";
import type { EmbedderHost } from "./host.ts";
import { openEmbedder } from "./open_embedder.ts";

/** What `auto` means for an index. */
interface ChosenModel {
  /** The model of the vectors that the index has, so that no search changes it; else the fitting one. */
  readonly model: string;
  /** What suits the documents now. */
  readonly fitting: string;
  readonly languages: readonly LanguageCount[];
}

/** Throws `io`, `index-damaged`. */
export async function choiceOf(
  place: IndexPlace,
  settings: EmbeddingSettings,
  host: EmbedderHost,
): Promise<ChosenModel> {
  const found = await withIndex(place, async (index, reader) => {
    const languages = languagesOf(reader.documents());
    const fitting = fittingModel(languages);
    let [model, most]: [string, number] = [fitting, 0];
    for (const name of CHOICES) {
      const key = await keyOf(name, settings, host);
      const count = key === undefined ? 0 : countIn(index, reader, key).embedded;
      if (count > most) [model, most] = [name, count];
    }
    return { model, fitting, languages };
  });
  const fitting = fittingModel([]);
  return found ?? { model: fitting, fitting, languages: [] };
}

/** Asks for another model, where another one suits the documents by now. */
export function changeNote({ model, fitting, languages }: ChosenModel): string | undefined {
  if (model === fitting) return undefined;
  const lacking = unknownTo(["en"], languages);
  const why = lacking.length === 0 ? "nine of ten documents are in English" : languagesNote(lacking, languages);
  return `${why}, so the model ${fitting} suits them better than ${model}: ra model add ${fitting}, then ra update --full`;
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
