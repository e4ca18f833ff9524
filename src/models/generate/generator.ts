/** The port to a language model. */

/** What a model made. */
export interface Generation {
  /** Without what the model thought. */
  readonly text: string;
  /** `cut`: the connection was lost, the user stopped it, or a bound was reached, after some of the text had come. */
  readonly finish: "stop" | "length" | "cut";
  /** As the model counted them; null where it did not say. */
  readonly tokens: { readonly input: number | null; readonly output: number | null };
}

/** What a model is asked. */
export interface ModelPrompt {
  /** Rules, which stand above all that follows. Empty where there are none. */
  readonly system: string;
  readonly user: string;
}

export interface GenerateOptions {
  /** Ends the generation; what came is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which the generation ends by itself; what came is kept. Default: `max_time`. */
  readonly within?: number | undefined;
  /** The most tokens, if that is fewer than the settings allow. */
  readonly maxTokens?: number | undefined;
  /** Told each piece of the text as it comes. */
  readonly onText?: ((piece: string) => void) | undefined;
}

export interface Generator {
  readonly provider: "openai" | "local";
  readonly model: string;
  /**
   * `too-long`: the model reads fewer tokens than the prompt has. Throws `generation-failed`, `key-refused`, and
   * `interrupted` where nothing had come when it was stopped.
   */
  generate(prompt: ModelPrompt, options: GenerateOptions): Promise<Generation | "too-long">;
  close(): void;
}
