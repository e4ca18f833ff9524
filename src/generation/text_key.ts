/** Tells which chunks of a document have the same text. */
import type { IndexedChunk } from "../search/ports/catalogue.ts";

/** The same for two chunks of one document whose headings and own texts differ in white space only. */
export function textKey({ title, breadcrumb }: Pick<IndexedChunk, "title" | "breadcrumb">, embedded: string): string {
  return `${title}\n${embedded.slice(breadcrumb.length)}`.replace(/\s+/gu, " ").trim();
}
