/** `ra rag crawl`: a site becomes a folder of Markdown files. */
import type { RagProblem, RagSourceRun } from "../../shapes/rag.ts";
import { RaError } from "../../errors.ts";
import type { RagConfig } from "../config/rag_config.ts";
import type { CrawlEntry } from "../config/schema.ts";
import { joinPath } from "../../text/paths.ts";
import { journaledFiles } from "../places/journaled_files.ts";
import type { RagPlaces } from "../places/rag_places.ts";
import { allotRawFolder, noteFiles } from "../places/source_files.ts";
import { openWritten } from "../places/written_files.ts";
import { type Parted, whole } from "../text/parted_text.ts";
import { adoptTexts, asTexts, foreignProblem, safeName, type SourceText, writeTexts } from "../text/text_folder.ts";
import { textFolder } from "../source_trees.ts";
import type { CrawledPage } from "./crawl_report.ts";
import { crawledDocuments } from "./crawled_documents.ts";
import { crawlSite } from "./crawl_site.ts";
import { type OmittedCounts, sumOmitted } from "../../document/omitted.ts";
import { checkSelectors, type PageText, pageText } from "./page_text.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";

export interface CrawlRun {
  /** Whether what lies in the folders of the source counts as ra's own. */
  readonly prune: boolean;
  onProgress(done: number, url: string): void;
  readonly signal?: AbortSignal | undefined;
}

type Outcome = Pick<RagSourceRun, "state" | "counts" | "omitted" | "problems" | "left_out">;
type CrawledDocuments = Awaited<ReturnType<typeof crawledDocuments>>;

/** Throws `io` when the folders cannot be written, `config-value` for a wrong selector, and what {@link crawlSite} throws. */
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
  const leftOut = crawled.leftOut.map(({ url, reason }) => ({ path: url, reason }));
  const skipped = Object.fromEntries(
    Object.entries(crawled.skipped).map(([reason, count]) => [`skipped: ${reason}`, count]),
  );
  const failed = (): Outcome => ({
    state: "failed",
    counts: { pages: 0, fetched: crawled.fetched, unchanged: crawled.unchanged, ...skipped },
    problems: problems.length > 0 ? problems : [{ reason: noPage(crawled.skipped) }],
    left_out: leftOut,
  });
  if (crawled.pages.length === 0) return failed();
  const kept = joinPath(folder, "converted");
  const documents = await crawledDocuments(fs, kept, crawled.pages, places.home, problems);
  raw.written.save();
  const texts = new PageTexts(entry, crawled.pages, documents, problems);
  const made = texts.made();
  const first = made.next();
  // The texts of earlier runs stay where this one has none.
  if (first.done === true) return failed();
  const own = openWritten(places, entry.id, "text", textFolder(config, entry.id));
  const place = { written: own, id: entry.id, isChosen: false };
  if (prune) adoptTexts(places.fs, place);
  const { written, unchanged, removed, names, ...more } = await writeTexts(own, startingWith(first.value, made));
  noteFiles(places.fs, config, entry.id, { folder: own.folder, names: [...names].sort() });
  problems.push(...more.problems, ...foreignProblem(places.fs, place));
  const hasFailed = crawled.isSeedFailed || crawled.lonely.some(texts.lacks);
  return withoutUndefined<Outcome>({
    state: hasFailed ? "failed" : written + removed > 0 ? "changed" : "unchanged",
    counts: {
      pages: texts.count,
      fetched: crawled.fetched,
      unchanged: crawled.unchanged,
      "texts written": written,
      "texts unchanged": unchanged,
      "texts removed": removed,
      ...skipped,
    },
    omitted: sumOmitted(texts.omitted),
    problems,
    left_out: leftOut,
  });
}

function noPage(skipped: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`).join(", ");
  return `no page was allowed (${reasons || "none was found"})`;
}

function* startingWith<T>(first: T, others: Iterable<T>): Generator<T> {
  yield first;
  yield* others;
}

/** The texts of pages, with what went wrong on the way. */
class PageTexts {
  /** How many texts were made. */
  count = 0;
  readonly omitted: OmittedCounts[] = [];
  /** Addresses of pages without a text. */
  readonly #without = new Set<string>();
  readonly #entry: CrawlEntry;
  readonly #pages: readonly CrawledPage[];
  readonly #documents: CrawledDocuments;
  readonly #problems: RagProblem[];

  constructor(
    entry: CrawlEntry,
    pages: readonly CrawledPage[],
    documents: CrawledDocuments,
    problems: RagProblem[],
  ) {
    this.#entry = entry;
    this.#pages = pages;
    this.#documents = documents;
    this.#problems = problems;
  }

  /** Whether a page gave no text. */
  readonly lacks = (url: string): boolean => this.#without.has(url);

  /** One page after the other: together they may be larger than the memory. */
  *made(): Generator<SourceText> {
    for (const page of this.#pages) {
      const text = page.contentType === "application/pdf" ? this.#documentText(page) : this.#pageText(page);
      if (text === undefined) {
        this.#without.add(page.url);
        continue;
      }
      this.count++;
      if (text.omitted !== undefined) this.omitted.push(text.omitted);
      yield sourceText(page, text, this.#entry);
    }
  }

  #documentText({ sha256 }: CrawledPage): SiteText | undefined {
    const document = this.#documents.get(sha256);
    return document === undefined ? undefined : { ...document, lang: null, description: null };
  }

  #pageText(page: CrawledPage): SiteText | undefined {
    try {
      const text = pageText(page, this.#entry);
      if (text.problem !== null) this.#problems.push({ path: page.url, reason: text.problem.message });
      if (text.cutAt !== null) {
        const reason = `it has too many elements, or too deep ones: what follows line ${text.cutAt.line} is left out`;
        this.#problems.push({ path: page.url, reason });
      }
      return { ...text, parted: whole(text.markdown) };
    } catch (error) {
      if (!(error instanceof RaError) || error.code !== "not-text") throw error;
      this.#problems.push({ path: page.url, reason: error.message });
      return undefined;
    }
  }
}

type SiteText = Pick<PageText, "title" | "lang" | "description" | "omitted"> & { readonly parted: Parted };

function sourceText(page: CrawledPage, { parted, title, lang, description }: SiteText, entry: CrawlEntry): SourceText {
  const { host, pathname, search } = new URL(page.url);
  const path = decoded(pathname.endsWith("/") ? `${pathname}index` : pathname);
  return {
    name: safeName(`${host}${path}${search === "" ? "" : search}`),
    source: {
      source_id: entry.id,
      source_type: "web",
      repo: null,
      url: page.url,
      path: pathname,
      title,
      fetched_at: page.fetchedAt,
      metadata: {
        ...withoutUndefined<Partial<Record<"lang" | "description", string>>>({
          lang: lang ?? undefined,
          description: description ?? undefined,
        }),
        ...asTexts(entry.metadata),
      },
    },
    parted,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
