import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pdf } from "../documents/sample_files.ts";
import { writeIn } from "../host/git_repository.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";
import { startRa } from "./running_ra.ts";

// Deno's commands run with few permissions, and none of them is for the process of the converters.
const skip = process.versions["deno"] !== undefined;
const FILES = 60;
const YAML = `version: 1
paths: {data_root: rag/data, index_root: rag/index}
convert_docs:
- {id: papers, input: in}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: minilm}
retrieval: {initial_k: 50, final_k: 8}
`;

test(
  "a conversion that is killed goes on, and leaves the bytes of one that was not",
  { skip },
  () =>
    withProject({}, async (folder) => {
      for (const made of ["rag/data", "rag/index"]) mkdirSync(join(folder, made), { recursive: true });
      writeFileSync(join(folder, "rag.yaml"), YAML);
      for (let at = 0; at < FILES; at++) {
        writeIn(folder, `in/${at}.pdf`, pdf([[[20, `Page ${at}`], [10, `Word${at}.`]]]));
      }
      const out = join(folder, "rag/data/text/papers");
      const texts = (): readonly string[] =>
        (existsSync(out) ? readdirSync(out).sort() : []).filter((name) => name.endsWith(".md"));
      const contents = (): readonly string[] => texts().map((name) => readFileSync(join(out, name), "utf8"));
      for (const enough of [3, 20]) {
        const running = startRa(["rag", "convert"], folder);
        const deadline = Date.now() + 30_000;
        while (texts().length < enough && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
        assert.equal(await running.signal("SIGKILL"), "SIGKILL");
        assert.ok(texts().length >= enough && texts().length <= FILES, `${texts().length} texts`);
      }
      const done = runRa(["rag", "convert", "--json"], { cwd: folder });
      assert.equal(done.code, 0, done.stderr);
      const resumed = contents();
      assert.equal(resumed.length, FILES);
      for (const lost of ["rag/data/text", "rag/data/journal"]) rmSync(join(folder, lost), { recursive: true });
      assert.equal(runRa(["rag", "convert"], { cwd: folder }).code, 0);
      assert.deepEqual(contents(), resumed);
    }),
);
