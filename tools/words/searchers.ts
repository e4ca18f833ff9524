/** Asks ra and its rivals one query, each in its own way, and reduces what they find to pages. */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCollection } from "../relevance/ask_ra.ts";
import { contentHash } from "../relevance/collection.ts";
import { buildHash, type Engine, loadLibrary } from "../relevance/engines.ts";
import type { Rival } from "../relevance/rivals.ts";
import type { Documentation } from "./documentation.ts";

/** How many results are looked at. */
export const LOOKED_AT = 5;

export interface Searcher {
  readonly name: string;
  /** Lists the first pages found, each once: ids of documents. */
  search(text: string): Promise<readonly string[]>;
  close(): void;
}

/**
 * Indexes a documentation with a build of ra, in a temporary folder that stays for the next run. Asks it as a user does
 * who changed no setting. Two of its results may be sections of one page, so it often shows fewer than five pages.
 */
export async function openRa(engine: Engine, documentation: Documentation): Promise<Searcher> {
  const name = `${documentation.name}-${contentHash(documentation)}-${buildHash(engine)}`;
  const folder = join(tmpdir(), "ra-words", name);
  const library = await loadLibrary(engine);
  const workspace = await openCollection(folder, documentation, engine.settings, existsSync(folder), library);
  await workspace.update();
  return {
    name: engine.name,
    async search(text) {
      const answer = await workspace.search(asTyped(text), { limit: LOOKED_AT, list: true, update: false });
      return [...new Set(answer.queries[0]!.results.map(({ path }) => path))];
    },
    close: () => workspace.close(),
  };
}

/** Takes the first five pages of a rival's sections, however many of its sections are of one page. */
export function fromRival(rival: Rival): Searcher {
  return {
    name: rival.name,
    search: (text) =>
      Promise.resolve([...new Set(rival.search(text).map(({ document }) => document))].slice(0, LOOKED_AT)),
    close: () => {},
  };
}

/** A minus before a word leaves it out, so what begins with one is asked in quotes. */
function asTyped(text: string): string {
  return text.startsWith("-") ? `"${text}"` : text;
}
