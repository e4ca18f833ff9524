/** The language models that a configuration names. */
import { RaError, type Warning } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { openEndpointGenerator } from "./endpoint_generator.ts";
import type { Generator } from "./generator.ts";
import { openLocalGenerator } from "./local_generator.ts";
import type { GenerationSettings } from "./settings.ts";

export interface Generators {
  /** Undefined where no model is configured, or the local one is not there. Warns why. */
  readonly generator: Generator | undefined;
  /** Warns why the service cannot answer. Undefined where the local model is not there. */
  readonly fallback: ((why: string) => Promise<Generator | undefined>) | undefined;
}

export interface GeneratorsHost {
  readonly fs: FileSystem;
  readonly home: string | null;
  readonly warn: (warning: Warning) => void;
  /** The absolute path of a model file that the configuration names. */
  readonly pathOf: (name: string) => string;
  /** How the configuration names a model. */
  readonly example: string;
}

/** Throws `key-refused`, `generation-failed` and `model-invalid`. */
export async function openGenerators(
  settings: GenerationSettings | undefined,
  host: GeneratorsHost,
): Promise<Generators> {
  if (settings === undefined) {
    host.warn({
      code: "model-missing",
      message: `no language model is configured, so the passages are the answer; add: ${host.example}`,
    });
    return { generator: undefined, fallback: undefined };
  }
  const { fallback } = settings;
  const local = async (path: string, because = ""): Promise<Generator | undefined> => {
    try {
      const generator = await openLocalGenerator(host.pathOf(path), settings, host);
      if (because !== "") host.warn({ code: "generation-failed", message: `${because}; ${path} answers instead` });
      return generator;
    } catch (error) {
      if (!(error instanceof RaError) || error.code !== "model-missing") throw error;
      const why = [because, error.message].filter((part) => part !== "").join("; ");
      const hint = error.hint === undefined ? "" : `; ${error.hint}`;
      host.warn({ code: "model-missing", message: `${why}, so the passages are the answer${hint}` });
      return undefined;
    }
  };
  if (settings.provider === "openai") {
    return {
      generator: openEndpointGenerator(settings, host.warn),
      fallback: fallback === undefined ? undefined : (why) => local(fallback, why),
    };
  }
  return { generator: await local(settings.model), fallback: undefined };
}
