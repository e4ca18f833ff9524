import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { open, type Workspace } from "../../src/workspace.ts";
import { type Contender, type ContenderInput, RESULTS } from "./contender.ts";
import type { BenchQuery } from "./queries.ts";

/**
 * ra through its library. It reads, divides, indexes and publishes. Results have content, match ranges and snippets.
 */
export function createRa({ folder }: ContenderInput): Contender & { fresh(query: BenchQuery): Promise<number> } {
  let workspace: Workspace | undefined;
  const opened = async (): Promise<Workspace> => (workspace ??= await open(folder, { home: null }));
  const ask = async (query: BenchQuery, update: boolean): Promise<number> => {
    const answer = await (await opened()).search(typed(query), { limit: RESULTS, update });
    return answer.queries[0]!.results.length;
  };
  return {
    build: async () => void (await (await opened()).update({ full: true })),
    open: async () => void (await opened()),
    search: (query) => ask(query, false),
    fresh: (query) => ask(query, true),
    update: async () => void (await (await opened()).update()),
    sizes: () => {
      const directory = join(folder, ".ra/index");
      const files = readdirSync(directory).map((name) => ({ name, bytes: statSync(join(directory, name)).size }));
      const sum = (wanted: (name: string) => boolean): number =>
        files.filter(({ name }) => wanted(name)).reduce((total, { bytes }) => total + bytes, 0);
      return { "on disk": sum(() => true), segments: sum((name) => name.endsWith(".seg")) };
    },
  };
}

function typed({ kind, words }: BenchQuery): string {
  return kind === "phrase" ? `"${words.join(" ")}"` : words.join(" ");
}
