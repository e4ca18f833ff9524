// ra's own documentation answers these questions in the first three rows, also without a model.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../cli/run_ra.ts";
import { withRagProject, yaml } from "../../sources/rag_project.ts";

const QUESTIONS = [
  ["How do attachments bypass the stored index?", "docs:attachments.md#how-attachments-bypass-the-stored-index"],
  ["What triggers incremental reuse vs rebuild?", "docs:incremental-indexing.md#reuse-or-rebuild"],
  ["Which chunking strategy is used for code vs prose?", "docs:chunking.md#other-strategies"],
  ["How do I disable BM25 and rely on embeddings only?", "docs:hybrid-retrieval.md#embeddings-only"],
] as const;

test("the pages answer the sample questions in the first three rows", () =>
  withRagProject({
    "rag.yaml": yaml([
      `{id: docs, path: ${JSON.stringify(join(root, "docs"))}, include: ["*.md"], treat_as: headings}`,
    ]),
  }, async (project) => {
    await project.build();
    rmSync(join(project.home, ".local/share/ra/models/small"), { recursive: true });
    for (const [question, id] of QUESTIONS) {
      const { results } = await project.retrieve(question, { finalK: 3 });
      assert.ok(results.some((row) => row.id === id), `${question}: ${results.map((row) => row.id).join(", ")}`);
    }
  }));
