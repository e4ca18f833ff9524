/** Finds the chunk that a caller names, by an id or by what people paste. */
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import { RaError } from "../../errors.ts";
import type { ResolvedFrom } from "../../shapes/links.ts";
import { nearest } from "../../text/nearest.ts";
import type { Environment } from "../environment.ts";
import type { IndexView } from "../live/live_index.ts";
import { unknownId } from "./unknown_id.ts";

export interface NamedChunk {
  readonly chunk: IndexedChunk;
  /** Undefined for an id. */
  readonly resolved: ResolvedFrom | undefined;
}

/** No longer name is looked up: each `#` in it may end the path of a document. */
const MAX_NAME = 20_000;
/** So much of it is shown. */
const MAX_SHOWN = 80;
/** So many documents are named where a name fits several. */
const MAX_NAMED = 8;

/**
 * Looks the name up among the current ids, then among former ones, then as a path, an address or a link. Throws
 * `unknown-id` (`what` there is none of); the hint has what fits, or the nearest ids.
 */
export async function namedChunk(
  environment: Environment,
  view: IndexView,
  name: string,
  what = "chunk",
): Promise<NamedChunk> {
  const { catalogue } = view.snapshot;
  if (name.length > MAX_NAME) {
    throw new RaError("unknown-id", `there is no ${what} \`${name.slice(0, MAX_SHOWN)}…\``, {
      hint: `no name has ${name.length} characters`,
    });
  }
  const chunk = await catalogue.find(name);
  if (chunk !== undefined) return { chunk, resolved: undefined };
  // Most lookups succeed, so the code that reads links and documents is loaded only now.
  const { findFormerId } = await import("./former_id.ts");
  const former = await findFormerId(environment, view.snapshot, name);
  if (former !== undefined) return { chunk: former, resolved: undefined };
  const { findPlace, foundPlace } = await import("./find_place.ts");
  const place = await findPlace(environment, view.snapshot, name);
  if (place === undefined) throw await unknownId(view, name, what);
  const { others, missing, isSure } = place;
  if (others.length > 0 && !isSure) {
    const ids = [place.chunk.id, ...others].sort();
    const more = ids.length > MAX_NAMED ? `  and ${ids.length - MAX_NAMED} more` : "";
    throw new RaError("unknown-id", `\`${name}\` may be ${ids.length} documents`, {
      hint: `name one of: ${ids.slice(0, MAX_NAMED).join("  ")}${more}`,
    });
  }
  if (missing !== null) {
    const sections = (await catalogue.sections(place.page.document.id)).map(({ id }) => id);
    const wanted = `${place.page.document.id}#${missing}`;
    const near = nearest(wanted, sections);
    throw new RaError("unknown-id", `${place.page.document.id} has no section \`${missing}\``, {
      hint: near.length === 0 ? `\`ra get ${place.page.document.id}\` prints it whole` : `nearest: ${near.join("  ")}`,
    });
  }
  return { chunk: place.chunk, resolved: { from: name, ...foundPlace(place) } };
}
