// Every key of rag.yaml is used, or stands in the list of those that later commands will read.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ragSchema } from "../../src/rag/config/schema.ts";
import { root } from "../cli/run_ra.ts";

/** Checked by every command, and not used yet (docs/rag.md says so). */
const LATER: readonly string[] = [
  "retrieval.floor",
  "retrieval.rewrite",
  "prompt.template",
  "generation.model",
  "generation.provider",
  "generation.temperature",
  "generation.max_tokens",
  "generation.max_input_tokens",
  "generation.timeout",
  "generation.retries",
  "generation.fallback",
];

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

function leaves(schema: Schema, path: string): readonly string[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([key, inner]) =>
      leaves(inner, path === "" ? key : `${path}.${key}`)
    );
  }
  return schema.items?.properties === undefined ? [path] : leaves(schema.items, `${path}[]`);
}

const ALL = leaves(ragSchema() as Schema, "");

test("the list of keys that are not used yet names keys that exist, and docs/rag.md names their sections", () => {
  assert.deepEqual(LATER.filter((key) => !ALL.includes(key)), []);
  const page = readFileSync(join(root, "docs/rag.md"), "utf8");
  assert.match(
    page,
    /checks `prompt`, `generation`, `retrieval\.floor` and `retrieval\.rewrite`, and does not use them yet/,
  );
});

test("all other keys are read by the code of ra rag", () => {
  const code = readFileSync(join(root, "src/rag/trees/source_trees.ts"), "utf8") +
    ["crawl/crawl_site", "crawl/crawl_source", "crawl/page_text", "crawl/polite_client", "convert/convert_source"]
      .map((name) => readFileSync(join(root, `src/rag/${name}.ts`), "utf8")).join("") +
    ["sources/git_source", "doctor", "config/rag_trust", "config/rag_config", "config/embedding_settings"]
      .map((name) => readFileSync(join(root, `src/rag/${name}.ts`), "utf8")).join("") +
    ["index/index_report", "retrieve/retriever", "retrieve/retrieve_options", "retrieve/rerank_rows", "retrieve/corpus"]
      .concat("retrieve/score_rows").map((name) => readFileSync(join(root, `src/rag/${name}.ts`), "utf8")).join("");
  // tests/rag/config.test.ts tests the version.
  const unread = ALL.filter((key) => key !== "version" && !LATER.includes(key)).filter((key) => {
    const last = key.slice(key.lastIndexOf(".") + 1).replace("[]", "");
    return !new RegExp(`\\b${last}\\b`).test(code);
  });
  assert.deepEqual(unread, []);
});
