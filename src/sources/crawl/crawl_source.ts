/** `ra rag crawl`: a site becomes a folder of Markdown files. */
import { sumOmitted } from "../../document/omitted.ts";
import type { RagProblem, RagSourceRun } from "../../shapes/rag.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { CrawlEntry } from "../config/schema.ts";
import { joinPath } from "../../text/paths.ts";
import { journaledFiles } from "../places/journaled_files.ts";
import type { RagPlaces } from "../places/rag_places.ts";
import { allotRawFolder, noteFiles } from "../places/source_files.ts";
import { openWritten } from "../places/written_files.ts";
import { adoptTexts, foreignProblem, writeTexts } from "../text/text_folder.ts";
import { textFolder } from "../source_trees.ts";
import type { CrawlReport } from "./crawl_report.ts";
import { crawledDocuments } from "./crawled_documents.ts";
import { crawlSite } from "./crawl_site.ts";
import { checkSelectors } from "./page_text.ts";
import { PageTexts } from "./page_texts.ts";

export interface CrawlRun {
  /** Whether what lies in the folders of the source counts as ra's own. */
  readonly prune: boolean;
  onProgress(done: number, url: string): void;
  readonly signal?: AbortSignal | undefined;
}

type Outcome = Pick<RagSourceRun, "state" | "counts" | "omitted" | "problems" | "left_out">;

/** Throws `io` when folders cannot be written, `config-value` for a wrong selector, and as {@link crawlSite} does. */
export async function crawlSource(
  places: RagPlaces,
  config: RagConfig,
  entry: CrawlEntry,
  { prune, onProgress, signal }: CrawlRun,
): Promise<Outcome> {
  checkSelectors(entry);
  const raw = await allotRawFolder(places, config, entry.id, prune);
  const { folder } = raw.written;
  raw.written.removeDrafts();
  const fs = journaledFiles(places.fs, raw.written);
  const crawled = await crawlSite(entry, { fs, folder, onProgress, signal }).finally(() => raw.written.save());
  const problems: RagProblem[] = [
    ...(raw.problem === undefined ? [] : [raw.problem]),
    ...crawled.failed.map(({ url, reason }) => ({ path: url, reason })),
  ];
  const documents = await crawledDocuments(fs, joinPath(folder, "converted"), crawled.pages, places.home, problems);
  raw.written.save();
  const texts = new PageTexts(entry, crawled.pages, documents, problems);
  const made = texts.made();
  const first = made.next();
  // The texts of earlier runs stay where this one has none.
  if (first.done === true) {
    return {
      ...outcomeOf(crawled, "failed", { pages: 0 }),
      problems: problems.length > 0 ? problems : [{ reason: noPage(crawled.skipped) }],
    };
  }
  const own = openWritten(places, entry.id, "text", textFolder(config, entry.id));
  const place = { written: own, id: entry.id, isChosen: false };
  if (prune) adoptTexts(places.fs, place);
  const { written, unchanged, removed, names, problems: kept } = await writeTexts(own, startingWith(first.value, made));
  noteFiles(places.fs, config, entry.id, { folder: own.folder, names: [...names].sort() });
  problems.push(...kept, ...foreignProblem(places.fs, place));
  const isFailed = crawled.isSeedFailed || crawled.lonely.some(texts.lacks);
  const counts = { "texts written": written, "texts unchanged": unchanged, "texts removed": removed };
  return withoutUndefined<Outcome>({
    ...outcomeOf(crawled, isFailed ? "failed" : written + removed > 0 ? "changed" : "unchanged", {
      pages: texts.count,
      ...counts,
    }),
    omitted: sumOmitted(texts.omitted),
    problems,
  });
}

function outcomeOf(
  { fetched, unchanged, skipped, leftOut }: CrawlReport,
  state: Outcome["state"],
  { pages, ...texts }: Readonly<Record<string, number>> & { readonly pages: number },
): Omit<Outcome, "problems"> {
  const left = Object.entries(skipped).map(([reason, count]) => [`skipped: ${reason}`, count] as const);
  return {
    state,
    counts: { pages, fetched, unchanged, ...texts, ...Object.fromEntries(left) },
    left_out: leftOut.map(({ url, reason }) => ({ path: url, reason })),
  };
}

function noPage(skipped: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`).join(", ");
  return `no page was allowed (${reasons || "none was found"})`;
}

function* startingWith<T>(first: T, others: Iterable<T>): Generator<T> {
  yield first;
  yield* others;
}
