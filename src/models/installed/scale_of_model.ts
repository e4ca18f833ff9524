/** How near is near for an installed model: what its card says, what is known of it, or what is measured now. */
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import type { MeaningScale } from "../../search/ports/embedder.ts";
import { takeWriterLock } from "../../store/lock/writer_lock.ts";
import { joinPath } from "../../text/paths.ts";
import { loadModelModule } from "../module/load.ts";
import { DEFAULT_SCALE, knownModelOf } from "./known_models.ts";
import { modelsFolder } from "./list_models.ts";
import { familyPrefixes } from "./model_families.ts";
import { type ModelCard, readModel } from "./read_model.ts";

export interface ScaleHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  warn(warning: Warning): void;
}

/**
 * The scale of an encoder. A card of an earlier version lacks it: it is measured, and written into the card. Where the
 * card cannot be written, nothing is measured, since every call would do so. Throws `model-missing`, `model-invalid`.
 */
export async function scaleOfModel(card: ModelCard, name: string, host: ScaleHost): Promise<MeaningScale> {
  const known = knownModelOf(card.source, card.weights);
  const floor = card.floor ?? known?.floor;
  const weight = card.weight ?? known?.weight ?? DEFAULT_SCALE.weight;
  if (floor !== undefined) return { weight, floor };
  try {
    return await measured(name, weight, host) ?? { weight, floor: DEFAULT_SCALE.floor };
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "io") throw error;
    return { weight, floor: DEFAULT_SCALE.floor };
  }
}

/** Undefined where another process has the model's folder, or nobody may write there. */
async function measured(name: string, weight: number, host: ScaleHost): Promise<MeaningScale | undefined> {
  const { fs, home, warn } = host;
  const folder = joinPath(modelsFolder(home), name);
  const lock = await takeWriterLock(fs, undefined, folder, 0);
  if (typeof lock === "string") {
    const message =
      `nobody has measured how near texts are for ${name}, and its card cannot be changed: the floor is ` +
      `${DEFAULT_SCALE.floor}; add the model again`;
    warn({ code: "model-not-measured", message, path: folder });
    return undefined;
  }
  try {
    const { calibrate, calibrationNote } = await import("./calibrate.ts");
    const { card, ...files } = readModel(fs, home, name, "encoder");
    const { dtype, pooling, max_length: maxLength } = card;
    const encoder = (await loadModelModule()).openEncoder(files, { dtype, pooling, maxLength });
    try {
      const found = calibrate(encoder, card);
      const { floor = DEFAULT_SCALE.floor, languages } = found;
      const whole: ModelCard = { ...card, floor, weight, languages };
      fs.writeFile(joinPath(folder, "model.json"), new TextEncoder().encode(`${JSON.stringify(whole, null, 2)}\n`));
      warn({
        code: "model-measured",
        message: `the model ${name}: ${calibrationNote(found, floor)}${prefixNote(card)}`,
      });
      return { weight, floor };
    } finally {
      encoder.free();
    }
  } finally {
    await lock.release();
  }
}

/** Earlier versions added models of some families without what stands before their queries. */
function prefixNote({ source, name, query_prefix, passage_prefix }: ModelCard): string {
  const family = familyPrefixes(source) ?? familyPrefixes(name);
  const isSame = family === undefined ||
    (family.query_prefix === query_prefix && family.passage_prefix === passage_prefix);
  return isSame ? "" : "; its family wants other words before queries and passages: add the model again";
}
