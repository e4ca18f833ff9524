/** Says which model suits documents whose languages an installed one does not know. */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { fittingModel, type LanguageCount, languagesNote, unknownTo } from "./fitting_model.ts";
import { knownModelOf } from "./known_models.ts";
import { readModelCard } from "./read_model.ts";

/** The languages that an encoder knows. Undefined for one that is not there, and for one of which nothing is known. */
export function modelLanguages(fs: FileSystem, home: string | null, model: string): readonly string[] | undefined {
  try {
    const card = readModelCard(fs, home, model, "encoder");
    return card.languages ?? knownModelOf(card.source, card.weights)?.languages;
  } catch (error) {
    if (!(error instanceof RaError)) throw error;
    return undefined;
  }
}

/** Undefined for a model that fits. */
export function misfitNote(
  model: string,
  known: readonly string[],
  counts: readonly LanguageCount[],
): string | undefined {
  const lacking = unknownTo(known, counts);
  const fitting = fittingModel(counts);
  if (lacking.length === 0 || fitting === model) return undefined;
  return `${languagesNote(lacking, counts)}, which the model ${model} does not know: ` +
    `ra model add ${fitting}, then semantic.model = "${fitting}"`;
}
