/** The texts of crawled pages. */
import type { OmittedCounts } from "../../document/omitted.ts";
import { RaError } from "../../errors.ts";
import type { RagProblem } from "../../shapes/rag.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import type { CrawlEntry } from "../config/schema.ts";
import { type Parted, whole } from "../text/parted_text.ts";
import { asTexts, safeName, type SourceText } from "../text/text_folder.ts";
import type { crawledDocuments } from "./crawled_documents.ts";
import type { CrawledPage } from "./crawl_report.ts";
import { type PageText, pageText } from "./page_text.ts";

type CrawledDocuments = Awaited<ReturnType<typeof crawledDocuments>>;

/** The texts of pages, with what went wrong on the way. */
export class PageTexts {
  /** How many texts were made. */
  count = 0;
  /** What the texts leave out. */
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
      if (text.problem !== null) this.#problems.push({ path: page.url, reason: text.problem.message, read: true });
      if (text.cutAt !== null) {
        const reason = `it has too many elements, or too deep ones: what follows line ${text.cutAt.line} is left out`;
        this.#problems.push({ path: page.url, reason, read: true });
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
