import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { RaError } from "../../../src/errors.ts";
import { createExactCosines } from "../../../src/generation/retrieve/exact_cosines.ts";
import type { ReadHandle } from "../../../src/host/file_system.ts";
import type { IndexedChunk } from "../../../src/search/ports/catalogue.ts";
import type { Manifest } from "../../../src/store/published/manifest.ts";
import { withRagProject, yaml } from "../../sources/rag_project.ts";

const FILES = {
  "rag.yaml": yaml(["{id: docs, path: docs, treat_as: headings}"]),
  "docs/a.md": "# Zeppelins\n\nThey land at noon.\n\n# Kites\n\nThey fly.\n",
};

/** Bytes whose reads fail as often as `failures` says. */
function flaky(path: string, failures: { left: number }): ReadHandle {
  const bytes = new Uint8Array(readFileSync(path));
  return {
    size: bytes.length,
    read(offset: number, into: Uint8Array) {
      if (failures.left-- > 0) throw new RaError("io", "the disk is away");
      into.set(bytes.subarray(offset, offset + into.length));
    },
    close() {},
  };
}

for (const part of ["meta.parquet", "embeddings.npy"] as const) {
  for (const times of [1, 2, 3]) {
    test(`a ${part} that fails ${times} times to be read is read again by a later question`, () =>
      withRagProject(FILES, async (project) => {
        await project.build();
        const [rows, vectors] = [await project.rows(), project.vectors()];
        const failures = { left: 0 };
        const handle = (name: string) => flaky(join(project.index, name), name === part ? failures : { left: 0 });
        const artefacts = { table: handle("meta.parquet"), vectors: handle("embeddings.npy"), close() {} };
        const indexed = new Map([["docs", new Map([["a.md", { chunks: 2 }]])]]) as unknown as Manifest;
        const exact = createExactCosines(artefacts, project.manifest(), indexed);
        const chunks = rows.map(({ id }) => ({ tree: "docs", path: "a.md", id })) as unknown as IndexedChunk[];
        failures.left = times;
        for (let asked = 0; asked < times; asked++) {
          await assert.rejects(exact.of([[...vectors[0]!]], chunks), { message: "the disk is away" });
        }
        const found = await exact.of([[...vectors[0]!]], chunks);
        assert.equal(found.length, 2);
        assert.ok(Math.abs(found[0]! - 1) < 1e-6);
        assert.ok(found[1]! < 0.99);
      }));
  }
}
