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

const ALL = leaves(ragSchema() as Schema, "");

test("all keys are read by the code of ra rag", () => {
  const code = readFileSync(join(root, "src/sources/source_trees.ts"), "utf8") +
    ["crawl/crawl_site", "crawl/crawl_source", "crawl/page_text", "crawl/polite_client", "convert/convert_source"]
      .map((name) => readFileSync(join(root, `src/rag/${name}.ts`), "utf8")).join("") +
    [
      "sources/git_source",
      "sources/repository_files",
      "doctor",
      "config/rag_trust",
      "config/rag_config",
      "config/embedding_settings",
    ]
      .map((name) => readFileSync(join(root, `src/rag/${name}.ts`), "utf8")).join("") +
    ["index/index_report", "retrieve/retriever", "retrieve/retrieve_options", "retrieve/rerank_rows", "retrieve/corpus"]
      .concat(
        "retrieve/score_rows",
        "answer/answerer",
        "../answering/answer_turn",
        "../answering/generation/open_generators",
      )
      .concat("../answering/generation/endpoint_generator")
      .map((name) => readFileSync(join(root, `src/rag/${name}.ts`), "utf8")).join("");
  // tests/sources/config.test.ts tests the version.
  const unread = ALL.filter((key) => key !== "version").filter((key) => {
    const last = key.slice(key.lastIndexOf(".") + 1).replace("[]", "");
    return !new RegExp(`\\b${last}\\b`).test(code);
  });
  assert.deepEqual(unread, []);
});
