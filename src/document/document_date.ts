/** The date that a document states. */
import { readMoment } from "../text/moment.ts";
import type { Metadata } from "./document.ts";

/** The keys that state it, the first before the others. The core has the same (wasm/src/segment.rs). */
const DATE_KEYS = ["last_update", "lastmod", "updated", "date"] as const;

/**
 * In milliseconds since 1970, or null. `values` has all values of the frontmatter: Docusaurus has `last_update` as a
 * mapping with a `date`.
 */
export function documentDate(metadata: Metadata, values: Readonly<Record<string, unknown>> | null): number | null {
  for (const key of DATE_KEYS) {
    const stated = metadata[key] ?? [nestedDate(values?.[key])];
    for (const text of stated) {
      const moment = readMoment(text);
      if (moment !== undefined) return moment;
    }
  }
  return null;
}

function nestedDate(value: unknown): string {
  const isMapping = typeof value === "object" && value !== null && "date" in value;
  return isMapping && typeof value.date === "string" ? value.date : "";
}
