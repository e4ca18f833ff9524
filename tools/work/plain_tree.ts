import type { indexFile } from "../../src/store/segments/index_file.ts";

/** A tree without settings, as far as a file that is indexed alone is concerned. */
export const PLAIN_TREE: Parameters<typeof indexFile>[2] = {
  name: "docs",
  chunking: "headings",
  sizes: {},
  stemmer: "auto",
  metadata: {},
  format: {},
  locales: {},
  versions: [],
  ocr: "never",
  languages: [],
};
