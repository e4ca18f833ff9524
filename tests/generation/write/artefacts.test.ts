import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parquetReadObjects } from "hyparquet";
import { createFileWriter } from "../../../src/host/file_writer.ts";
import { type ChunkRow, createChunkTable } from "../../../src/generation/artefacts/chunk_table.ts";
import { flatIndexHead, normalized, npyHead } from "../../../src/generation/artefacts/vector_files.ts";

const VECTORS = Float32Array.from([1, 0, 0, 0, 0.5, -2]);
const hex = (...parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString("hex");
const values = new Uint8Array(VECTORS.buffer);

test("the index is byte for byte what faiss 1.15 writes", () => {
  // faiss.serialize_index(IndexFlatIP(3)) with [[1, 0, 0], [0, 0.5, -2]]
  assert.equal(
    hex(flatIndexHead(2, 3), values),
    "4978464903000000020000000000000000001000000000000000100000000000010000000006000000000000000000803f" +
      "0000000000000000000000000000003f000000c0",
  );
});

test("the vectors are byte for byte what numpy 2.4 saves", () => {
  // numpy.save of the same vectors
  assert.equal(
    hex(npyHead(2, 3), values),
    "934e554d5059010076007b276465736372273a20273c6634272c2027666f727472616e5f6f72646572273a2046616c73652c" +
      "20277368617065273a2028322c2033292c207d20202020202020202020202020202020202020202020202020202020202020" +
      "2020202020202020202020202020202020202020202020202020200a0000803f0000000000000000000000000000003f0000" +
      "00c0",
  );
  for (const rows of [0, 1, 9, 10, 999_999, 1_000_000_000]) assert.equal(npyHead(rows, 384).length % 64, 0);
});

test("normalised vectors have length 1, and zeros stay zeros", () => {
  const found = normalized(Float32Array.from([3, 4]));
  assert.ok(Math.abs(found[0]! - 0.6) < 1e-6 && Math.abs(found[1]! - 0.8) < 1e-6);
  assert.deepEqual(normalized(new Float32Array(2)), new Float32Array(2));
});

function row(at: number): ChunkRow {
  return {
    id: `docs:a.md#L${at}`,
    source_id: "docs",
    source_type: "local",
    repo: at % 2 === 0 ? null : "https://example.com/r.git",
    path: "a.md",
    start_line: at,
    end_line: at + 9,
    page: at % 3 === 0 ? at : null,
    url: null,
    title: "Größe 😀",
    section: at % 5 === 0 ? null : "A",
    hash: at.toString(16).padStart(64, "0"),
    tokens: at % 256,
    clipped: at % 7 === 0,
    text: `text ${at} `.repeat(at % 20),
  };
}

test("the table of chunks gives each row back, whatever the size of its groups", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-artefacts-"));
  try {
    for (const count of [0, 1, 4999, 5000, 5001, 12_345]) {
      const path = join(folder, "meta.parquet").replaceAll("\\", "/");
      const file = createFileWriter(path);
      const table = createChunkTable(file);
      for (let at = 0; at < count; at++) table.add(row(at));
      table.finish("g1");
      file.finish();
      const bytes = readFileSync(path);
      assert.equal(bytes.length, file.size);
      const rows = await parquetReadObjects({
        file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
      });
      assert.deepEqual(rows, Array.from({ length: count }, (_, at) => row(at)));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
