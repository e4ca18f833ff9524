/** Tries any text as a query. */
import assert from "node:assert/strict";
import { RaError } from "../../src/errors.ts";
import type { Workspace } from "../../src/workspace.ts";
import { createFiles, marked, openFiles } from "../../tests/workspace/project.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const PIECES = [
  " ",
  " ",
  " ",
  "alpha",
  "beta",
  "gamma delta",
  "the",
  "how do i",
  "getUserName",
  "user_id",
  "std::vec",
  "https://x.y/z",
  "中文",
  "é",
  "İ",
  "ß",
  '"',
  '"alpha beta"',
  '\\"',
  "(",
  ")",
  " OR ",
  " AND ",
  "-",
  "--",
  "^",
  "^2",
  "^-1",
  "^1e99",
  ":",
  "*",
  "~",
  "\\",
  "title:",
  "tags:",
  "path:docs/",
  "body:",
  "tree:docs",
  "tag:a",
  "meta.x:",
  "lang:en",
  "modified:>2026-01-01",
  "modified:",
  "nofield:",
  "\0",
  "\n",
  "\uFEFF",
  "\u202e",
  "👩‍👩‍👧",
  "a".repeat(300),
  "1.0.21",
  "C++",
  "foo.bar()",
];
const FILES = {
  ".ra.toml":
    '[tree.docs]\npath = "docs"\n[search]\nfuzzy_distance = 2\n[search.synonyms]\nalpha = ["beta gamma", "delta"]\n',
  "docs/a.md":
    "---\ntags: [a, b/c]\nlang: en\nx: 1\n---\n# Alpha beta\ngamma delta getUserName std::vec\n## Beta\nalpha user_id 1.0.21 中文字\n",
  "docs/b.md": "# Gamma\n\nbeta alpha the é İ ß C++\n## Über\n\ndelta\n",
};

let opened: Promise<Workspace> | undefined;

export const queryTarget: Target = {
  name: "query",
  inputs: soup(PIECES, 20),
  async check(input) {
    const query = new TextDecoder().decode(input);
    const workspace = await (opened ??= openFiles(createFiles(FILES)).then((project) => project.workspace));
    for (
      const options of [{}, { explain: true, facets: true, groupBy: "query", maxTokens: 50 }, {
        aggregation: false,
        cutoffRatio: 0,
        match: "all",
        groupBy: "doc",
        sort: "path",
      }, { takeLiterally: true }] as const
    ) {
      try {
        const { queries } = await workspace.search(query, options);
        for (const result of queries.flatMap(({ results }) => results)) {
          assert.ok(Number.isFinite(result.score) && result.score! >= 0, `${result.id} scores ${result.score}`);
          marked(result);
        }
        JSON.stringify(queries);
      } catch (error) {
        assert.ok(
          error instanceof RaError && ["query-syntax", "query-empty", "unknown-tree"].includes(error.code),
          String((error as Error).stack),
        );
        assert.ok(error.column === undefined || error.column >= 1, String(error.column));
      }
    }
  },
};
