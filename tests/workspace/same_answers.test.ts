// The same files give the same answers, with scores equal to the last bit, on every runtime, on every run, and whatever
// the history of the index. The expected answers lie in golden/same_answers.json; `RA_UPDATE_GOLDEN=1` rewrites them.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { SearchAnswer } from "../../src/shapes/search.ts";
import type { SearchOptions, Workspace } from "../../src/workspace.ts";
import { createFiles, type Files, openFiles, write } from "./project.ts";

const GOLDEN = "tests/workspace/golden/same_answers.json";

const CONFIG =
  '[tree.docs]\npath = "docs"\n\n[tree.notes]\npath = "notes"\ninclude = ["**/*"]\n\n[search]\nstemmer = "english"\n\n[search.synonyms]\ndelete = ["remove"]\n';

/** Odd text of every kind: composed and decomposed accents, CJK, camel case, code, emoji, right to left, ties. */
const CORPUS: Files = {
  "docs/guide.md":
    "---\ntags: [setup, api/v2]\nstatus: draft\n---\n# Guide\n\nHow to configure the client.\n\n## Retries\n\nFailed requests are retried with exponential backoff and jitter.\n\n### Limits\n\nFive retries, then `RetryLimitError`.\n\n## Removing things\n\nRemove a token before you delete its owner.\n",
  "docs/api/http.md":
    "---\ntags: [api]\nlang: en\n---\n# HTTP client\n\n## getUserById\n\n```ts\nconst user = await client.getUserById(42);\n```\n\n## parseHTTPResponse\n\nReads `XMLHttpRequest` bodies; snake_case_names and kebab-case-names, too.\n",
  "docs/api/errors.md":
    "# Errors\n\n## Timeouts\n\nA request times out after 30 s. Exponential backoff helps.\n\n## Backoff\n\nExponential backoff doubles the pause between retries.\n",
  "docs/日本語.md":
    "# 設定ガイド\n\n## 検索エンジン\n\n全文検索エンジンの設定方法を説明します。\n\n## インストール\n\nパッケージをインストールします。\n",
  "docs/中文.md": "# 搜索指南\n\n全文搜索引擎的配置方法。\n\n## 错误处理\n\n请求失败后重试。\n",
  "docs/한국어.md": "# 검색 안내\n\n검색 엔진을 설정하는 방법.\n",
  "docs/accents.md":
    "# Café naïve\n\nUne résumé du déjà vu; cafe\u0301 again, with a combining accent. Straße, İstanbul, ﬁne.\n\n## Ärger\n\nÜber Größen und Maße.\n",
  "docs/emoji.md": "# Party 🎉\n\n👩‍👩‍👧 family emoji beside backoff; شرح البحث; עברית.\n",
  "notes/todo.txt": "exponential backoff, jitter: look at configureClient()\n",
  "notes/same_a.txt": "twin text about walruses\n",
  "notes/same_b.txt": "twin text about walruses\n",
  "notes/code.py": "def exponential_backoff(attempt: int) -> float:\n    return 2 ** attempt\n",
};

const QUERIES: readonly (readonly [query: string | readonly string[], options?: SearchOptions])[] = [
  ["backoff"],
  ["configure client"],
  ["exponentail bakcoff"],
  ['"exponential backoff"'],
  ["how do I configure walruses when requests fail again"],
  ["delete token"],
  ["getUserById"],
  ["user id"],
  ["検索エンジン"],
  ["搜索"],
  ["검색"],
  ["café"],
  ["strasse OR größen"],
  ["walruses", { cutoffRatio: 0 }],
  ["tag:api backoff OR client"],
  ["path:api -timeouts retries"],
  ["tree:notes backoff"],
  ["backoff", { trees: ["docs"], aggregation: false, cutoffRatio: 0 }],
  ["backoff", { tags: ["api"], list: true }],
  [["retries", "検索", "walruses"]],
  [["retries", "emoji"], { groupBy: "query" }],
  ["backoff", { groupBy: "doc", facets: true }],
  ["snake_case_names"],
  ["title:backoff^3 exponential", { explain: true }],
  ["backoff", { maxTokens: 60 }],
];
const LIKE = ["docs:guide.md#retries", "docs:日本語.md", "notes/todo.txt"];

async function answersOf(workspace: Workspace): Promise<string> {
  const answers: { readonly asked: unknown; readonly answer: SearchAnswer }[] = [];
  for (const [query, options = {}] of QUERIES) {
    answers.push({ asked: [query, options], answer: await workspace.search(query, options) });
  }
  for (const what of LIKE) answers.push({ asked: ["likethis", what], answer: await workspace.likeThis(what) });
  // Times of files differ from run to run.
  return `${JSON.stringify(answers, (key, value: unknown) => (key === "modified" ? undefined : value), 1)}\n`;
}

async function answers(fs: MemoryFileSystem): Promise<string> {
  const { workspace } = await openFiles(fs);
  try {
    return await answersOf(workspace);
  } finally {
    workspace.close();
  }
}

const built = async (): Promise<string> => await answers(createFiles({ ".ra.toml": CONFIG, ...CORPUS }));

/** Shuffles by a number, the same on every runtime. */
function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  let state = seed;
  return values
    .map((value) => ({ value, key: state = (state * 48271) % 2147483647 }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

test("the same files give the committed answers, to the last bit", async () => {
  const actual = await built();
  if (process.env["RA_UPDATE_GOLDEN"] === "1") writeFileSync(GOLDEN, actual);
  assert.equal(actual, readFileSync(GOLDEN, "utf8"));
});

test("the same questions get the same answers again, from the same index and from a new one", async () => {
  const { workspace } = await openFiles(createFiles({ ".ra.toml": CONFIG, ...CORPUS }));
  const first = await answersOf(workspace);
  assert.equal(await answersOf(workspace), first);
  workspace.close();
  assert.equal(await built(), first);
});

for (const seed of [11, 4242, 90210]) {
  test(`an index of files added in another order, with edits and a removal, answers like a new one (${seed})`, async () => {
    const fs = createFiles({
      ".ra.toml": CONFIG,
      "docs/gone.md": "# Gone\n\nexponential backoff, walruses\n",
      "notes/x.txt": "x\n",
    });
    const { workspace } = await openFiles(fs);
    const order = shuffled(Object.entries(CORPUS), seed);
    for (const [at, [path, content]] of order.entries()) {
      write(fs, path, at % 3 === 0 ? "# Draft\n\nexponential backoff of walruses\n" : (content as string));
      if (at % 2 === 0) await workspace.search("backoff");
    }
    for (const [path, content] of order) write(fs, path, content as string);
    fs.removeFile("/project/docs/gone.md");
    fs.removeFile("/project/notes/x.txt");
    assert.equal(await answersOf(workspace), await built());
    workspace.close();
  });
}
