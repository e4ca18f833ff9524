/** The documents of a generation, in the order in which their rows stand in its files. */
import type { FileEntry, Manifest } from "../../store/published/manifest.ts";

/** A document that has chunks. */
export interface RowFile {
  readonly source_id: string;
  /** Relative to the tree of the source. */
  readonly path: string;
  readonly entry: FileEntry;
}

export function rowFiles(manifest: Manifest): readonly RowFile[] {
  const files = [...manifest].flatMap(([source_id, entries]) =>
    [...entries].flatMap(([path, entry]): readonly RowFile[] => entry.chunks === 0 ? [] : [{ source_id, path, entry }])
  );
  const nameOf = ({ source_id, path }: RowFile): string => `${source_id}\0${path}`;
  return files.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
