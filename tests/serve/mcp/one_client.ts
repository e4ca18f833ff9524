/** Measures what a search over MCP costs beyond the look at the files. */
import { open } from "../../../src/workspace.ts";
import { PROJECT } from "../../cli/project.ts";
import { callTool, withServer } from "./connect.ts";
import { page } from "./load.ts";

/** Milliseconds: the median, and the fastest tenth, which a busy machine slows down least. */
interface Times {
  readonly median: number;
  readonly fastest: number;
}

export interface OneClient {
  /** A call as the client sees it, once everything is loaded. */
  readonly call: Times;
  /** The library's search with the same options in this process, with the look at the files and without it. */
  readonly search: Times;
  readonly withoutLook: Times;
  /** The time of a call beyond the look at the files. */
  readonly beyond: Times;
}

export async function measureOneClient(documents: number, calls: number): Promise<OneClient> {
  const pages = Object.fromEntries(Array.from({ length: documents }, (_, n) => [`docs/pages/${n}.md`, page(n)]));
  const queries = ["kettle water", "special7", "how do I plug the dial", "crumb tray steam", "defrost"];
  const timed = async (work: (query: string) => Promise<unknown>): Promise<Times> => {
    const times: number[] = [];
    for (let n = 0; n < calls + 30; n++) {
      const started = performance.now();
      await work(queries[n % queries.length]!);
      if (n >= 30) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number => Math.round(times[Math.floor(times.length * share)]! * 100) / 100;
    return { median: at(0.5), fastest: at(0.1) };
  };
  let found: OneClient | undefined;
  await withServer({ ...PROJECT, ...pages }, async ({ client, directory }) => {
    const call = await timed((query) => callTool(client, "search", { queries: query }));
    const workspace = await open(directory, { home: null });
    const search = await timed((query) => workspace.search(query, { maxTokens: 6000 }));
    const withoutLook = await timed((query) => workspace.search(query, { maxTokens: 6000, update: false }));
    workspace.close();
    const beyond = (which: keyof Times): number =>
      Math.round((call[which] - search[which] + withoutLook[which]) * 100) / 100;
    found = { call, search, withoutLook, beyond: { median: beyond("median"), fastest: beyond("fastest") } };
  });
  return found!;
}
