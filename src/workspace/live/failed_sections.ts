/** What `ra update` and `ra status` say of the sections that the model could not embed. */
import type { Warning } from "../../errors.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import { numbered } from "./lacking_vectors.ts";

/** So many are named in warnings, and so many in a report. */
const MOST_WARNED = 10;
export const MOST_REPORTED = 100;

export interface FailedSections {
  add(section: IndexedChunk, why: string): void;
  /** What is said when `count` sections have no vector in the end. */
  warnings(count: number): readonly Warning[];
}

export function createFailedSections(): FailedSections {
  const named: string[] = [];
  return {
    add(section, why) {
      if (named.length < MOST_WARNED) named.push(`${placeOf(section)} was not embedded: ${why}`);
    },
    warnings(count) {
      if (count === 0) return [];
      const [sections, them] = count === 1
        ? ["1 section", "it by its"]
        : [`${numbered(count)} sections`, "them by their"];
      const more = count > named.length && named.length > 0 ? " (`ra status` names more)" : "";
      const sum =
        `the model could not embed ${sections}${more}; searches find ${them} words, and ra update tries again`;
      return [...named, sum].map((message) => ({ code: "vectors-failed", message }));
    },
  };
}

/** As people name it: the document and the lines. */
export function placeOf({ docId, startLine, endLine }: IndexedChunk): string {
  return `${docId}:${startLine}-${endLine}`;
}
