/** The table and the vectors of a generation, held open: a later run that replaces the files changes nothing here. */
import type { FileSystem, ReadHandle } from "../../host/file_system.ts";
import { TABLE, VECTORS } from "../../store/published/generation_files.ts";
import { joinPath } from "../../text/paths.ts";

export interface OpenArtefacts {
  readonly table: ReadHandle;
  readonly vectors: ReadHandle;
  close(): void;
}

/** Undefined where one of them is not there. Throws `io`. */
export function openArtefacts(fs: FileSystem, folder: string): OpenArtefacts | undefined {
  const table = fs.open(joinPath(folder, TABLE));
  if (table === undefined) return undefined;
  let vectors: ReadHandle | undefined;
  try {
    vectors = fs.open(joinPath(folder, VECTORS));
  } finally {
    if (vectors === undefined) table.close();
  }
  if (vectors === undefined) return undefined;
  const opened = vectors;
  return {
    table,
    vectors,
    close() {
      table.close();
      opened.close();
    },
  };
}
