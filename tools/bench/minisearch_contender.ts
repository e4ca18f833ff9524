import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import type { Passage } from "./corpus.ts";
import { readPassages } from "./corpus.ts";
import { type Contender, type ContenderInput, RESULTS } from "./contender.ts";

const OPTIONS = { fields: ["title", "body"], idField: "id" };

/**
 * MiniSearch: an index in memory, saved as JSON, without stemming and phrases. It is as fuzzy as ra is by default, and
 * its text is held beside the index.
 */
export function createMiniSearch({ folder, passages }: ContenderInput): Contender {
  const file = join(folder, "minisearch.json");
  let index: MiniSearch<Passage> | undefined;
  let texts = new Map<string, Passage>();
  return {
    build() {
      index = new MiniSearch<Passage>(OPTIONS);
      index.addAll(passages);
      writeFileSync(file, JSON.stringify(index));
    },
    open() {
      index = MiniSearch.loadJSON<Passage>(readFileSync(file, "utf8"), OPTIONS);
      texts = new Map(passages.map((passage) => [passage.id, passage]));
    },
    search({ words }) {
      const found = index!.search(words.join(" "), {
        combineWith: "AND",
        boost: { title: 3 },
        fuzzy: (word) => (word.length >= 4 ? 1 : false),
      });
      return found.slice(0, RESULTS).map(({ id }) => texts.get(id as string)).length;
    },
    async update(changed) {
      for (const [id, passage] of texts) {
        if (passage.path !== changed) continue;
        index!.discard(id);
        texts.delete(id);
      }
      for (const passage of await readPassages(folder, [changed])) {
        index!.add(passage);
        texts.set(passage.id, passage);
      }
    },
    sizes: () => ({ "on disk": statSync(file).size }),
  };
}
