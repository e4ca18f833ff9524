/** How answers are generated. */
import type { AskSettings } from "../../config/config.ts";

/** Of the prompt, where no model is configured. */
export const DEFAULT_INPUT_TOKENS = 8000;

/** With a model. */
export interface GenerationSettings extends AskSettings {
  readonly model: string;
}
