/** How answers are generated: the section `generation`. */
export interface GenerationSettings {
  /** A name of the service, or the path of a GGUF file. */
  readonly model: string;
  readonly provider: "openai" | "local";
  readonly base_url?: string | undefined;
  /** The name of the environment variable that holds the key. */
  readonly api_key_env?: string | undefined;
  readonly temperature: number;
  readonly max_tokens: number;
  readonly max_input_tokens: number;
  /** Seconds in which nothing comes. */
  readonly timeout: number;
  readonly retries: number;
  /** The path of a GGUF file that answers when the service cannot. */
  readonly fallback?: string | undefined;
}
