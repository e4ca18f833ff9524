/** `meta.parquet`: a row for each chunk. hyparquet-writer writes it in pure JavaScript, group by group. */
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { FileWriter } from "../../host/file_system.ts";

/** Absent values are null. */
export interface ChunkRow {
  readonly id: string;
  readonly source_id: string;
  readonly source_type: "local" | "git" | "web" | "document";
  readonly repo: string | null;
  /** Relative to the source's root; for the web the address's path. */
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly page: number | null;
  readonly url: string | null;
  readonly title: string | null;
  readonly section: string | null;
  /** Of the text that was embedded. */
  readonly hash: string;
  readonly tokens: number;
  /** Whether the text was cut before it was embedded. */
  readonly clipped: boolean;
  /** As it was embedded. */
  readonly text: string;
}

type Column = readonly [name: keyof ChunkRow, type: "STRING" | "INT32" | "BOOLEAN", isOptional: boolean];

const COLUMNS: readonly Column[] = [
  ["id", "STRING", false],
  ["source_id", "STRING", false],
  ["source_type", "STRING", false],
  ["repo", "STRING", true],
  ["path", "STRING", false],
  ["start_line", "INT32", false],
  ["end_line", "INT32", false],
  ["page", "INT32", true],
  ["url", "STRING", true],
  ["title", "STRING", true],
  ["section", "STRING", true],
  ["hash", "STRING", false],
  ["tokens", "INT32", false],
  ["clipped", "BOOLEAN", false],
  ["text", "STRING", false],
];

/**
 * Rows that are kept in memory until they are written. Larger groups live long enough that the garbage collector keeps
 * them: 5,000 rows a group cost 100 MB more at their peak.
 */
const GROUP = 1000;

export interface ChunkTable {
  add(row: ChunkRow): void;
  /** Writes what is left and the end of the table, with the name of its generation. The file itself stays open. */
  finish(generation: string): void;
}

/** Throws `io`, as the file does. */
export function createChunkTable(file: FileWriter): ChunkTable {
  const bytes = new ByteWriter();
  const table = new ParquetWriter({
    writer: bytes,
    createdBy: "ra",
    schema: [
      { name: "root", num_children: COLUMNS.length },
      ...COLUMNS.map(([name, type, isOptional]) => ({
        name,
        repetition_type: isOptional ? "OPTIONAL" as const : "REQUIRED" as const,
        ...(type === "STRING" ? { type: "BYTE_ARRAY" as const, converted_type: "UTF8" as const } : { type }),
      })),
    ],
  });
  let rows: ChunkRow[] = [];
  /** Places in the table count from its beginning, so only the buffer starts anew. */
  const flush = (): void => {
    file.write(bytes.getBytes());
    bytes.index = 0;
  };
  const writeGroup = (): void => {
    if (rows.length === 0) return;
    const columnData = COLUMNS.map(([name]) => ({ name, data: rows.map((row) => row[name]) }));
    void table.write({ columnData, rowGroupSize: GROUP });
    rows = [];
    flush();
  };
  return {
    add(row) {
      rows.push(row);
      if (rows.length === GROUP) writeGroup();
    },
    finish(generation) {
      writeGroup();
      table.kvMetadata = [{ key: "generation", value: generation }];
      void table.finish();
      flush();
    },
  };
}
