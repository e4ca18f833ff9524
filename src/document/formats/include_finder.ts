/** Finds how files of a format take in others. */
import { findIncludes, type IncludeFinder, mayInclude } from "../includes/find_includes.ts";
import type { Format } from "./format.ts";
import { readerOf } from "./read_file.ts";
import { shownText } from "./shown_text.ts";

const IN_MARKDOWN: IncludeFinder = { find: findIncludes };

/** Undefined for a file that takes in nothing. Asked of every document, so only signs tell. */
export async function includeFinderOf(bytes: Uint8Array, format: Format): Promise<IncludeFinder | undefined> {
  const { dialect, placement, includeSigns } = format;
  if (placement === "extracted") return undefined;
  if (dialect !== undefined) return mayInclude(bytes) ? IN_MARKDOWN : undefined;
  if (includeSigns === undefined) return undefined;
  const written = new TextDecoder("latin1").decode(bytes);
  if (!includeSigns.some((sign) => written.includes(sign))) return undefined;
  const { markup, includes } = await readerOf(format);
  return {
    find: (text, most) => includes?.(text).slice(0, most) ?? [],
    visible: (text) => {
      const found = markup?.(text);
      return found === undefined ? text : shownText(found, { start: found.textStart, end: text.length });
    },
    hidesSigns: true,
  };
}
