// examples/rag/chat.yaml and scenarios.yaml work: as they stand, but for addresses that lead to this machine.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import type { CitedAnswer } from "../../src/shapes/answering.ts";
import type { EvaluationReport } from "../../src/shapes/evaluation.ts";
import type { RagRetrieveAnswer } from "../../src/shapes/passages.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { quotes } from "../answering/quoting_model.ts";
import { withEndpoint } from "../answering/scripted_endpoint.ts";
import { docx, paragraph } from "../documents/sample_files.ts";
import { writeIn } from "../host/git_repository.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { withProject } from "./project.ts";
import { root } from "./run_ra.ts";
import { startRa } from "./running_ra.ts";

// Deno's commands run with few permissions, and none of them is for the converters' processes.
const skip = process.versions["deno"] !== undefined;
const example = (name: string): string => readFileSync(join(root, "examples/rag", name), "utf8");

type Ask = (
  ...args: readonly string[]
) => Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>;

/** The example over ra's own documentation, a letter and a web site. */
async function withExample(use: (ra: Ask, folder: string) => Promise<void>): Promise<void> {
  const site = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(
      "<title>Lever</title><main><h1>Lever</h1>Purple.</main>",
    )
  );
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    await withProject({}, (folder) =>
      withEndpoint([quotes(3)], async (endpoint) => {
        for (const made of ["rag/data", "rag/index", "docs", "manuals"]) {
          mkdirSync(join(folder, made), { recursive: true });
        }
        for (const name of readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"))) {
          cpSync(join(root, "docs", name), join(folder, "docs", name));
        }
        writeIn(folder, "manuals/letter.docx", docx(paragraph("Letter", "Heading1") + paragraph("A purple letter.")));
        const yaml = example("chat.yaml").replace("https://docs.example.com", `http://${host}`)
          .replace("    depth: 2\n", `    depth: 2\n    allow_private: ["${host}"]\n`)
          .replace("http://localhost:11434/v1", endpoint.url);
        writeFileSync(join(folder, "rag.yaml"), yaml);
        writeFileSync(join(folder, "scenarios.yaml"), example("scenarios.yaml"));
        await installSmallModel(createDiskFileSystem(), join(folder, "no-home"), "minilm");
        const ra: Ask = async (...args) => {
          const running = startRa(["--trust", "rag", ...args], folder, { listens: true });
          const code = await running.closeInput();
          return { code, stdout: running.stdout(), stderr: running.stderr() };
        };
        for (const verb of ["ingest", "index"]) {
          const { code, stderr } = await ra(verb);
          assert.equal(code, 0, stderr);
        }
        await use(ra, folder);
      }));
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

const QUESTIONS = [
  ["How do attachments bypass the stored index?", "attachments.md"],
  ["What triggers incremental reuse vs rebuild?", "incremental-indexing.md"],
  ["Which chunking strategy is used for code vs prose?", "chunking.md"],
  ["How do I disable BM25 and rely on embeddings only?", "hybrid-retrieval.md"],
] as const;

test(
  "the example of answers passes its scenarios, and strictly answers each question from the expected page",
  { skip },
  () =>
    withExample(async (ra, folder) => {
      const run = await ra("eval", "scenarios.yaml", "--json", "--html", "report.html");
      const { scenarios, summary } = JSON.parse(run.stdout) as EvaluationReport;
      assert.deepEqual(scenarios.flatMap(({ reasons }) => reasons), []);
      assert.equal(run.code, 0, run.stderr);
      assert.deepEqual(scenarios.map(({ question }) => question), QUESTIONS.map(([question]) => question));
      assert.deepEqual([summary.recall, summary.citation_recall], [1, 1]);
      assert.match(readFileSync(join(folder, "report.html"), "utf8"), /All 4 scenarios passed/);
      for (const [question, path] of QUESTIONS) {
        const { results } = JSON.parse((await ra("retrieve", "--json", question)).stdout) as RagRetrieveAnswer;
        assert.ok(results.slice(0, 3).some((row) => row.path === path), question);
        const strict = await ra("chat", "--strict", "--json", question);
        assert.equal(strict.code, 0, strict.stdout);
        const { citations, problems } = JSON.parse(strict.stdout) as CitedAnswer;
        assert.deepEqual(problems, []);
        assert.ok(citations.some((citation) => citation.path === path), question);
      }
      const all = JSON.parse((await ra("retrieve", "--json", "purple")).stdout) as RagRetrieveAnswer;
      assert.deepEqual([...new Set(all.results.map(({ source_type }) => source_type))].sort(), [
        "document",
        "local",
        "web",
      ]);
    }),
);
