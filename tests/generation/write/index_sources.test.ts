import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { RaError } from "../../../src/errors.ts";
import type { FileSystem } from "../../../src/host/file_system.ts";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { openLocalEmbedder } from "../../../src/models/embed/local_embedder.ts";
import { open } from "../../../src/workspace.ts";
import { installSmallModel } from "../../models/installed_model.ts";
import { startModelService } from "../../models/model_service.ts";
import { ARTEFACTS, type RagProject, withRagProject, yaml } from "../../sources/rag_project.ts";

const GUIDE =
  "# Guide\n\nRead this first.\n\n## Install\n\nRun the installer.\n\n## Empty\n\n### Inner\n\nDeep text.\n";
const FILES = {
  "rag.yaml": yaml(["{id: docs, path: docs, treat_as: headings}", "{id: code, path: src, treat_as: code}"]),
  "docs/guide.md": GUIDE,
  "docs/b/other.md": "# Other\n\nAnother page.\n",
  "src/main.ts": "export const answer = 42;\nexport const question = 7;\n",
};

/** The artefacts without the moment in which they were made. */
function artefacts({ index }: RagProject): readonly string[] {
  return ARTEFACTS.map((name) => {
    const bytes = readFileSync(join(index, name));
    return name === "manifest.json" ? bytes.toString().replace(/"created": "[^"]*"/, "") : bytes.toString("base64");
  });
}

test("a generation has a row and a vector for each chunk with text, by source, path and position", () =>
  withRagProject(FILES, async (project) => {
    const report = await project.build();
    const rows = await project.rows();
    assert.deepEqual(
      rows.map(({ id, source_id, source_type, path, start_line, end_line, text }) => ({
        ...{ id, source_id, source_type, path, start_line, end_line, text },
      })),
      [
        {
          id: "code:main.ts#L1-L2",
          source_id: "code",
          source_type: "local",
          path: "main.ts",
          start_line: 1,
          end_line: 2,
          text: "main\nexport const answer = 42;\nexport const question = 7;\n\n",
        },
        {
          id: "docs:b/other.md#other",
          source_id: "docs",
          source_type: "local",
          path: "b/other.md",
          start_line: 1,
          end_line: 3,
          text: "Other\n\nAnother page.\n\n",
        },
        {
          id: "docs:guide.md#guide",
          source_id: "docs",
          source_type: "local",
          path: "guide.md",
          start_line: 1,
          end_line: 4,
          text: "Guide\n\nRead this first.\n\n\n",
        },
        {
          id: "docs:guide.md#install",
          source_id: "docs",
          source_type: "local",
          path: "guide.md",
          start_line: 5,
          end_line: 8,
          text: "Guide › Install\n\nRun the installer.\n\n\n",
        },
        {
          id: "docs:guide.md#inner",
          source_id: "docs",
          source_type: "local",
          path: "guide.md",
          start_line: 11,
          end_line: 13,
          text: "Guide › Empty › Inner\n\nDeep text.\n\n",
        },
      ],
    );
    const settings = { model: "small", provider: "local", batch_size: 4, device: "cpu" } as const;
    const embedder = await openLocalEmbedder(settings, {
      fs: createDiskFileSystem(),
      home: project.home,
      threads: 0,
      warn() {},
    });
    const expected = await embedder.embed(rows.map(({ text }) => text), "passage");
    embedder.close();
    const vectors = project.vectors();
    assert.equal(vectors.length, rows.length);
    vectors.forEach((vector, row) => {
      const cosine = vector.reduce((sum, value, at) => sum + value * (expected[row] as Float32Array)[at]!, 0);
      assert.ok(cosine > 0.99999, `row ${row}: ${cosine}`);
    });
    const [npy, flat] = ["embeddings.npy", "index.faiss"].map((name) => readFileSync(join(project.index, name)));
    const length = rows.length * vectors[0]!.length * 4;
    assert.deepEqual(flat!.subarray(-length), npy!.subarray(-length));
    const manifest = project.manifest();
    assert.equal(manifest.chunks, rows.length);
    assert.deepEqual(manifest.files.map(({ source_id, path, chunks }) => [source_id, path, chunks]), [
      ["code", "main.ts", 1],
      ["docs", "b/other.md", 1],
      ["docs", "guide.md", 3],
    ]);
    assert.deepEqual(
      report.sources.map((
        { id, files, chunks, embedded, reused, pruned },
      ) => [id, files, chunks, embedded, reused, pruned]),
      [["docs", 2, 4, 4, 0, 0], ["code", 1, 1, 1, 0, 0]],
    );
  }));

test("the same input gives the same bytes, wherever it lies", () =>
  withRagProject(FILES, async (one) => {
    await one.build();
    await withRagProject(FILES, async (other) => {
      await other.build();
      assert.deepEqual(artefacts(other), artefacts(one));
    });
  }));

test("--incremental embeds what is new, prunes what is gone, and leaves the bytes of a whole run", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const unchanged = await project.build({ incremental: true });
    assert.deepEqual(unchanged.sources.map(({ embedded, reused, pruned }) => [embedded, reused, pruned]), [
      [0, 4, 0],
      [0, 1, 0],
    ]);
    project.write({
      "docs/guide.md": GUIDE.replace("Run the installer.", "Run it twice."),
      "docs/a.md": "# A new page\n\nWith text.\n",
    });
    project.remove("docs/b");
    const changed = await project.build({ incremental: true });
    // The page that is gone, and the section's old text.
    assert.deepEqual(changed.sources.map(({ embedded, reused, pruned }) => [embedded, reused, pruned]), [
      [2, 2, 2],
      [0, 1, 0],
    ]);
    const incremental = artefacts(project);
    assert.ok(!(await project.rows()).some(({ path }) => path === "b/other.md"));
    await project.build();
    assert.deepEqual(artefacts(project), incremental);
    const workspace = await open(project.index, { home: project.home, onWarning() {} });
    const { queries: [entry] } = await workspace.search("another", { lexical: true });
    workspace.close();
    assert.deepEqual(entry!.results, []);
  }));

test("a changed size divides its source anew, a changed model embeds everything anew, and both are said", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    project.write({
      "rag.yaml": yaml([
        "{id: docs, path: docs, treat_as: headings}",
        "{id: code, path: src, treat_as: code, chunking: {code_max_lines: 1, overlap_lines: 0}}",
      ]),
    });
    const divided = await project.build({ incremental: true });
    assert.deepEqual(divided.rebuilt, ["code: its chunking has changed"]);
    assert.deepEqual(divided.sources.map(({ id, chunks, embedded }) => [id, chunks, embedded]), [
      ["docs", 4, 0],
      ["code", 2, 2],
    ]);
    rmSync(join(project.home, ".local/share/ra/models/small"), { recursive: true });
    await installSmallModel(createDiskFileSystem(), project.home, "small", { pooling: "cls" });
    const embedded = await project.build({ incremental: true });
    assert.deepEqual(embedded.rebuilt, ["the model has changed"]);
    assert.deepEqual(embedded.sources.map(({ embedded, reused }) => [embedded, reused]), [[4, 0], [2, 0]]);
  }));

test("what exceeds the token cap is cut in what is embedded only, and a source may have its own cap", () =>
  withRagProject({
    "rag.yaml": yaml([
      "{id: docs, path: docs, treat_as: headings}",
      "{id: wide, path: docs, treat_as: headings, chunking: {max_tokens_per_chunk: 300}}",
      "{id: capped, path: docs, treat_as: headings, chunking: {max_tokens_per_chunk: 30, tokenizer_cap: 3}}",
    ], ["indexing: {max_tokens_per_chunk: 6, clip_warn_ratio: 0.5}"]),
    "docs/long.md": "# Long\n\none two three four five six seven eight zebra\n",
  }, async (project) => {
    await project.build();
    const rows = await project.rows();
    const of = (id: string) => rows.find(({ source_id }) => source_id === id)!;
    assert.deepEqual([of("docs"), of("wide"), of("capped")].map(({ clipped }) => clipped), [true, false, true]);
    assert.ok(of("docs").tokens <= 6 && of("capped").tokens <= 3, `${of("docs").tokens} ${of("capped").tokens}`);
    assert.ok(of("wide").text.startsWith(of("docs").text) && of("docs").text.startsWith(of("capped").text));
    assert.deepEqual([of("docs").start_line, of("docs").end_line], [1, 3]);
    assert.deepEqual(project.warnings.map(({ code, message }) => [code, message.slice(0, message.indexOf(":"))]), [
      ["chunks-clipped", "docs"],
      ["chunks-clipped", "capped"],
    ]);
    const { results } = await project.retrieve("zebra");
    assert.ok(results.some(({ id, content }) => id === "docs:long.md#long" && content!.includes("zebra")));
  }));

test("a section that continues a table or a fence is embedded with its head, and its lines stay as they are", () => {
  const rows = Array.from({ length: 12 }, (_, at) => `| part ${at} | fits. Holds ${at} |\n`).join("");
  const code = Array.from({ length: 12 }, (_, at) => `let value${at} = ${at}. Next\n`).join("");
  return withRagProject({
    "rag.yaml": yaml(
      ["{id: docs, path: docs, treat_as: prose}"],
      ["indexing: {max_tokens_per_chunk: 300, prose_max_chars: 120, min_chunk_chars: 10}"],
    ),
    "docs/a.md":
      `# Parts\n\n| name | use |\n|---|---|\n${rows}\nAfter it.\n\n\`\`\`ts title\n${code}\`\`\`\n\nThe end.\n`,
  }, async (project) => {
    await project.build();
    const texts = (await project.rows()).map(({ text }) => text);
    const linesOf = (text: string): readonly string[] =>
      text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && line !== "Parts");
    const tables = texts.filter((text) => text.includes("part "));
    assert.ok(tables.length > 2);
    for (const text of tables) {
      assert.match(linesOf(text)[0]!, /^name\s+use$/, text);
      assert.match(linesOf(text)[1]!, /^part \d+\s+fits\. Holds \d+$/, text);
    }
    const fences = texts.filter((text) => text.includes("value") && !text.includes("part "));
    assert.ok(fences.length > 1);
    for (const text of fences) {
      assert.equal(linesOf(text)[0], "ts title", text);
      assert.match(linesOf(text)[1]!, /^let value\d+ = \d+\. Next$/, text);
    }
  });
});

test("a text that the service takes only in part counts as clipped, in later runs too", async () => {
  const service = await startModelService(({ body: { input = [] } }) =>
    input.some((text) => text.length > 1_500)
      ? { status: 400, body: { error: { message: "This model's maximum context length is 512 tokens" } } }
      : undefined
  );
  try {
    await withRagProject({
      "rag.yaml": yaml(["{id: docs, path: docs, treat_as: headings}"], ["indexing: {max_tokens_per_chunk: 9000}"])
        .replace(/embedding: .*/, `embedding: {provider: openai, model: small, base_url: "${service.address}"}`),
      "docs/long.md": `# Long\n\n${"cat ".repeat(500)}\n\n# Short\n\nthe red cat\n`,
    }, async (project) => {
      for (const incremental of [false, true]) {
        const { sources } = await project.build({ incremental });
        assert.deepEqual(sources.map(({ chunks, clipped }) => [chunks, clipped]), [[2, 1]]);
        assert.deepEqual((await project.rows()).map(({ clipped }) => clipped), [true, false]);
        assert.match(
          project.warnings[0]!.message,
          /1 of 2 chunks .*; smaller chunks help, .*if the service reads more/,
        );
      }
    });
  } finally {
    service.close();
  }
});

test("a text that a file has twice is one row", () =>
  withRagProject({
    "rag.yaml": yaml(["{id: code, path: src, treat_as: code, chunking: {code_max_lines: 2, overlap_lines: 0}}"]),
    "src/a.txt": "same line here\nand another\nsame  line here\nand another\nnot the same\n",
    "src/b.txt": "same line here\nand another\n",
  }, async (project) => {
    const report = await project.build();
    const rows = await project.rows();
    assert.deepEqual(report.sources.map(({ chunks, deduplicated }) => [chunks, deduplicated]), [[rows.length, 1]]);
    assert.deepEqual(
      rows.map(({ path, start_line, end_line }) => [path, start_line, end_line]),
      [["a.txt", 1, 2], ["a.txt", 5, 5], ["b.txt", 1, 2]],
    );
    const { results } = await project.retrieve("same line here");
    assert.deepEqual(results.map(({ id }) => id).sort(), rows.map(({ id }) => id).sort());
  }));

test("--only leaves the other sources as they were", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    project.write({ "docs/guide.md": "# Guide\n\nRewritten.\n", "src/main.ts": "export const other = 1;\n" });
    const report = await project.build({ incremental: true, only: ["code"] });
    assert.deepEqual(report.sources.map(({ id, embedded }) => [id, embedded]), [["docs", 0], ["code", 1]]);
    const texts = (await project.rows()).map(({ text }) => text).join();
    assert.ok(texts.includes("Read this first") && !texts.includes("Rewritten") && texts.includes("other = 1"));
    await assert.rejects(project.build({ only: ["cod"] }), { code: "usage", hint: /code/ });
  }));

test("without a model, or without text, the generation before stays", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const before = project.contents(project.index);
    project.write({ "docs/guide.md": "# Guide\n\nChanged.\n" });
    const models = join(project.home, ".local/share/ra/models");
    cpSync(models, join(project.folder, "kept"), { recursive: true });
    rmSync(models, { recursive: true });
    await assert.rejects(project.build(), { code: "model-missing", hint: /ra model/ });
    assert.deepEqual(project.contents(project.index), before);
    cpSync(join(project.folder, "kept"), models, { recursive: true });
    rmSync(join(project.folder, "src"), { recursive: true });
    await assert.rejects(project.build(), {
      code: "index-missing",
      hint: "correct `path`, or remove the source",
      message: /code/,
    });
    assert.deepEqual(project.contents(project.index), before);
  }));

test("damaged artefacts are made anew", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const whole = artefacts(project);
    for (const name of ARTEFACTS) {
      const bytes = readFileSync(join(project.index, name));
      writeFileSync(join(project.index, name), bytes.subarray(0, bytes.length / 2));
      await project.build({ incremental: true });
      assert.deepEqual(artefacts(project), whole, name);
    }
    rmSync(join(project.index, ".ra"), { recursive: true });
    await project.build({ incremental: true });
    assert.deepEqual(artefacts(project), whole);
  }));

test("from then on the index answers from this generation, and says what has changed", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    project.write({ "docs/guide.md": "# Guide\n\nNothing of before.\n", "docs/zebra.md": "# Zebra\n\nzebra\n" });
    project.remove("src/main.ts");
    const before = project.contents(project.index);
    const said: string[] = [];
    const workspace = await open(project.index, { home: project.home, onWarning: ({ code }) => said.push(code) });
    const search = async (query: string) => (await workspace.search(query, { lexical: true })).queries[0]!.results;
    const [result] = await search("installer");
    assert.equal(result!.doc_id, "docs:guide.md");
    assert.match(result!.content!, /Run the installer\.\n/);
    assert.deepEqual(said, ["sources-changed"]);
    assert.deepEqual(await search("zebra"), []);
    assert.equal((await search("answer"))[0]!.id, "code:main.ts");
    assert.match((await workspace.get("docs:guide.md#install")).content!, /Run the installer/);
    await assert.rejects(workspace.update(), { code: "usage", hint: "run: ra rag index" });
    await assert.rejects(async () => {
      for await (const _ of workspace.watch({ interval: 10 })) break;
    }, { code: "usage" });
    workspace.close();
    assert.deepEqual(project.contents(project.index), before);
  }));

test("a device that is not there costs one warning, and the CPU takes its place", () =>
  withRagProject(FILES, async (project) => {
    const report = await project.build({ device: "gpu" });
    assert.deepEqual(project.warnings.map(({ code }) => code), ["device-missing"]);
    assert.equal(report.chunks, 5);
  }));

test("a rename that fails while a generation takes its place is made by the next reader", () =>
  withRagProject(FILES, async (project) => {
    await project.build();
    const before = project.manifest().generation;
    project.write({ "docs/guide.md": "# Guide\n\nRewritten.\n" });
    const fs = createDiskFileSystem();
    const rename: FileSystem["rename"] = (from, to) => {
      if (to.endsWith("/index.faiss")) throw new RaError("io", "the disk is gone", { path: to });
      fs.rename(from, to);
    };
    await assert.rejects(project.build({ incremental: true }, { ...fs, rename }), { message: "the disk is gone" });
    assert.equal(project.manifest().generation, before);
    const { results, parameters } = await project.retrieve("rewritten");
    assert.equal(results[0]!.id, "docs:guide.md#guide");
    assert.equal(parameters.generation, project.manifest().generation);
    assert.notEqual(parameters.generation, before);
  }));

test("while it embeds, an indexing says how far it is and how much time is left", () => {
  const pages = Array.from({ length: 600 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nthe cat ${at}\n`] as const);
  return withRagProject(
    { "rag.yaml": yaml(["{id: docs, path: docs}"]), ...Object.fromEntries(pages) },
    async (project) => {
      await project.build();
      const said = project.progress.filter((what) => what.startsWith("embedding: "));
      assert.ok(said.length >= 3, project.progress.join("\n"));
      assert.match(said[0]!, /^embedding: 0 of \d+ chunks$/);
      for (const what of said.slice(1)) assert.match(what, /^embedding: \d+ of \d+ chunks, \d+ s left$/);
    },
  );
});
