/** Says which model suits documents whose languages an installed one does not know. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { IndexedDocument } from "../../search/ports/catalogue.ts";
import { fittingModel, languagesNote, languagesOf, unknownTo } from "./fitting_model.ts";
import { knownModelOf } from "./known_models.ts";
import { readModelCard } from "./read_model.ts";

/** Undefined for a model that fits, and for one of which nothing is known. */
export function modelMisfit(
  fs: FileSystem,
  home: string | null,
  model: string,
  documents: Iterable<Pick<IndexedDocument, "lang">>,
): string | undefined {
  let languages: readonly string[] | undefined;
  try {
    const card = readModelCard(fs, home, model, "encoder");
    languages = card.languages ?? knownModelOf(card.source, card.weights)?.languages;
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
  }
  if (languages === undefined) return undefined;
  const counts = languagesOf(documents);
  const lacking = unknownTo(languages, counts);
  const fitting = fittingModel(counts);
  if (lacking.length === 0 || fitting === model) return undefined;
  return `${languagesNote(lacking, counts)}, which the model ${model} does not know: ` +
    `ra model add ${fitting}, then semantic.model = "${fitting}"`;
}
