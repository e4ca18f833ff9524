// The page of `ra rag eval` in a real browser.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { EvaluationReport, ScenarioResult } from "../../../src/shapes/evaluation.ts";
import { evaluationPage } from "../../../src/output/html/evaluation_page.ts";
import { axe, browserTest, keepPicture, openBrowser, seriousProblems } from "./browser.ts";

const MEASURES = { ndcg: 1, recall: 1, citation_precision: 0.5, citation_recall: 1 };
const ROW = {
  ...{ rank: 1, id: "docs:a.md#a", source_id: "docs", path: "a.md", start_line: 1, end_line: 9, page: 3, title: "A" },
  ...{ score: 0.5, expected: true, cited: true, content: "The lever is purple.\n".repeat(30) },
};
const scenario = (id: string, passed: boolean): ScenarioResult => ({
  ...{
    id,
    passed,
    ...MEASURES,
    question: `What is ${id}?`,
    reasons: passed ? [] : ["it cites nothing for: It is blue."],
  },
  rows: [ROW, { ...ROW, rank: 2, id: "docs:b.md#b", path: `${"long/".repeat(40)}b.md`, cited: false, expected: false }],
  sentences: [
    { text: "The lever is purple [1].", citations: [1], problems: [] },
    { text: "It is blue. <img src=x onerror=alert(1)>", citations: [], problems: ["uncited"] },
    { text: "See [7].", citations: [7], problems: ["unknown_citation"] },
  ],
  answer: {
    ...{
      question: id,
      searched: [id],
      lists: ["words"],
      answer: "The lever is purple [1].\n\nIt is blue. <img src=x onerror=alert(1)>\n\nSee [7].",
    },
    ...{ citations: [], problems: [], left_out: { passages: [], turns: 0 }, model: "m", provider: "openai" },
    ...{ tokens: { input: 100, output: 9 }, finish: "stop" },
  },
  seconds: 1.2,
});
const SUMMARY = {
  ...{ passed: 1, failed: 1, ...MEASURES, problems: { uncited: 1, unknown_citation: 1, misquote: 0 } },
  ...{ tokens: { input: 200, output: 18 }, seconds: 2.4 },
};
const REPORT: EvaluationReport = {
  ...{ at: "2026-01-02T00:00:00Z", config: "rag.yaml", file: "scenarios.yaml", model: "m", embedding_model: "small" },
  ...{ reranker: null, generation: "0123456789abcdef", summary: SUMMARY },
  scenarios: [scenario("good", true), scenario("bad", false)],
  baseline: {
    at: "2026-01-01T00:00:00Z",
    summary: { ...SUMMARY, passed: 2, failed: 0 },
    changes: [
      { id: "good", change: "same", passed: true, ...MEASURES, answer: "The lever is purple [1]." },
      { id: "bad", change: "broken", passed: true, ...MEASURES, citation_recall: 0.25, answer: "It was right [1]." },
    ],
  },
};

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `the page shows failures first, and each citation open beside its sentence, in ${colorScheme} colours`,
    browserTest,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "ra-evaluation-"));
      const browser = await openBrowser();
      try {
        const file = join(folder, "report.html");
        writeFileSync(file, evaluationPage(REPORT));
        const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 } });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on("console", (message) => complaints.push(message.text()));
        page.on("dialog", (dialog) => {
          complaints.push(dialog.message());
          void dialog.dismiss();
        });
        page.on("request", (request) => {
          if (request.url() !== pathToFileURL(file).href) complaints.push(request.url());
        });
        await page.goto(pathToFileURL(file).href);
        assert.equal(await page.title(), "1 of 2 scenarios passed");
        assert.deepEqual(await page.locator("article h2").allInnerTexts(), ["FAIL bad broken", "PASS good"]);
        assert.match(await page.locator("article.failed .reasons").innerText(), /it cites nothing for: It is blue\./);
        assert.match(await page.locator("article.failed .measures").innerText(), /Citation recall 1\.00 was 0\.25/);
        const [sentence, passage] = [
          page.locator("article.failed tr").first().locator("td"),
          page.locator("article.failed tr pre"),
        ];
        const [left, right] = [await sentence.first().boundingBox(), await passage.first().boundingBox()];
        assert.ok(right!.x >= left!.x + left!.width - 1, "the passage stands beside its sentence");
        assert.ok(right!.height > 20 && right!.height < 300, "it is open, and does not fill the window");
        assert.equal(await page.locator("img").count(), 0);
        assert.ok(await page.locator("article.failed").getByText("no such passage").first().isVisible());
        const earlier = page.locator("article.failed .earlier");
        await earlier.locator("summary").click();
        assert.ok(await earlier.getByText("It was right [1].").isVisible());
        await page.locator("nav").getByText("good").click();
        assert.match(page.url(), /#scenario-good$/);
        for (const width of [1280, 600, 360]) {
          await page.setViewportSize({ width, height: 900 });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${wide} pixels in a window of ${width}`);
        }
        await keepPicture(page, `evaluation-${colorScheme}`);
        assert.deepEqual(complaints, []);
        // The page allows no script, so axe looks at one that does.
        await page.setContent(evaluationPage(REPORT).replace(/<meta http-equiv.*>/, ""));
        await page.evaluate(axe());
        assert.deepEqual(await seriousProblems(page), []);
      } finally {
        await browser.close();
        rmSync(folder, { recursive: true });
      }
    },
  );
}
