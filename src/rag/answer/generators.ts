/** The language models that a configuration names. */
import { openEndpointGenerator } from "../../answering/generation/endpoint_generator.ts";
import type { Generator } from "../../answering/generation/generator.ts";
import { openLocalGenerator } from "../../answering/generation/local_generator.ts";
import { RaError } from "../../errors.ts";
import type { EmbedderHost } from "../../semantic/host.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";

export interface Generators {
  /** Undefined where no model is configured, or the local one is not there. Warns why. */
  readonly generator: Generator | undefined;
  readonly fallback: (() => Promise<Generator>) | undefined;
}

/** Throws `key-refused`, `generation-failed` and `model-invalid`. */
export async function openGenerators({ generation, folder }: RagConfig, host: EmbedderHost): Promise<Generators> {
  if (generation === undefined) {
    host.warn({
      code: "model-missing",
      message: "no language model is configured, so the passages are the answer; " +
        "add: generation: { model: NAME, base_url: ADDRESS }",
    });
    return { generator: undefined, fallback: undefined };
  }
  const local = (path: string): Promise<Generator> => openLocalGenerator(joinPath(folder, path), generation, host);
  const { fallback } = generation;
  if (generation.provider === "openai") {
    return {
      generator: openEndpointGenerator(generation),
      fallback: fallback === undefined ? undefined : () => local(fallback),
    };
  }
  try {
    return { generator: await local(generation.model), fallback: undefined };
  } catch (error) {
    if (!(error instanceof RaError) || error.code !== "model-missing") throw error;
    const hint = error.hint === undefined ? "" : `; ${error.hint}`;
    host.warn({ code: "model-missing", message: `${error.message}, so the passages are the answer${hint}` });
    return { generator: undefined, fallback: undefined };
  }
}
