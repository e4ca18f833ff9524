import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ComparisonReport, EvaluationReport } from "../../src/shapes/evaluation.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { quotes } from "../answering/quoting_model.ts";
import { refuses, type Reply, type ScriptedEndpoint, streams, withEndpoint } from "../answering/scripted_endpoint.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";
import { startRa } from "./running_ra.ts";

const FILES = {
  "docs/bm25.md": "# BM25\n\nUse the option bm25 false. The cosine alone then orders the rows.\n",
  "docs/reuse.md": "# Reuse\n\nUnchanged files keep their vectors. A changed model rebuilds all of them.\n",
  "docs/<b>.md": "# <script>alert(1)</script>\n\nA hostile page says </pre><script>alert(2)</script>.\n",
};
const SCENARIOS = `scenarios:
  - id: bm25
    question: How do I switch BM25 off?
    expect: {paths: [bm25.md], says: [bm25 false]}
  - id: reuse
    question: Which vectors are kept for unchanged files?
    expect: {sources: [docs], paths: ["docs:re*.md"], not_says: [zeppelin]}
  - id: nothing
    question: xylophones?
    expect: {no_answer: true}
`;

interface Evaluating {
  readonly folder: string;
  readonly endpoint: ScriptedEndpoint;
  ra(...args: readonly string[]): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>;
}

const withScenarios = (replies: readonly Reply[], use: (evaluating: Evaluating) => Promise<void>) =>
  withProject(FILES, (folder) =>
    withEndpoint(replies, async (endpoint) => {
      const home = join(folder, "no-home");
      for (const made of ["data", "index", "no-home"]) mkdirSync(join(folder, made), { recursive: true });
      writeFileSync(
        join(folder, "rag.yaml"),
        `version: 1
paths: {data_root: data, index_root: index}
sources: [{id: docs, path: docs, treat_as: headings}]
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 3, floor: 0.5}
generation: {model: m, base_url: "${endpoint.url}", retries: 0}
`,
      );
      writeFileSync(join(folder, "scenarios.yaml"), SCENARIOS);
      await installSmallModel(createDiskFileSystem(), home, "small");
      const indexed = runRa(["rag", "index"], { cwd: folder, home });
      assert.equal(indexed.code, 0, indexed.stderr);
      await use({
        ...{ folder, endpoint },
        async ra(...args) {
          const running = startRa(["rag", ...args], folder, { listens: true });
          const code = await running.closeInput();
          return { code, stdout: running.stdout(), stderr: running.stderr() };
        },
      });
    }));

const reportOf = (stdout: string): EvaluationReport => JSON.parse(stdout) as EvaluationReport;

test("scenarios that a quoting model answers pass, with what was found and cited", () =>
  withScenarios([quotes(1)], async ({ ra }) => {
    const { code, stdout, stderr } = await ra("eval", "scenarios.yaml", "--json");
    const { summary, scenarios, model, generation } = reportOf(stdout);
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(scenarios.map(({ id, passed, reasons }) => [id, passed, reasons]), [
      ["bm25", true, []],
      ["reuse", true, []],
      ["nothing", true, []],
    ]);
    const [first, , last] = scenarios;
    assert.deepEqual([first!.ndcg, first!.recall, first!.citation_precision, first!.citation_recall], [1, 1, 1, 1]);
    assert.deepEqual([last!.ndcg, last!.citation_recall, last!.answer?.finish], [null, null, "no_evidence"]);
    assert.deepEqual(first!.rows.map(({ path, expected, cited }) => [path, expected, cited])[0], [
      "bm25.md",
      true,
      true,
    ]);
    assert.deepEqual(first!.sentences, [
      { text: "The documents say “Use the option bm25 false.” [1].", citations: [1], problems: [] },
    ]);
    assert.deepEqual([summary.passed, summary.failed, summary.ndcg], [3, 0, 1]);
    assert.deepEqual(summary.tokens, { input: 24, output: 10 });
    assert.equal(model, "m");
    assert.match(generation!, /^[0-9a-f]+$/);
  }));

const FAULTS = [
  streams(["It is blue.\n\nThe rows are “ordered by moonlight” [1]. See more [9]."]),
  streams(["The zeppelin was sold [1]."]),
];

test("a failing scenario says why, and a page shows reviewers each citation", () =>
  withScenarios(FAULTS, async ({ ra, folder }) => {
    const { code, stdout } = await ra("eval", "scenarios.yaml", "--html", "report.html");
    assert.equal(code, 1);
    assert.match(stdout, /^FAIL .*bm25 {2}How do I switch BM25 off\?$/m);
    for (
      const reason of [
        'it does not say "bm25 false"',
        "it cites nothing for: It is blue.",
        "no passage that it cites says: ordered by moonlight",
        "no passage has the number: [9]",
        'it says "zeppelin"',
        "3 scenarios: 1 passed, 2 failed",
        "problems: 1 without a citation, 1 with an unknown one, 1 misquotation",
      ]
    ) assert.ok(stdout.includes(reason), `${reason} is not in:\n${stdout}`);
    const page = readFileSync(join(folder, "report.html"), "utf8");
    assert.match(page, /<title>1 of 3 scenarios passed<\/title>/);
    assert.match(page, /It is blue\. <b class="mark bad">no citation<\/b>/);
    assert.match(page, /\[9\] no such passage/);
    assert.match(
      page,
      /<details open><summary>\[1\] <code>docs:bm25\.md:1-3<\/code> BM25<\/summary><pre tabindex="0">Use the option/,
    );
    assert.doesNotMatch(page, /<script|<\/pre><script/);
  }));

test("a run stands beside an earlier one", () =>
  withScenarios([...FAULTS, quotes(1)], async ({ ra, folder }) => {
    const before = await ra("eval", "scenarios.yaml", "--json");
    writeFileSync(join(folder, "before.json"), before.stdout);
    writeFileSync(
      join(folder, "scenarios.yaml"),
      SCENARIOS.replace("id: nothing", "id: absent"),
    );
    const { code, stdout } = await ra(
      "eval",
      "scenarios.yaml",
      "--json",
      "--baseline",
      "before.json",
      "--html",
      "r.html",
    );
    assert.equal(code, 0);
    const { baseline } = reportOf(stdout);
    assert.deepEqual(baseline?.changes.map(({ id, change, passed }) => [id, change, passed]), [
      ["bm25", "fixed", false],
      ["reuse", "fixed", false],
      ["absent", "new", null],
      ["nothing", "gone", true],
    ]);
    assert.equal(baseline.at, reportOf(before.stdout).at);
    const page = readFileSync(join(folder, "r.html"), "utf8");
    assert.match(page, /<dt>Passed<\/dt><dd>3 of 3 <small>was 1<\/small>/);
    assert.match(page, /The answer of the earlier run<\/summary><div class="answer">The zeppelin was sold \[1\]\./);
    assert.match(page, /No longer there: nothing/);
    const text = await ra("eval", "scenarios.yaml", "--baseline", "before.json");
    assert.match(text.stdout, /fixed {2,}bm25/);
    const wrong = await ra("eval", "scenarios.yaml", "--baseline", "scenarios.yaml");
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /this is not JSON/);
  }));

test("a service that fails makes its scenario fail, and the others run", () =>
  withScenarios([refuses(500, "broken"), quotes(1)], async ({ ra }) => {
    const { code, stdout } = await ra("eval", "scenarios.yaml", "--json");
    assert.equal(code, 1);
    const { scenarios } = reportOf(stdout);
    assert.deepEqual(scenarios.map(({ passed }) => passed), [false, true, true]);
    assert.equal(scenarios[0]!.answer, null);
    assert.match(scenarios[0]!.reasons.join(), /broken/);
  }));

test("mistakes in a file of scenarios are all named, with their places", () =>
  withScenarios([quotes(1)], async ({ ra, folder, endpoint }) => {
    writeFileSync(
      join(folder, "scenarios.yaml"),
      "scenarios:\n  - {id: a, question: b, expect: {path: [x]}}\n  - {id: a, question: ''}\n" +
        "  - {id: c, question: d, expect: {no_answer: true, says: [e]}}\n",
    );
    const { code, stderr } = await ra("eval", "scenarios.yaml");
    assert.equal(code, 2);
    assert.match(stderr, /scenarios\.yaml:2:\d+: scenarios\[0\]\.expect\.path: unknown key \(did you mean paths\?\)/);
    assert.match(stderr, /scenarios\[1\]\.id: is that of scenarios\[0\] too/);
    assert.match(stderr, /scenarios\[1\]\.question: must not be empty/);
    assert.match(stderr, /scenarios\[2\]\.expect\.no_answer: expects no answer/);
    const missing = await ra("eval", "nowhere.yaml");
    assert.deepEqual([missing.code, endpoint.asked.length], [2, 0]);
    assert.match(missing.stderr, /there is no nowhere\.yaml/);
  }));

test("the model alone and with the documents, side by side", () =>
  withScenarios([streams(["I do not know rows."]), quotes(1)], async ({ ra, folder, endpoint }) => {
    writeFileSync(join(folder, "questions.txt"), "# about rows\n\nHow do I switch BM25 off?\n");
    const { code, stdout, stderr } = await ra("compare", "questions.txt");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^How do I switch BM25 off\?\n\nm alone, [\d.]+ s +│ {2}with the documents, [\d.]+ s$/m);
    assert.match(stdout, /^I do not know rows\. +│ {2}The documents say “Use/m);
    assert.equal(endpoint.asked[0]!.body.messages!.at(-1)!.content, "How do I switch BM25 off?");
    const json = await ra("compare", "scenarios.yaml", "--json");
    const { questions } = JSON.parse(json.stdout) as ComparisonReport;
    assert.deepEqual(questions.map(({ question }) => question), [
      "How do I switch BM25 off?",
      "Which vectors are kept for unchanged files?",
      "xylophones?",
    ]);
    assert.equal(questions[2]!.retrieved.finish, "no_evidence");
    writeFileSync(join(folder, "questions.txt"), "\n");
    assert.match((await ra("compare", "questions.txt")).stderr, /there is no question in the file/);
  }));
