// Every key of rag.yaml is used.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ragSchema } from "../../src/sources/config/schema.ts";
import { root } from "../cli/run_ra.ts";

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

/** What reads the keys. */
const READERS = [
  ...["config/embedding_settings", "config/rag_config", "config/rag_trust", "source_trees"].map((n) => `sources/${n}`),
  ...["git/git_source", "git/repository_files", "convert/convert_source"].map((n) => `sources/${n}`),
  ...["crawl_site", "crawl_source", "page_text", "polite_client"].map((n) => `sources/crawl/${n}`),
  ...["doctor", "write/index_report", "answer/answerer"].map((n) => `generation/${n}`),
  ...["corpus", "rerank_rows", "retrieve_options", "retriever", "score_rows"].map((n) => `generation/retrieve/${n}`),
  ...["answering/answer_turn", "models/generate/endpoint_generator", "models/generate/open_generators"],
];

const ALL = leaves(ragSchema() as Schema, "");

test("all keys are read by the code of ra rag", () => {
  const code = READERS.map((name) => readFileSync(join(root, `src/${name}.ts`), "utf8")).join("");
  // tests/sources/config.test.ts tests the version.
  const unread = ALL.filter((key) => key !== "version").filter((key) => {
    const last = key.slice(key.lastIndexOf(".") + 1).replace("[]", "");
    return !new RegExp(`\\b${last}\\b`).test(code);
  });
  assert.deepEqual(unread, []);
});
