/** The data of English, as npm has it. */
import { createRequire } from "node:module";
import { dirname } from "node:path";

export const LANGUAGE_FOLDER: string = dirname(
  createRequire(import.meta.url).resolve("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz"),
);
