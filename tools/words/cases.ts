/** Queries whose right pages are known, and what engines answer to them. */
import type { Engine } from "../relevance/engines.ts";
import type { Rival } from "../relevance/rivals.ts";
import type { Section } from "../relevance/sections.ts";
import type { Documentation } from "./documentation.ts";
import { fromRival, openRa, type Searcher } from "./searchers.ts";

export interface Case {
  readonly query: string;
  /** What the query is counted under, by table: `length` → `4–5`. */
  readonly groups: Readonly<Record<string, string>>;
  /** The documents that are right. */
  readonly right: ReadonlySet<string>;
  /** Those that hold at least another form of what was meant. Absent where only what was typed counts. */
  readonly anyForm?: ReadonlySet<string>;
}

export interface Answered {
  readonly documentation: string;
  readonly engine: string;
  readonly asked: Case;
  /** The first pages found, each once. */
  readonly pages: readonly string[];
  /** Rank of the first right page, from 1; 0 if none is among the first. */
  readonly rank: number;
  /** The same for the pages with any form. */
  readonly anyFormRank: number;
}

/** Asks every engine all cases of one documentation. One engine is open at a time, for the memory. */
export async function answerAll(
  documentation: Documentation,
  cases: readonly Case[],
  engines: readonly Engine[],
  makeRivals: readonly ((sections: readonly Section[]) => Rival | Promise<Rival>)[],
): Promise<readonly Answered[]> {
  const withText = documentation.chunks.filter(({ body }) => body.trim() !== "");
  const openers: readonly (() => Promise<Searcher>)[] = [
    ...engines.map((engine) => () => openRa(engine, documentation)),
    ...makeRivals.map((make) => async () => fromRival(await make(withText))),
  ];
  const answers: Answered[] = [];
  for (const open of openers) {
    const searcher = await open();
    console.error(`${documentation.name}: ${documentation.documents.length} pages, ${searcher.name}`);
    try {
      for (const asked of cases) {
        const pages = await searcher.search(asked.query);
        const rankOf = (right: ReadonlySet<string>): number => pages.findIndex((page) => right.has(page)) + 1;
        const [rank, anyFormRank] = [rankOf(asked.right), rankOf(asked.anyForm ?? asked.right)];
        answers.push({ documentation: documentation.name, engine: searcher.name, asked, pages, rank, anyFormRank });
      }
    } finally {
      searcher.close();
    }
  }
  return answers;
}
