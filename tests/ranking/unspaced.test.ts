// Tests scripts that write without spaces between words (docs/ranking.md, "Text to terms" and "A word").
import assert from "node:assert/strict";
import { test } from "node:test";
import { snippetHtml } from "../../src/output/snippet_html.ts";
import { ALL, idsOf, openProject, searchOne } from "../workspace/project.ts";

const FILES = {
  "docs/zh-component.md": "# 组件基础\n\n组件允许我们将界面划分为独立的部分。创建一个组件很简单。\n",
  "docs/zh-route.md": "# 路由\n\n路由决定显示哪一页。\n",
  "docs/ja-component.md": "# コンポーネントの基礎\n\nコンポーネントを作るには、ファイルを一つ書きます。\n",
  "docs/ja-route.md": "# ルーティング\n\nルーターが表示するページを決めます。\n",
  "docs/ko-component.md": "# 컴포넌트 기초\n\n컴포넌트를 만들면 화면을 나눌 수 있습니다.\n",
  "docs/ko-route.md": "# 라우팅\n\n라우터는 페이지를 고릅니다.\n",
  "docs/th-install.md": "# การติดตั้ง\n\nติดตั้งโปรแกรมบนเครื่องของคุณ\n",
  "docs/th-route.md": "# เส้นทาง\n\nเลือกหน้าที่จะแสดง\n",
};

async function first(query: string): Promise<string | undefined> {
  const { workspace } = await openProject(FILES);
  return (await idsOf(workspace, query, ALL))[0]?.replace(/#.*/, "");
}

test("a question without spaces finds the page that has some of its words", async () => {
  assert.equal(await first("如何创建组件"), "docs:zh-component.md");
  assert.equal(await first("组件应该怎么写才好"), "docs:zh-component.md");
  assert.equal(await first("コンポーネントの作り方"), "docs:ja-component.md");
  assert.equal(await first("컴포넌트는 어떻게 만드나요"), "docs:ko-component.md");
  assert.equal(await first("อยากติดตั้งต้องทำยังไง"), "docs:th-install.md");
});

test("letters of several scripts in one word count each by itself", async () => {
  assert.equal(await first("Vue组件怎么创建"), "docs:zh-component.md");
});

test("a word with + is required whole, and so are the words of a group", async () => {
  const { workspace } = await openProject(FILES);
  assert.deepEqual(await idsOf(workspace, "+组件路由", ALL), []);
  assert.deepEqual(await idsOf(workspace, "(组件路由 页)", ALL), []);
  assert.equal((await idsOf(workspace, "+创建 组件", ALL))[0], "docs:zh-component.md#组件基础");
});

test("a result lacks a word only if it has no part of it", async () => {
  const { workspace } = await openProject(FILES);
  const { results } = await searchOne(workspace, "组件通信 路由", ALL);
  const missing = new Map(results.map(({ doc_id, missing }) => [doc_id, missing]));
  assert.deepEqual(missing.get("docs:zh-component.md"), ["路由"]);
  assert.deepEqual(missing.get("docs:zh-route.md"), ["组件通信"]);
});

test("the parts that stand in the text are marked", async () => {
  const { workspace } = await openProject(FILES);
  const { results } = await searchOne(workspace, "如何创建组件", ALL);
  assert.match(snippetHtml(results[0]!.snippet!), /<b>组件<\/b>.*<b>创建<\/b>/);
});

test("a word that nothing has names itself, not its parts", async () => {
  const { workspace } = await openProject(FILES);
  const { zero_hits } = await searchOne(workspace, "量子纠缠", ALL);
  assert.deepEqual(zero_hits!.terms.map(({ term }) => term), ["量子纠缠"]);
});
