/** Tells where the links of a document lead. */
import { readDestination } from "../../links/destination.ts";
import { resolve } from "../../links/resolve.ts";
import type { LinkTarget } from "../../shapes/links.ts";
import type { ResolveOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { LiveIndex } from "../live/live_index.ts";
import { foundPlace, linkSources } from "./find_place.ts";

/** For each destination, in their order; null for one that leads to no document. */
export async function resolveLinks(
  environment: Environment,
  index: LiveIndex,
  destinations: readonly string[],
  { from, ...asked }: ResolveOptions & { readonly update: boolean },
): Promise<readonly (LinkTarget | null)[]> {
  return await index.answer(asked, async ({ snapshot }) => {
    const sources = await linkSources(environment, snapshot);
    const origin = from === undefined ? undefined : sources.map.withId(from);
    const found: (LinkTarget | null)[] = [];
    for (const written of destinations) {
      const destination = readDestination(written);
      const place = destination && await resolve(sources, destination, origin);
      if (place === undefined) {
        found.push(null);
        continue;
      }
      const { chunk, missing, others } = place;
      found.push({ id: chunk.id, ...foundPlace(place), missing, others });
    }
    return found;
  });
}
