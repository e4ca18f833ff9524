import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parquetReadObjects } from "hyparquet";
import type { ChunkRow } from "../../src/generation/artefacts/chunk_table.ts";
import type { ArtefactManifest } from "../../src/generation/artefacts/manifest.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

const YAML = `version: 1
paths: {data_root: data, index_root: index}
sources:
- {id: docs, path: docs}
convert_docs:
- {id: pages, input: in}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 5}
`;
const FILES = {
  "rag.yaml": YAML,
  "docs/guide.md": "\uFEFF# Guide\r\n\r\nPull the lever.\r\n",
  "docs/deep/er/text.txt": "Deep text about bread.\n",
  "docs/book.adoc": "= Book\n\ninclude::part.txt[]\n\nOwn words.\n",
  "docs/part.txt": "The part that is taken in.\n",
  "docs/main.ts": "export const answer = 42;\n",
  "docs/equal.md": "# Equal\n\nTwice the same.\n\n# Equal\n\nTwice the same.\n",
  "in/notes.html": "<h1>Notes</h1><p>The zeppelin lands on Monday.</p>",
  "in/sub/more.html": "<h1>More</h1><p>Nothing else lands.</p>",
};

/** There, converters need more permissions than tests give the command. */
const IS_DENO = process.versions["deno"] !== undefined;

async function withIndex(
  use: (folder: string, ra: (...args: readonly string[]) => ReturnType<typeof runRa>) => unknown,
) {
  await withProject(FILES, async (folder) => {
    const home = join(folder, "no-home");
    for (const made of ["data", "index", "no-home"]) mkdirSync(join(folder, made), { recursive: true });
    symlinkSync("guide.md", join(folder, "docs/linked.md"));
    await installSmallModel(createDiskFileSystem(), home, "small");
    const ra = (...args: readonly string[]) => runRa(args, { cwd: folder, home });
    for (const verb of ["ingest", "index"]) {
      const { code, stderr } = ra("rag", verb);
      assert.equal(code, 0, stderr);
    }
    await use(folder, ra);
  });
}

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "index/manifest.json"), "utf8")) as ArtefactManifest;

test(
  "the manifest has the paths of the table, and the SHA-256 that other tools compute",
  { skip: IS_DENO },
  () =>
    withIndex(async (folder, ra) => {
      const { files, ...manifest } = manifestIn(folder);
      const { buffer, byteOffset, length } = readFileSync(join(folder, "index/meta.parquet"));
      const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) }) as ChunkRow[];
      const nameOf = ({ source_id, path }: { source_id: string; path: string }) => `${source_id}:${path}`;
      assert.deepEqual(new Set(rows.map(nameOf)), new Set(files.map(nameOf)));
      for (const file of files) assert.equal(file.chunks, rows.filter((row) => nameOf(row) === nameOf(file)).length);
      assert.deepEqual(files.filter(({ text }) => text !== undefined).map(({ path, text }) => [path, text]), [
        ["notes.html", "notes.html.md"],
        ["sub/more.html", "sub/more.html.md"],
      ]);
      for (const { source_id, path, text, hash, size } of files) {
        const place = source_id === "docs" ? `docs/${path}` : `data/text/pages/${text}`;
        const bytes = readFileSync(join(folder, place));
        assert.equal(hash, createHash("sha256").update(bytes).digest("hex"), place);
        assert.equal(size, bytes.length, place);
      }
      for (const hash of [manifest.generation, manifest.config_hash, manifest.vectors_hash]) {
        assert.match(hash, /^[0-9a-f]{64}$/);
      }
      for (const { text, hash } of rows) assert.equal(hash, createHash("sha256").update(text).digest("hex"));
      // An unchanged file keeps its hash.
      assert.equal(ra("rag", "index", "--incremental").code, 0);
      assert.deepEqual(manifestIn(folder).files, files);
    }),
);

test(
  "the generation of an earlier ra answers, and its vectors are used again",
  { skip: IS_DENO },
  () =>
    withIndex((folder, ra) => {
      const { files, ...now } = manifestIn(folder);
      const half = (hash: string): string => hash.slice(0, 32);
      const old = {
        ...now,
        version: 1,
        config_hash: half(now.config_hash),
        vectors_hash: half(now.vectors_hash),
        files: files.map(({ source_id, path, text, index_hash, size, chunks }) => ({
          ...{ source_id, path: text ?? path, hash: index_hash, size, chunks },
        })),
      };
      writeFileSync(join(folder, "index/manifest.json"), JSON.stringify(old));
      const rows = ra("rag", "retrieve", "when does the zeppelin land?");
      assert.equal(rows.code, 0, rows.stderr);
      assert.match(rows.stdout, /^ 1 \S+ pages:notes\.html:/);
      assert.doesNotMatch(rows.stderr, /changed|damaged/);
      const status = JSON.parse(ra("rag", "status", "--json").stdout) as {
        artefacts: { state: string; current: boolean };
      };
      assert.deepEqual([status.artefacts.state, status.artefacts.current], ["whole", true]);
      const again = ra("rag", "index", "--incremental", "--json");
      const { sources } = JSON.parse(again.stdout) as { sources: { embedded: number; pruned: number }[] };
      assert.deepEqual(sources.map(({ embedded, pruned }) => [embedded, pruned]), [[0, 0], [0, 0]]);
      assert.deepEqual(manifestIn(folder).files, files);
    }),
);
