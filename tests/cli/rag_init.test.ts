// `ra rag init`: what it writes for the folder at hand, and what is no document of its index.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { docx, paragraph, pdf } from "../documents/sample_files.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { type Files, withProject } from "./project.ts";
import { root, type Run, runRa } from "./run_ra.ts";

// Deno's commands run with few permissions, and none of them starts converters.
const IS_DENO = process.versions["deno"] !== undefined;

async function withFolder(
  files: Files,
  work: (ra: (...args: readonly string[]) => Run, folder: string, home: string) => void | Promise<void>,
): Promise<void> {
  await withProject({}, async (directory) => {
    // As on a user's machine, the home directory lies outside the folder.
    const [folder, home] = [join(directory, "work"), join(directory, "home")];
    for (const one of [folder, home]) mkdirSync(one);
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    await work((...args) => runRa(args, { cwd: folder, home }), folder, home);
  });
}

const LEASE = pdf([[[12, "The lease ends in May."]]]);
const MINUTES = docx(paragraph("The minutes name a chair."));
const NOTES = "# Notes\n\nThe gate code is 4711.\n";
const next = ({ stdout }: Run): string => /next: {2}(.*)\n/.exec(stdout)![1]!;
const found = (run: Run): readonly string[] => {
  const { results } = JSON.parse(run.stdout) as { results: { path: string }[] };
  return [...new Set(results.map(({ path }) => path))].sort();
};

test("the next command is that of the first answer, with the model where it is missing", () =>
  withFolder({ "docs/notes.md": NOTES }, async (ra, _, home) => {
    const page = readFileSync(join(root, "docs/first-answer.md"), "utf8");
    assert.match(page, /\nra model add minilm\nra rag init\nra rag index\nra rag chat /);
    assert.equal(next(ra("rag", "init")), "ra model add minilm; ra rag index");
    await installSmallModel(createDiskFileSystem(), home, "minilm");
    const again = ra("rag", "init", "--force");
    assert.equal(next(again), "ra rag index");
    assert.match(again.stdout, /^replaced rag\.yaml\nmade rag\/data\nmade rag\/index\nedit the sources there; next:/);
    assert.equal(ra("rag", "index").code, 0);
    assert.match(
      ra("rag", "chat", "gate code?").stdout,
      /The gate code is 4711\. \[1\]\n\n\[1\] here:notes\.md:1-3 Notes\n/,
    );
  }));

test("rag.yaml and the folders of ra are no documents of the index, unless a source names them", () =>
  withFolder(
    { "notes.md": NOTES, "sub/rag.yaml": "gate: other\n", "rag/plan.md": "# Plan\n\nA gate.\n" },
    async (ra, folder, home) => {
      await installSmallModel(createDiskFileSystem(), home, "minilm");
      ra("rag", "init");
      assert.equal(ra("rag", "index").code, 0);
      const paths = (): readonly string[] => found(ra("rag", "retrieve", "--json", "gate code minilm version"));
      assert.deepEqual(paths(), ["notes.md", "rag/plan.md", "sub/rag.yaml"]);
      writeFileSync(join(folder, "rag/data/own.md"), "# Own\n\nA gate.\n");
      writeFileSync(join(folder, ".ra.toml"), "gate = 1\n");
      const yaml = readFileSync(join(folder, "rag.yaml"), "utf8");
      const write = (source: string): void =>
        writeFileSync(join(folder, "rag.yaml"), yaml.replace(/ {4}path: \.\n/, `    ${source}\n`));
      for (
        const [source, expected] of [
          ["path: .", ["notes.md", "rag/plan.md", "sub/rag.yaml"]],
          ['globs: ["*.yaml", "**/*.md"]', ["notes.md", "rag/plan.md"]],
          ['globs: ["rag.yaml", "notes.md"]', ["notes.md", "rag.yaml"]],
          ["path: rag", ["plan.md"]],
          ["path: .ra.toml", [".ra.toml"]],
        ] as const
      ) {
        write(source);
        assert.equal(ra("rag", "index").code, 0);
        assert.deepEqual(paths(), expected, source);
      }
    },
  ));

test(
  "PDF and Office files are taken where ra-documents is installed",
  { skip: IS_DENO },
  () =>
    withFolder(
      { "notes.md": NOTES, "lease.pdf": LEASE, "old/minutes.docx": MINUTES, "logo.png": "x" },
      async (ra, _, home) => {
        await installSmallModel(createDiskFileSystem(), home, "minilm");
        const first = ra("rag", "init");
        assert.match(first.stdout, /^convert_docs takes 2 documents \(docx, pdf\)$/m);
        assert.equal(next(first), "ra rag ingest; ra rag index");
        assert.equal(ra("rag", "ingest").code, 0);
        assert.equal(ra("rag", "index").code, 0);
        assert.deepEqual(found(ra("rag", "retrieve", "--json", "lease minutes gate")), [
          "lease.pdf",
          "notes.md",
          "old/minutes.docx",
        ]);
        const again = ra("rag", "ingest");
        assert.equal(again.code, 0);
        assert.match(
          again.stdout,
          /^documents {2}convert {2}unchanged {2}2 files, 0 converted, 2 unchanged, 0 failed/m,
        );
      },
    ),
);

test("without ra-documents, PDF and Office files are named with the command that installs it", () =>
  withFolder({ "notes.md": NOTES, "lease.pdf": LEASE, "minutes.docx": MINUTES }, (ra, folder, home) => {
    // ra takes what lies there for the package, and finds nothing in it.
    const installed = join(home, ".local/share/ra/node_modules/ra-documents");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, "package.json"), "{}");
    const run = ra("rag", "init");
    assert.match(
      run.stdout,
      /^2 documents \(docx, pdf\) left out: to read them, npm install -g ra-documents, then ra rag init --force$/m,
    );
    assert.equal(next(run), "ra model add minilm; ra rag index");
    assert.match(
      readFileSync(join(folder, "rag.yaml"), "utf8"),
      /^# convert_docs:\n# {3}- id: documents\n# {5}input: \.\n/m,
    );
    const report = JSON.parse(ra("rag", "init", "--force", "--json").stdout) as { documents: unknown };
    assert.deepEqual(report.documents, { files: 2, extensions: ["docx", "pdf"], taken: false });
  }));

test(
  "documents are looked for where the source is, and a folder of nothing else works too",
  { skip: IS_DENO },
  () =>
    withFolder({ "docs/lease.pdf": LEASE, "tests/other.pdf": LEASE }, async (ra, folder, home) => {
      await installSmallModel(createDiskFileSystem(), home, "minilm");
      assert.match(ra("rag", "init").stdout, /^convert_docs takes 1 document \(pdf\)$/m);
      assert.match(
        readFileSync(join(folder, "rag.yaml"), "utf8"),
        /^convert_docs:\n {2}- id: documents\n {4}input: docs\n/m,
      );
      assert.deepEqual([ra("rag", "ingest").code, ra("rag", "index").code], [0, 0]);
      assert.deepEqual(found(ra("rag", "retrieve", "--json", "lease")), ["lease.pdf"]);
    }),
);
