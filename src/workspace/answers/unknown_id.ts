/** The error for an id that the index does not have. */
import { RaError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import type { IndexView } from "../live/live_index.ts";

/** `unknown-id`. The hint says why the tree of the id is left out, or else names the nearest ids. */
export async function unknownId(
  { snapshot: { catalogue }, whyLeftOut }: IndexView,
  id: string,
  what: string,
): Promise<RaError> {
  const tree = treeOf(id);
  const why = whyLeftOut(tree);
  return new RaError("unknown-id", `there is no ${what} \`${id}\``, {
    hint: why === undefined ? nearestHint(id, await catalogue.ids()) : leftOutHint(tree, why),
  });
}

/** The tree that an id names. Empty for one that names none. */
export function treeOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf(":")));
}

export function leftOutHint(tree: string, why: string): string {
  return `tree ${tree} is left out: ${why}`;
}

function nearestHint(id: string, ids: readonly string[]): string {
  const near = nearest(id, ids);
  return near.length === 0 ? "`ra ls docs` lists all ids" : `nearest: ${near.join("  ")}`;
}
