// Every key of rag.yaml is used.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PAGE, ragYamlPage } from "../../scripts/rag_yaml_page.ts";
import { keyAt } from "../../src/config/keys.ts";
import { ragSchema } from "../../src/sources/config/schema.ts";
import { root } from "../cli/run_ra.ts";

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly description?: string;
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

test("the committed page of keys is that of the schema, and says what each key means", () => {
  assert.equal(readFileSync(join(root, PAGE), "utf8"), ragYamlPage());
  assert.doesNotMatch(ragYamlPage(), /\| {2}\|$/m);
});

test("`embedding` and `generation` say of a key what .ra.toml says", () => {
  const { properties } = ragSchema() as { properties: Readonly<Record<string, Schema>> };
  for (const [section, table] of [["embedding", "semantic"], ["generation", "generation"]] as const) {
    const own = Object.entries(properties[section]!.properties!);
    const same = own.filter(([key, value]) => keyAt(`${table}.${key}`)?.meaning === value.description);
    assert.ok(own.length >= 9 && same.length >= own.length - 2, section);
  }
});
