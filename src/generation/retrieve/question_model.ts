/** The model that turns questions into vectors, loaded once. */
import type { RagLeftOut } from "../../shapes/passages.ts";
import { RaError } from "../../errors.ts";
import type { Embedder } from "../../search/ports/embedder.ts";
import type { EmbedderHost } from "../../models/embed/host.ts";
import type { RagConfig } from "../../sources/config/rag_config.ts";
import { type Device, openIndexEmbedder } from "../write/index_embedder.ts";

interface QuestionVector {
  readonly embedder: Embedder;
  /** The device that computes it. */
  readonly device: Device;
  /** One for each text. */
  readonly vectors: readonly (readonly number[])[];
}

export interface QuestionModel {
  /**
   * The vectors of the texts of a question. `key` is that of the model that made the vectors of the index; undefined
   * where any model will do. With `orWords`, a model that cannot be used is a note; else it throws `model-missing`,
   * `model-invalid` and `embedding-failed`.
   */
  vectorsOf(
    texts: readonly string[],
    asked: { readonly key: string | undefined; readonly orWords: boolean },
  ): Promise<QuestionVector | RagLeftOut>;
  close(): void;
}

export function createQuestionModel(config: RagConfig, host: EmbedderHost): QuestionModel {
  const { model, device } = config.embedding;
  let opened: ReturnType<typeof openIndexEmbedder> | undefined;
  const open = (): ReturnType<typeof openIndexEmbedder> => opened ??= openIndexEmbedder(config, device, host);
  return {
    async vectorsOf(texts, { key, orWords }) {
      try {
        const { embedder, settings } = await open();
        if (key !== undefined && embedder.key !== key) {
          throw new RaError("model-invalid", `the vectors of the index are not those of ${model} as it is now`, {
            hint: "run: ra rag index",
          });
        }
        const vectors = (await embedder.embed(texts, "query")).map((vector) => {
          if (vector instanceof Float32Array) return Array.from(vector);
          throw new RaError("embedding-failed", `the model gives this question no vector: ${vector.failure}`);
        });
        return { embedder, device: settings.device, vectors };
      } catch (error) {
        if (!(error instanceof RaError) || error.code === "interrupted" || !orWords) throw error;
        return { what: "semantic", why: error.hint === undefined ? error.message : `${error.message} (${error.hint})` };
      }
    },
    close() {
      void opened?.then(({ embedder }) => embedder.close(), () => {});
      opened = undefined;
    },
  };
}
