/** The limits of time, bytes and pages that a `rag.yaml` raises far beyond ra's own. */
import type { RagConfig } from "./rag_config.ts";
import { ConvertEntry, CrawlEntry, Generation, Source } from "./schema.ts";

/** A file may raise a limit so many times without `ra trust`. */
const MAX_TIMES = 20;

const SOURCE = Source.parse({ id: "a" });
const CONVERT = ConvertEntry.parse({ id: "a", input: "a" });
const CRAWL = CrawlEntry.parse({ id: "a", seeds: ["https://example.com/"] });
const GENERATION = Generation.parse({ model: "a" });

/** Each as `crawl[0].max_pages: 100000`. */
export function raisedLimits({ sources, convert_docs, crawl, generation }: RagConfig): readonly string[] {
  return [
    // A repository of some kilobytes can fill any disk, so here no file helps itself to more.
    ...sources.flatMap((entry, at) => raised(`sources[${at}]`, entry, SOURCE, ["max_total_bytes"], 1)),
    ...convert_docs.flatMap((entry, at) => raised(`convert_docs[${at}]`, entry, CONVERT, ["timeout", "max_bytes"])),
    ...crawl.flatMap((entry, at) => raised(`crawl[${at}]`, entry, CRAWL, ["max_pages", "max_page_bytes", "timeout"])),
    ...(generation === undefined
      ? []
      : raised("generation", generation, GENERATION, ["max_tokens", "max_input_tokens", "timeout", "max_time"])),
  ];
}

function raised<K extends string>(
  section: string,
  stated: Readonly<Record<K, number>>,
  usual: Readonly<Record<K, number>>,
  keys: readonly K[],
  times = MAX_TIMES,
): readonly string[] {
  return keys.filter((key) => stated[key] > times * usual[key]).map((key) => `${section}.${key}: ${stated[key]}`);
}
