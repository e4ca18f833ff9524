/** Which models of `[semantic]` are missing or damaged, for `ra check` and `ra status`. */
import type { Config } from "../../config/config.ts";
import { RaError, type Warning } from "../../errors.ts";
import { readModelCard } from "../../models/installed/read_model.ts";
import { type ModelHost, type OpenModels, unusable } from "./open_models.ts";

/** Nobody asks a service before a search does. */
export async function missingModels(
  { provider, rerank }: Config["semantic"],
  models: Pick<OpenModels, "name">,
  { fs, home }: Pick<ModelHost, "fs" | "home">,
): Promise<readonly Warning[]> {
  if (provider === "openai") return [];
  const used = [
    ["semantic.model", await models.name(), "encoder"],
    ["semantic.rerank", rerank, "cross-encoder"],
  ] as const;
  return used.flatMap(([key, name, kind]): readonly Warning[] => {
    if (name === undefined) return [];
    try {
      readModelCard(fs, home, name, kind);
      return [];
    } catch (error) {
      if (!(error instanceof RaError)) throw error;
      return [{ code: error.code, message: `\`${key}\`: ${unusable(error).missing}` }];
    }
  });
}
