// Tests of Chinese queries that are typed in another script than the pages have.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bestLetters, type LetterPiece } from "../../src/search/retrieval/chinese_letters.ts";
import { chineseScripts } from "../../src/text/chinese_scripts.ts";
import { idsOf, openProject, searchOne } from "./project.ts";

const TRADITIONAL = {
  "docs/install.md": "# 安裝指南\n\n本章說明如何安裝軟體套件。\n",
  "docs/release.md": "# 發佈版本\n\n發佈之前,先檢查設定檔。然後設定後臺服務。\n",
  "docs/hair.md": "# 理髮\n\n在理髮店剪頭髮。\n",
  "docs/inside.md": "# 目錄\n\n目錄裡面有三個檔案,距離五公里。\n",
};
const SIMPLIFIED = {
  "docs/install.md": "# 安装指南\n\n本章说明如何安装软件。\n",
  "docs/release.md": "# 发布版本\n\n发布之前,先检查设定。然后设定后台服务。\n",
  "docs/hair.md": "# 理发\n\n在理发店剪头发。\n",
  "docs/inside.md": "# 目录\n\n目录里面有三个文件,距离五公里。\n",
};

const CASES: readonly (readonly [simplified: string, traditional: string, page: string])[] = [
  ["安装指南", "安裝指南", "install"],
  ["如何安装", "如何安裝", "install"],
  ["+安装", "+安裝", "install"],
  ["安装^2", "安裝^2", "install"],
  ["安装 OR 卸载", "安裝 OR 卸載", "install"],
  ["(安装 指南)", "(安裝 指南)", "install"],
  ["发布版本", "發佈版本", "release"],
  ["然后", "然後", "release"],
  ["后台服务", "後臺服務", "release"],
  ["理发", "理髮", "hair"],
  ["头发", "頭髮", "hair"],
  ["里面", "裡面", "inside"],
  ["公里", "公里", "inside"],
  ["录", "錄", "inside"],
];

test("a query in one Chinese script finds the pages of the other", async () => {
  const [traditional, simplified] = [await openProject(TRADITIONAL), await openProject(SIMPLIFIED)];
  for (const [cn, tw, page] of CASES) {
    for (const [workspace, query] of [[traditional.workspace, cn], [simplified.workspace, tw]] as const) {
      const [first] = await idsOf(workspace, query);
      assert.equal(first?.split("#")[0], `docs:${page}.md`, query);
    }
  }
});

test("the answer is the one to the query in the letters of the pages", async () => {
  const { workspace } = await openProject(TRADITIONAL);
  for (const [cn, tw] of CASES.filter(([cn]) => /^\p{Script=Han}+$/u.test(cn))) {
    assert.deepEqual((await searchOne(workspace, cn)).results, (await searchOne(workspace, tw)).results, cn);
  }
});

test("explain names the letters that were looked for, and they are marked", async () => {
  const { workspace } = await openProject(TRADITIONAL);
  const { results: [result], explain } = await searchOne(workspace, "安装", { explain: true, aggregation: false });
  assert.deepEqual(explain?.results[0]?.clauses.map(({ word }) => word), ["安裝"]);
  const bytes = new TextEncoder().encode(result!.content);
  const marked = result!.match_ranges!.map(({ start, end }) => new TextDecoder().decode(bytes.slice(start, end)));
  assert.deepEqual([...new Set(marked)], ["安裝"]);
});

test("what is still being typed finds the other script, too", async () => {
  const { workspace } = await openProject(TRADITIONAL);
  for (const query of ["安装", "安装指", "软体套"]) {
    const { results: [first] } = await searchOne(workspace, query, { prefix: true });
    assert.equal(first?.doc_id, "docs:install.md", query);
  }
});

test("letters that the index has stay as typed, in an index of both scripts too", async () => {
  const { workspace } = await openProject({
    "docs/cn.md": "# 安装\n\n安装软件。\n",
    "docs/tw.md": "# 安裝\n\n安裝軟體。\n",
  });
  assert.deepEqual(await idsOf(workspace, "安装"), ["docs:cn.md"]);
  assert.deepEqual(await idsOf(workspace, "安裝"), ["docs:tw.md"]);
  assert.deepEqual(await idsOf(workspace, "软体"), ["docs:tw.md"]);
});

test("Japanese, phrases, negations, fields and beginnings of words mean what they say", async () => {
  const { workspace } = await openProject(TRADITIONAL);
  for (const query of ["安装のガイド", '"安装"', "title:安装", "安装*"]) {
    assert.ok(!(await idsOf(workspace, query)).includes("docs:install.md"), query);
  }
  assert.deepEqual(await idsOf(workspace, "指南 -安装"), await idsOf(workspace, "指南"));
  const japanese = await openProject({ "docs/ja.md": "# 設定画面\n\n画面の体験と図表の作成。\n" });
  for (const query of ["設定画面", "体験", "図表作成"]) {
    assert.deepEqual(await idsOf(japanese.workspace, query), ["docs:ja.md"], query);
  }
});

test("chineseScripts() knows the letters of both directions", async () => {
  const lettersOf = await chineseScripts();
  assert.deepEqual(lettersOf("裝"), ["装"]);
  for (
    const [letter, others] of [["发", "發髮"], ["后", "後"], ["里", "裡裏"], ["台", "臺"], ["干", "乾幹"]] as const
  ) {
    assert.ok([...others].every((other) => lettersOf(letter).includes(other)), letter);
  }
  assert.deepEqual(lettersOf("a"), []);
});

test("property: bestLetters() finds the best of all ways", () => {
  const letters = fc.array(fc.uniqueArray(fc.constantFrom(..."abcd"), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  });
  const df = fc.dictionary(fc.stringMatching(/^[a-d]{1,2}$/), fc.integer({ min: 0, max: 4 }));
  fc.assert(fc.property(letters, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }), df, (choices, taken, df) => {
    const pieces = choices.flatMap((_, at): LetterPiece[] => [
      ...taken[at] === true && at + 1 < choices.length ? [{ at, count: 2 as const }] : [],
      ...taken[at + 5] === true ? [{ at, count: 1 as const }] : [],
    ]);
    const dfOf = (word: string): number => df[word] ?? 0;
    const worth = (way: readonly string[]): readonly number[] => {
      const found = pieces.map(({ at, count }) => dfOf(way.slice(at, at + count).join("")));
      const kept = way.filter((letter, at) => letter === choices[at]![0]).length;
      return [found.filter((df) => df > 0).length, found.reduce((sum, df) => sum + df, 0), kept];
    };
    const all = choices.reduce<readonly (readonly string[])[]>(
      (ways, letters) => ways.flatMap((way) => letters.map((letter) => [...way, letter])),
      [[]],
    );
    const order = (a: readonly number[], b: readonly number[]): number =>
      b.map((value, at) => value - a[at]!).find((difference) => difference !== 0) ?? 0;
    const [highest] = all.map(worth).sort(order);
    assert.deepEqual(worth(bestLetters(choices, pieces, dfOf)), highest);
  }));
});
