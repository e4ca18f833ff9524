import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { PROJECT, withProject } from "./project.ts";
import { root, runRa } from "./run_ra.ts";
import { startWatching } from "./watching.ts";

const folder = join(root, "docs", "schemas");
const schema = (name: string): object => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as object;

function assertValid(name: string, value: unknown): void {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  const validate = ajv.compile(schema(name));
  assert.ok(
    validate(value),
    `${name}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value, null, 1).slice(0, 2000)}`,
  );
}

test("docs/json.md names every schema and no others", () => {
  const named = [...readFileSync(join(root, "docs/json.md"), "utf8").matchAll(/\(schemas\/([a-z-]+)\.json\)/g)].map((
    match,
  ) => match[1]);
  assert.deepEqual([...named].sort(), readdirSync(folder).map((file) => file.replace(".json", "")).sort());
});

test("every schema is valid in strict mode", () => {
  for (const file of readdirSync(folder)) new Ajv2020({ strict: true }).compile(schema(file.replace(".json", "")));
});

const runs: readonly (readonly [schema: string, ...args: string[]])[] = [
  ["search", "search", "unplug toaster"],
  ["search", "search", "--list", "--explain", "unplug"],
  ["search", "search", "--group-by", "query", "bread", "xylophone"],
  ["search", "search", "how do I plug in a purple toaster with a grounded socket"],
  ["search", "search", "-n", "0", "toaster"],
  ["search", "search", "--max-tokens", "60", "--facets", "toaster"],
  ["search", "search", "--group-by", "doc", "--no-aggregation", "--why-not", "docs:api/http.md", "unplug"],
  ["search", "search", "--cutoff-ratio", "1", "--why-not", "docs:guide.md#installation", "--tag", "api", "unplug"],
  ["context", "context", "notes/todo.txt"],
  ["context", "context", "--list", "--explain", "docs/guide.md", "notes/todo.txt"],
  ["inspect-ctx", "inspect", "ctx", "docs/guide.md"],
  ["get", "get", "docs:errors.md#overheating"],
  ["ls-trees", "ls", "trees"],
  ["ls-docs", "ls", "docs"],
  ["ls-chunks", "ls", "chunks"],
  ["ls-tags", "ls", "tags"],
  ["inspect-doc", "inspect", "doc", "docs/guide.md"],
  ["inspect-doc", "inspect", "doc", "notes/todo.txt"],
  ["status", "status"],
  ["check", "check"],
  ["check", "check", "--drift"],
  ["update", "update"],
  ["config", "config"],
  ["trust", "trust"],
  ["trust", "trust", "--revoke"],
  ["trust-list", "trust", "--list"],
  ["agents", "agents", "--diff", "--all"],
  ["agents", "agents"],
  ["rag-init", "rag", "init"],
  ["rag-run", "rag", "ingest"],
  ["rag-run", "rag", "fetch", "--dry-run"],
  ["rag-status", "rag", "status"],
  ["rag-doctor", "rag", "doctor"],
  ["init", "init", "--force"],
];

test("the output of every command with --json fits its schema", () =>
  withProject(
    { ...PROJECT, "docs/drift.md": "[gone](gone.md)\n", "docs/bad.md": new Uint8Array([0, 159, 146]) },
    (directory) => {
      for (const [name, ...args] of runs) {
        const run = runRa([...args, "--json"], { cwd: directory });
        assert.notEqual(run.stdout, "", `${args.join(" ")}: ${run.stderr}`);
        assert.ok(run.stdout.endsWith("}\n") || run.stdout.endsWith("]\n"));
        assertValid(name, JSON.parse(run.stdout));
      }
    },
  ));

test("every line that ra watch prints with --json fits its schema", () =>
  withProject(PROJECT, async (directory) => {
    const watching = startWatching(["--json"], directory);
    try {
      const first = JSON.parse(await watching.nextLine()) as { readonly event: string };
      assertValid("watch", first);
      writeFileSync(join(directory, "docs/new.md"), "# New\n");
      const second = JSON.parse(await watching.nextLine()) as {
        readonly event: string;
        readonly added: readonly string[];
      };
      assertValid("watch", second);
      assert.deepEqual([first.event, second.event, second.added], ["start", "change", ["docs:new.md"]]);
    } finally {
      await watching.interrupt();
    }
  }));

test("a schema refuses a result without an id, and a result with an unknown key", () => {
  const ajv = new Ajv2020({ strict: true });
  const validate = ajv.compile(schema("ls-tags"));
  assert.equal(validate([{ tag: "a", documents: 1 }]), true);
  assert.equal(validate([{ tag: "a" }]), false);
  assert.equal(validate([{ tag: "a", documents: 1, extra: 0 }]), false);
});

test("the output of ra rag index, retrieve, chat, sessions and eval, and of ra ask, fits its schema", () =>
  withProject(
    {
      "docs/guide.md": "# Guide\n\nThe guide.\n",
      "notes.md": "Notes about the guide.\n",
      "scenarios.yaml": "scenarios:\n  - {id: a, question: guide, expect: {paths: [guide.md]}}\n",
      ".ra.toml": '[tree.docs]\npath = "docs"\n',
    },
    async (directory) => {
      for (const made of ["data", "index", "no-home"]) mkdirSync(join(directory, made), { recursive: true });
      writeFileSync(
        join(directory, "rag.yaml"),
        `version: 1
paths: {data_root: data, index_root: index}
sources: [{id: docs, path: docs}]
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 3}
attachments: {attach_limit_files: 2, attach_limit_chunks: 9}
`,
      );
      await installSmallModel(createDiskFileSystem(), join(directory, "no-home"), "small");
      for (
        const [name, ...args] of [
          ["rag-index", "rag", "index"],
          ["rag-retrieve", "rag", "retrieve", "guide", "--attach", "notes.md"],
          ["rag-status", "rag", "status"],
          ["rag-chat", "rag", "chat", "--session", "one", "guide"],
          ["rag-sessions", "rag", "sessions", "list"],
          ["rag-session", "rag", "sessions", "show", "one"],
          ["rag-eval", "rag", "eval", "scenarios.yaml"],
          ["rag-eval", "rag", "eval", "scenarios.yaml", "--baseline", "before.json"],
          ["rag-chat", "ask", "guide"],
        ]
      ) {
        const run = runRa([...args, "--json"], { cwd: directory });
        assert.equal(run.code, 0, run.stderr);
        if (name === "rag-eval") writeFileSync(join(directory, "before.json"), run.stdout);
        assertValid(name!, JSON.parse(run.stdout));
      }
    },
  ));
