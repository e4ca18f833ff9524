/** Finds the notes that a passage shows in place: `![[note#heading]]`. */
import { readDestination } from "../../links/destination.ts";
import { resolve } from "../../links/resolve.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { Environment } from "../environment.ts";
import { linkSources } from "./find_place.ts";

const EMBED = /!\[\[([^[\]\n]{1,500})\]\]/g;
/** More of them are not named. */
const MAX_EMBEDS = 100;

/** Their ids, each once. Undefined where it shows none. */
export async function embeddedPassages(
  environment: Environment,
  snapshot: Snapshot,
  docId: string,
  content: string,
): Promise<readonly string[] | undefined> {
  const sources = await linkSources(environment, snapshot);
  const origin = sources.map.withId(docId);
  const ids = new Set<string>();
  for (const [, name] of [...content.matchAll(EMBED)].slice(0, MAX_EMBEDS)) {
    const destination = readDestination(`wiki:${name!}`);
    const place = destination && await resolve(sources, destination, origin);
    if (place !== undefined) ids.add(place.chunk.id);
  }
  return ids.size === 0 ? undefined : [...ids];
}
