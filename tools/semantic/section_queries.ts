/** Queries made of the sections of a workspace. */
import type { Workspace } from "../../mod.ts";

/** Six long words of each of some sections, in the order of their letters, so that they stand nowhere like this. */
export async function queriesOf(workspace: Workspace, count: number): Promise<readonly string[]> {
  const chunks = await workspace.list("chunks", { update: false });
  const step = Math.max(1, Math.floor(chunks.length / (2 * count)));
  const queries: string[] = [];
  for (let at = 0; at < chunks.length && queries.length < count; at += step) {
    const { content = "" } = await workspace.get(chunks[at]!.id, { update: false });
    const words = [...new Set(content.toLowerCase().match(/[a-z]{5,}/g) ?? [])].slice(0, 60);
    const chosen = words.filter((_, place) => place % Math.ceil(words.length / 6) === 0).sort();
    if (chosen.length >= 5) queries.push(chosen.join(" "));
  }
  return queries;
}
