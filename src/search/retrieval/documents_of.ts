/** Finds the documents of the filters that the index cannot decide. */
import type { IndexedFile } from "../ports/catalogue.ts";
import type { Filter } from "../query/syntax.ts";
import { documentsWithin, modifiedSpan } from "./date.ts";
import { documentsAt, isGlob } from "./path_filter.ts";
import type { DocumentsOf } from "./plan.ts";

/** Whether the list of the files says which documents the filter accepts. */
export function isOfFiles(filter: Filter): boolean {
  return filter.on === "modified" || (filter.on === "path" && isGlob(filter.value));
}

interface FilteredBy {
  readonly files: readonly IndexedFile[];
  /** By the value of `linked:`. */
  readonly linked: ReadonlyMap<string, readonly string[]>;
  readonly now: number;
}

export function createDocumentsOf({ files, linked, now }: FilteredBy): DocumentsOf {
  return (filter) => {
    switch (filter.on) {
      case "linked":
        return linked.get(filter.value) ?? [];
      case "path":
        return documentsAt(files, filter.value);
      case "modified":
        return documentsWithin(files, modifiedSpan(filter, now));
    }
  };
}
