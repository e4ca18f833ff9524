/** The free full-text searches that can be asked for misspelt words. */
import MiniSearch from "minisearch";
import type { Rival } from "../relevance/rivals.ts";
import type { Section } from "../relevance/sections.ts";
import { anyTrigram, createFts5Table } from "./fts5_table.ts";

/** MiniSearch with the setting that its documentation names for typos: as many mistakes as a fifth of the letters. */
export function createFuzzyMiniSearch(sections: readonly Section[]): Rival {
  const index = new MiniSearch<Section & { readonly at: number }>({ fields: ["title", "body"], idField: "at" });
  index.addAll(sections.map((section, at) => ({ ...section, at })));
  return {
    name: "minisearch fuzzy",
    search: (text) =>
      index.search(text, { fuzzy: 0.2, prefix: false }).map(({ id }) => {
        const { document, id: section } = sections[id as number]!;
        return { document, section };
      }),
  };
}

/** SQLite FTS5 with trigrams. Any trigram of the typo matches. Ranks by bm25. */
export async function createTrigrams(sections: readonly Section[]): Promise<Rival> {
  return await createFts5Table(sections, { name: "fts5 trigram", tokenize: "trigram", match: anyTrigram });
}
