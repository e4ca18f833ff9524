import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { withRagProject, yaml } from "../sources/rag_project.ts";

const ATTACHMENTS = "attachments: {attach_limit_files: 3, attach_limit_chunks: 4}";
const FILES = {
  "rag.yaml": yaml(
    [
      "{id: docs, path: docs, treat_as: headings}",
      "{id: code, path: src, treat_as: code, chunking: {code_max_lines: 2, overlap_lines: 0}}",
    ],
    [ATTACHMENTS],
  ),
  "docs/cache.md": "# Cache\n\nVectors are cached.\n",
  "src/a.txt": "alpha\nbeta\n",
  "notes/meeting.md": "# Meeting\n\nWe decided that the cache holds a zebra.\n\n# Lunch\n\nSoup.\n",
};

test("attached files are ranked with the rows of the index, and nothing of them is written", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const before = project.contents(project.folder);
    const attach = [join(project.folder, "notes/meeting.md")];
    const { results, attached, parameters } = await project.retrieve("what does the cache hold?", { attach });
    assert.deepEqual(attached, { files: 1, chunks: 1 });
    assert.equal(parameters.generation, project.manifest().generation);
    const ids = results.map(({ id }) => id);
    assert.ok(ids.includes("docs:cache.md#cache"), String(ids));
    const { source_type, path, start_line, end_line, content } = results.find(({ id }) =>
      id === "attached:meeting.md#L1-L7"
    )!;
    assert.deepEqual({ source_type, path, start_line, end_line, content }, {
      source_type: "attachment",
      path: "meeting.md",
      start_line: 1,
      end_line: 7,
      content: FILES["notes/meeting.md"],
    });
    assert.deepEqual(project.contents(project.folder), before);
    // Each question has its own attachments.
    assert.deepEqual((await project.retrieve("zebra")).results.filter(({ id }) => id.startsWith("attached")), []);
  }));

test("with --attach-only no artefact is opened", () =>
  withRagProject(FILES, async (project) => {
    const attach = [join(project.folder, "notes")];
    const { results, parameters } = await project.retrieve("zebra", { attach, attachOnly: true });
    assert.equal(results[0]!.id, "attached:meeting.md#L1-L7");
    assert.equal(parameters.generation, null);
    assert.deepEqual(project.contents(project.index), new Map());
    const words = await project.retrieve("zebra", { attach, attachOnly: true, bm25: true });
    assert.deepEqual(words.results, results);
  }));

test("a file under a source is divided like the source, and any other by `indexing`", () =>
  withRagProject({
    ...FILES,
    "src/new.txt": "one\ntwo\nthree\nfour\n",
    "elsewhere/new.txt": "one\ntwo\nthree\nfour\n",
  }, async (project) => {
    const ask = async (path: string) => {
      const attach = [join(project.folder, path)];
      const { results } = await project.retrieve("one two three four", { attach, attachOnly: true });
      return results.map(({ start_line, end_line }) => [start_line, end_line]).sort();
    };
    assert.deepEqual(await ask("src/new.txt"), [[1, 2], [3, 4]]);
    assert.deepEqual(await ask("elsewhere/new.txt"), [[1, 4]]);
  }));

test("what exceeds a limit is left out with one message, and the question is answered", () =>
  withRagProject({
    ...FILES,
    "rag.yaml": FILES["rag.yaml"].replace(
      "max_tokens_per_chunk: 200",
      "max_tokens_per_chunk: 200, prose_max_chars: 20, min_chunk_chars: 5",
    ),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5].map((at) => [`many/${at}.md`, `Zebra number ${at}.\n\nAnother zebra.\n`]),
    ),
  }, async (project) => {
    const attach = [join(project.folder, "many")];
    const { results, attached, left_out } = await project.retrieve("zebra", { attach, attachOnly: true });
    assert.deepEqual(attached, { files: 3, chunks: 4 });
    assert.deepEqual(new Set(results.map(({ path }) => path)), new Set(["1.md", "2.md"]));
    assert.deepEqual(left_out.filter(({ what }) => what === "attachment").map(({ why }) => why), [
      `more than 3 files (attach_limit_files): ${join(project.folder, "many/4.md")} and 1 more`,
      "more than 4 chunks (attach_limit_chunks): attached:3.md#L1-L2 and 1 more",
    ]);
  }));

test("files that cannot be read are named, and a path where nothing is, is an error", () =>
  withRagProject(
    { ...FILES, "bad/x.md": new Uint8Array([1, 0, 2, 0, 0, 3]), "bad/y.md": "# Y\n\nzebra\n" },
    async (project) => {
      const attach = [join(project.folder, "bad")];
      const { results, left_out } = await project.retrieve("zebra", { attach, attachOnly: true });
      assert.deepEqual(results.map(({ path }) => path), ["y.md"]);
      assert.match(left_out.find(({ what }) => what === "attachment")!.why, /^x\.md: /);
      await assert.rejects(project.retrieve("zebra", { attach: [join(project.folder, "nosuch")], attachOnly: true }), {
        code: "unknown-file",
      });
      await assert.rejects(project.retrieve("zebra", { attachOnly: true }), { code: "usage" });
      project.write({ "rag.yaml": FILES["rag.yaml"].replace(ATTACHMENTS, "") });
      await assert.rejects(project.retrieve("zebra", { attach }), { code: "usage", hint: /attach_limit_files/ });
    },
  ));
