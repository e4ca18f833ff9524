import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Tiktoken } from "js-tiktoken/lite";
import ranks from "js-tiktoken/ranks/cl100k_base";
import { estimateTokens } from "../../../src/search/retrieval/token_estimate.ts";

const encoding = new Tiktoken(ranks);
const tokens = (text: string): number => encoding.encode(text, [], []).length;

test("estimateTokens() is never lower than the tokens of ra's own documents, and at most half as much again", () => {
  for (const name of readdirSync("docs").filter((file) => file.endsWith(".md"))) {
    const text = readFileSync(`docs/${name}`, "utf8");
    const [estimated, real] = [estimateTokens(text), tokens(text)];
    assert.ok(estimated >= real && estimated <= 1.6 * real, `${name}: ${estimated} for ${real}`);
  }
});

test("estimateTokens() is not too low for other languages, code and tables", () => {
  const texts = [
    "Die Heizung muß vor der Überprüfung abgekühlt sein; Größe und Gewicht stehen auf dem Typenschild.",
    "Перед проверкой прибор должен остыть. Размер и вес указаны на табличке.",
    "検査の前に装置を冷却してください。寸法と重量は銘板に記載されています。",
    "检查之前必须让设备冷却。尺寸和重量标在铭牌上。",
    "검사하기 전에 장치를 식혀야 합니다.",
    "| a | b |\n|---|---|\n| 1.25 | 0x7fff |\n",
    "if (a !== b) {\n    return c?.[d] ?? `${e}`;\n}\n",
  ];
  for (const text of texts) {
    assert.ok(estimateTokens(text) >= tokens(text), `${text}: ${estimateTokens(text)} ${tokens(text)}`);
  }
});
