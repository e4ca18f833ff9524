/** One chunk or document by id. */
import type { Catalogue } from "../../ports/catalogue.ts";
import { RaError } from "../../errors.ts";
import { presentChunk } from "../../retrieval/present.ts";
import type { SearchResult } from "../../answers/search.ts";
import { nearest } from "../../text/nearest.ts";
import type { LiveIndex } from "../live/live_index.ts";

/** Ids are looked up whole. Throws `unknown-id` with the nearest ids. */
export async function getChunk(
  index: LiveIndex,
  id: string,
  { update, fullDocument = false }: { readonly update: boolean; readonly fullDocument?: boolean },
): Promise<SearchResult> {
  return await index.answer(update, async ({ snapshot: { catalogue, passages } }) => {
    const found = (await catalogue.find(id)) ?? (await unknownId(catalogue, id));
    const chunk = fullDocument && found.id !== found.docId ? ((await catalogue.find(found.docId)) ?? found) : found;
    return await presentChunk(chunk, passages);
  });
}

async function unknownId(catalogue: Catalogue, id: string): Promise<never> {
  const near = nearest(id, await catalogue.ids());
  const hint = near.length === 0 ? "`ra ls docs` lists the ids there are" : `nearest: ${near.join("  ")}`;
  throw new RaError("unknown-id", `there is no chunk \`${id}\``, { hint });
}
