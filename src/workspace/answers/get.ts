/** Finds one chunk or document by its id. */
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import { presentChunk } from "../../search/retrieval/present.ts";
import type { SearchResult } from "../../shapes/search.ts";
import type { GetOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { LiveIndex } from "../live/live_index.ts";
import { unknownId } from "./unknown_id.ts";

/** Looks the id up among the current ids, then among former ones. Throws `unknown-id` with the nearest ids. */
export async function getChunk(
  environment: Environment,
  index: LiveIndex,
  id: string,
  { fullDocument = false, frontmatter = fullDocument, ...asked }: GetOptions & { readonly update: boolean },
): Promise<SearchResult> {
  return await index.answer(asked, async (view) => {
    const { snapshot } = view;
    const { catalogue, passages } = snapshot;
    const found = (await catalogue.find(id)) ?? (await findFormer(environment, snapshot, id));
    if (found === undefined) throw await unknownId(view, id, "chunk");
    const chunk = fullDocument && found.id !== found.docId ? ((await catalogue.find(found.docId)) ?? found) : found;
    return await presentChunk(chunk, passages, { frontmatter });
  });
}

async function findFormer(environment: Environment, snapshot: Snapshot, id: string): Promise<IndexedChunk | undefined> {
  // Most lookups succeed, so the code that reads documents is loaded only now.
  const { findFormerId } = await import("./former_id.ts");
  return await findFormerId(environment, snapshot, id);
}
