// Lists things that a collection is known to hold: sections with unique titles, and a list written by hand.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Workspace } from "../../src/workspace.ts";

export interface KnownThing {
  readonly query: string;
  /** Ids that answer it, or beginnings of ids. */
  readonly expected: readonly string[];
  readonly source: "title" | "by hand";
}

/** Picks `count` sections with unique titles, spread over the collection. Picks the same ones every time. */
export async function uniqueTitles(workspace: Workspace, count: number): Promise<readonly KnownThing[]> {
  const chunks = await workspace.list("chunks");
  const byTitle = new Map<string, string[]>();
  for (const { id, title, depth } of chunks) {
    const key = title.toLowerCase();
    byTitle.set(key, [...(byTitle.get(key) ?? []), depth === 0 ? "" : id]);
  }
  return [...byTitle]
    .filter(([title, ids]) =>
      ids.length === 1 && ids[0] !== "" && /^[\p{L}\p{N}][\p{L}\p{N} ]+$/u.test(title) && isSentence(title)
    )
    .map(([title, ids]) => ({ query: title, expected: ids, source: "title" as const }))
    .sort((a, b) => (order(a.query) < order(b.query) ? -1 : 1))
    .slice(0, count);
}

/** Finds the list in `known_things.json` for the collection that holds this file. */
export function writtenByHand(directory: string): readonly KnownThing[] {
  const lists = JSON.parse(readFileSync("tools/real/known_things.json", "utf8")) as readonly {
    readonly marker: string;
    readonly things: readonly { readonly query: string; readonly expected: readonly string[] }[];
  }[];
  const list = lists.find(({ marker }) => existsSync(`${directory}/${marker}`));
  return (list?.things ?? []).map(({ query, expected }) => ({
    query,
    expected: expected.map((path) => `docs:${path}`),
    source: "by hand",
  }));
}

function isSentence(title: string): boolean {
  const words = title.split(" ");
  return words.length >= 2 && words.length <= 8 && words.filter((word) => word.length >= 4).length >= 2;
}

function order(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
