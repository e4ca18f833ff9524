// `ra rag index` with a service that refuses some texts, or that stops in the middle.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ragStatus } from "../../../src/generation/status.ts";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { formatIndexed } from "../../../src/output/text/rag_index_text.ts";
import { formatSources } from "../../../src/output/text/rag_text.ts";
import { createPalette } from "../../../src/output/terminal/color.ts";
import { open } from "../../../src/workspace.ts";
import { type Behaviour, type ModelService, startModelService } from "../../models/model_service.ts";
import { type RagProject, withRagProject } from "../../sources/rag_project.ts";

const PALETTE = createPalette(false);
const NAN = "failed to encode response: json: unsupported value: NaN";

async function withServed(
  files: Readonly<Record<string, string>>,
  behave: Behaviour,
  use: (project: RagProject, service: ModelService) => Promise<void>,
): Promise<void> {
  const service = await startModelService(behave);
  const config = [
    "version: 1",
    "paths: {data_root: data, index_root: index}",
    "sources: [{id: docs, path: docs, treat_as: headings}]",
    "indexing: {max_tokens_per_chunk: 200}",
    `embedding: {model: m, provider: openai, base_url: "${service.address}", batch_size: 4}`,
    "retrieval: {initial_k: 50, final_k: 8}",
    "",
  ].join("\n");
  try {
    await withRagProject({ ...files, "rag.yaml": config }, (project) => use(project, service));
  } finally {
    service.close();
  }
}

const pages = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(
      { length: count },
      (_, at) => [`docs/p${at}.md`, `# Page ${at}\n\nthe red cat ${"runs ".repeat(at + 1)}\n`],
    ),
  );
const POISON = { "docs/poison.md": "# Odd\n\nthe green dog\n\n## Poison\n\nthis is poison\n" };
const embedded = (service: ModelService): number =>
  service.asked.reduce((sum, { body }) => sum + (body.input?.length ?? 0), 0);

test("a text that the service refuses is named in the report, the manifest and the status, until it is embedded", async () => {
  let isWell = false;
  const behave: Behaviour = ({ body: { input = [] } }) =>
    !isWell && input.some((text) => text.includes("this is poison"))
      ? { status: 500, body: { error: { message: NAN } } }
      : undefined;
  await withServed({ ...pages(6), ...POISON }, behave, async (project, { address, asked }) => {
    const report = await project.build();
    const problem = { path: "docs:poison.md:5-7", reason: `not embedded: ${address}: the service answers 500: ${NAN}` };
    assert.deepEqual([report.not_embedded, report.problems, report.chunks], [1, [problem], 7]);
    assert.ok((await project.rows()).every(({ text }) => !text.includes("this is poison")));
    const line = `${problem.path}: ${problem.reason}\n1 chunk without a vector: words find it, and ` +
      "ra rag index --incremental tries again\n";
    assert.ok(formatIndexed(report, PALETTE).includes(line));
    assert.deepEqual(project.manifest().not_embedded, { count: 1, first: [problem] });
    const status = () =>
      ragStatus(createDiskFileSystem(), project.config(), (folder, fs) => open(folder, { fs, home: project.home }));
    const { artefacts } = await status();
    assert.deepEqual([artefacts.not_embedded, artefacts.problems], [1, [problem]]);
    assert.ok(formatSources(await status(), PALETTE, { verbose: false }).includes(line.trimEnd()));
    const found = await project.retrieve("poison");
    assert.ok(
      found.results.some(({ id }) => id === "docs:poison.md#poison"),
      JSON.stringify(found.results.map(({ id }) => id)),
    );

    const before = asked.length;
    const again = await project.build({ incremental: true });
    assert.deepEqual([again.not_embedded, again.sources[0]!.embedded, again.sources[0]!.reused], [1, 0, 7]);
    assert.ok(asked.length > before);
    isWell = true;
    const whole = await project.build({ incremental: true });
    assert.deepEqual([whole.not_embedded, whole.problems, whole.sources[0]!.embedded, whole.chunks], [0, [], 1, 8]);
    assert.deepEqual([project.manifest().not_embedded, (await status()).artefacts.not_embedded], [
      undefined,
      undefined,
    ]);
  });
});

test("a service that wants to be asked later ends the run; what was embedded is kept, and the next run goes on", async () => {
  let isBusy = true;
  const behave: Behaviour = ({ body: { input = [] } }, count) =>
    isBusy && count > 3 && input.length > 0
      ? { status: 429, headers: { "retry-after": "5400" }, body: { error: { message: "daily limit" } } }
      : undefined;
  await withServed(pages(20), behave, async (project, service) => {
    await assert.rejects(project.build(), {
      code: "embedding-failed",
      message: /the service answers 429, and wants to be asked again in 1 h 30 min, at \S+ \S+ UTC: daily limit$/,
      hint: /run it again then; what was embedded until then is kept, and `ra rag index --incremental` goes on/,
    });
    assert.equal(service.asked.length, 4);
    isBusy = false;
    service.asked.length = 0;
    const report = await project.build({ incremental: true });
    assert.deepEqual([report.chunks, report.sources[0]!.embedded, report.sources[0]!.reused], [20, 8, 12]);
    assert.equal(embedded(service), 8);
  });
});

test("a service that goes away in the middle loses nothing either", async () => {
  let isAway = true;
  const behave: Behaviour = (
    _,
    count,
  ) => (isAway && count > 2 ? { status: 401, body: { message: "who?" } } : undefined);
  await withServed(pages(12), behave, async (project, service) => {
    await assert.rejects(project.build(), { code: "embedding-failed", hint: /^no key was sent: .*is kept/ });
    isAway = false;
    service.asked.length = 0;
    const report = await project.build({ incremental: true });
    assert.deepEqual([report.sources[0]!.embedded, report.sources[0]!.reused], [4, 8]);
  });
});

test("a service that refuses every text is one error, and the generation before stays", async () => {
  let isBroken = false;
  const behave: Behaviour = () => (isBroken ? { status: 500, body: { error: { message: NAN } } } : undefined);
  await withServed(pages(8), behave, async (project, service) => {
    const { generation } = await project.build();
    isBroken = true;
    service.asked.length = 0;
    await assert.rejects(project.build(), { code: "embedding-failed", message: /the service answers 500: .*NaN$/ });
    assert.ok(service.asked.length <= 3, `${service.asked.length} requests`);
    assert.equal(project.manifest().generation, generation);
  });
});
