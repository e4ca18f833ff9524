/** Finds one chunk or document by its id, or by what people paste. */
import { presentChunk } from "../../search/retrieval/present.ts";
import type { SearchResult } from "../../shapes/search.ts";
import type { GetOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { LiveIndex } from "../live/live_index.ts";
import { namedChunk } from "./named_chunk.ts";

/** Throws `unknown-id`. */
export async function getChunk(
  environment: Environment,
  index: LiveIndex,
  id: string,
  { fullDocument = false, frontmatter = fullDocument, ...asked }: GetOptions & { readonly update: boolean },
): Promise<SearchResult> {
  return await index.answer(asked, async (view) => {
    const { catalogue, passages } = view.snapshot;
    const { chunk: found, resolved } = await namedChunk(environment, view, id);
    const chunk = fullDocument && found.id !== found.docId ? ((await catalogue.find(found.docId)) ?? found) : found;
    const result = await presentChunk(chunk, passages, { frontmatter });
    return resolved === undefined ? result : { ...result, resolved };
  });
}
