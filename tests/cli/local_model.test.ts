// A real language model answers on the processor. It is small, so its wording is never looked at.
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CitedAnswer } from "../../src/shapes/answering.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { refuses, withEndpoint } from "../answering/scripted_endpoint.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";
import { type RunningRa, startRa } from "./running_ra.ts";

const companion = process.env["RA_TEST_LANGUAGE_MODEL"] ?? "";
const options = { skip: companion === "" ? "there is no language model" : false };

const FILES = {
  "docs/bm25.md": "# BM25\n\nUse the option bm25 false. The cosine alone then orders the rows.\n",
  "docs/reuse.md": "# Reuse\n\nUnchanged files keep their vectors.\n",
};
const LOCAL = `{provider: local, model: ${join(companion, "model.gguf")}, max_tokens: 24}`;

const withModel = (generation: string, use: (start: (...args: readonly string[]) => RunningRa) => Promise<void>) =>
  withProject({ ...FILES, ".ra.toml": '[tree.docs]\npath = "docs"\n' }, async (folder) => {
    const home = join(folder, "no-home");
    for (const made of ["data", "index", "no-home"]) mkdirSync(join(folder, made), { recursive: true });
    writeFileSync(
      join(folder, "rag.yaml"),
      `version: 1
paths: {data_root: data, index_root: index}
sources: [{id: docs, path: docs, treat_as: headings}]
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 2}
generation: ${generation}
`,
    );
    await installSmallModel(createDiskFileSystem(), home, "small");
    symlinkSync(join(companion, "node_modules"), join(home, ".local/share/ra/node_modules"));
    assert.equal(runRa(["trust", "rag.yaml"], { cwd: folder, home }).code, 0);
    const indexed = runRa(["rag", "index"], { cwd: folder, home });
    assert.equal(indexed.code, 0, indexed.stderr);
    await use((...args) => startRa(args, folder, { everything: true }));
  });

test(
  "a local model answers, and its citations are those of the passages",
  options,
  () =>
    withModel(LOCAL, async (start) => {
      const running = start("rag", "chat", "--json", "how do I switch BM25 off?");
      assert.equal(await running.closeInput(), 0, running.stderr());
      const { answer, finish, provider, model, tokens, citations } = JSON.parse(running.stdout()) as CitedAnswer;
      assert.notEqual(answer.trim(), "");
      assert.ok(["stop", "length"].includes(finish), finish);
      assert.deepEqual([provider, model], ["local", "model.gguf"]);
      assert.ok(tokens.input! > 100 && tokens.output! > 0 && tokens.output! <= 30);
      for (const { id, number } of citations) {
        assert.ok(["docs:bm25.md#bm25", "docs:reuse.md#reuse"].includes(id));
        assert.ok(answer.includes(String(number)));
      }
    }),
);

test(
  "its answer comes in pieces, and Ctrl-C keeps what came",
  options,
  () =>
    withModel(LOCAL.replace("24", "400"), async (start) => {
      const running = start("rag", "chat", "--session", "work", "how do I switch BM25 off?");
      const came = (): number => running.stdout().trim().length;
      await running.until(() => came() > 0, "nothing comes");
      const first = came();
      await running.until(() => came() > first, "all came at once");
      assert.equal(await running.signal("SIGINT"), 130, running.stderr());
      assert.match(running.stdout(), /\nthe answer ended early\n$/);
      const shown = start("rag", "sessions", "show", "work", "--json");
      assert.equal(await shown.closeInput(), 0, shown.stderr());
      const { turns } = JSON.parse(shown.stdout()) as { turns: { answer: string; finish: string }[] };
      assert.deepEqual(turns.map(({ finish }) => finish), ["cut"]);
      assert.ok(running.stdout().startsWith(turns[0]!.answer.trim()));
    }),
);

test(
  "it answers when the service cannot, and over ordinary trees",
  options,
  () =>
    withEndpoint([refuses(503, "broken")], (endpoint) =>
      withModel(
        `{model: m, base_url: "${endpoint.url}", retries: 0, max_tokens: 8, fallback: ${
          join(companion, "model.gguf")
        }}`,
        async (start) => {
          const running = start("rag", "chat", "--json", "how do I switch BM25 off?");
          assert.equal(await running.closeInput(), 0, running.stderr());
          const { provider, finish } = JSON.parse(running.stdout()) as CitedAnswer;
          assert.deepEqual([provider, finish === "extractive"], ["local", false]);
          assert.match(running.stderr(), /broken; .*model\.gguf answers instead/);
          const flags = ["--provider", "local", "--model", join(companion, "model.gguf"), "--max-tokens", "8"];
          const asked = start("ask", ...flags, "--json", "which vectors are kept?");
          assert.equal(await asked.closeInput(), 0, asked.stderr());
          const answer = JSON.parse(asked.stdout()) as CitedAnswer;
          assert.deepEqual([answer.provider, answer.model], ["local", "model.gguf"]);
        },
      )),
);
