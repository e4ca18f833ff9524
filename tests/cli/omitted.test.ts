// What ra leaves out of documents is counted where the user looks, and shown line by line on request.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { CheckReport, StatusReport, UpdateReport } from "../../src/shapes/reports.ts";
import type { InspectReport } from "../../src/shapes/inspection.ts";
import type { RagRunReport, RagStatusReport } from "../../src/shapes/rag.ts";
import { pdf } from "../documents/sample_files.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

// The command on Deno may not start the process of the converters.
const IS_DENO = process.versions["deno"] !== undefined;

const body = (page: number): readonly (readonly [number, string])[] => [
  [8, "Handbook of the pump"],
  [30, " "],
  ...Array.from(
    { length: 30 },
    (_, line) => [10, `Sentence ${line} of part ${page} says word${page}x${line}.`] as const,
  ),
];
const FILES = {
  ".ra.toml": '[tree.docs]\npath = "docs"\ninclude = ["**/*.{md,html,pdf}"]\n',
  "docs/note.md": "# Note\n\nNothing is left out here.\n",
  "docs/page.html":
    "<html><head><title>Page</title></head><body><nav><a href='/'>Start menu</a></nav><main><h1>Page</h1>" +
    `<p>${"The page has a long text about the valve. ".repeat(20)}</p></main></body></html>`,
};

function json<T>(cwd: string, ...args: readonly string[]): T {
  return JSON.parse(runRa([...args, "--json"], { cwd }).stdout) as T;
}

test("update, status and check count what documents leave out, and inspect shows it", () =>
  withProject(FILES, (cwd) => {
    const update = json<UpdateReport>(cwd, "update");
    assert.deepEqual(update.omitted, [{ kind: "page-frame", count: 1, files: 1 }]);
    const { trees: [docs], warnings } = json<StatusReport>(cwd, "status");
    assert.deepEqual(docs!.omitted, update.omitted);
    assert.deepEqual(warnings, []);
    const { issues } = json<CheckReport>(cwd, "check");
    assert.deepEqual(
      issues.filter(({ code }) => code === "text-omitted").map(({ level, message }) => [level, message]),
      [
        ["note", "left out of documents: 1 line of the page's frame in 1 document (`ra inspect doc FILE` shows them)"],
      ],
    );
    assert.equal(runRa(["check"], { cwd }).code, 0);
    const page = json<InspectReport>(cwd, "inspect", "doc", "docs/page.html");
    assert.deepEqual(page.omitted, [{ kind: "page-frame", count: 1, lines: ["Start menu"] }]);
    assert.deepEqual(page.warnings.map(({ code }) => code), ["text-omitted"]);
    const note = json<InspectReport>(cwd, "inspect", "doc", "docs/note.md");
    assert.deepEqual([note.omitted, note.warnings], [undefined, []]);
    const { stdout } = runRa(["inspect", "doc", "docs/page.html"], { cwd });
    assert.match(stdout, /^Left out: 1 line of the page's frame\n {2}Start menu\n/m);
    assert.match(
      runRa(["status"], { cwd }).stdout,
      /\nLeft out of documents\n {2}docs: 1 line of the page's frame in 1/,
    );
    // What an update does not read again stays known.
    writeFileSync(join(cwd, "docs/note.md"), "# Note\n\nAnother text.\n");
    runRa(["search", "another"], { cwd });
    assert.deepEqual((json<StatusReport>(cwd, "status")).trees[0]!.omitted, update.omitted);
  }));

test(
  "ra rag convert and ra rag status count what the texts of documents leave out",
  { skip: IS_DENO },
  () =>
    withProject({
      "rag.yaml":
        "version: 1\npaths: {data_root: data, index_root: index}\nconvert_docs:\n  - {id: manuals, input: docs}\n" +
        "indexing: {max_tokens_per_chunk: 256}\nembedding: {model: small}\nretrieval: {initial_k: 50, final_k: 4}\n",
      "docs/page.html": FILES["docs/page.html"],
      "docs/manual.pdf": pdf([1, 2, 3, 4].map(body)),
    }, (cwd) => {
      for (const made of ["data", "index"]) mkdirSync(join(cwd, made));
      for (const state of ["changed", "unchanged"]) {
        const { sources: [run] } = json<RagRunReport>(cwd, "rag", "convert");
        assert.equal(run!.state, state);
        assert.deepEqual(run!.omitted, [
          { kind: "running-head", count: 3, files: 1 },
          { kind: "page-frame", count: 1, files: 1 },
        ]);
      }
      assert.match(
        runRa(["rag", "convert"], { cwd }).stdout,
        /left out of documents: 3 running heads in 1 document, 1 line of the page's frame in 1 document/,
      );
      const { sources: [status] } = json<RagStatusReport>(cwd, "rag", "status");
      assert.deepEqual(status!.omitted?.map(({ kind }) => kind), ["running-head", "page-frame"]);
    }),
);
