/** A reranker that is late, away, missing or answers nonsense: the order stays, and the answer says it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withProject } from "../cli/project.ts";
import { runRa } from "../cli/run_ra.ts";
import { callTool, withServer } from "../serve/mcp/connect.ts";
import { type Behaviour, startModelService } from "./model_service.ts";
import { type Opened, openWithModels } from "./opened_workspace.ts";
import { OVERFLOWS } from "./small_model.ts";

delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const ANIMALS = {
  "/project/docs/a.md": "# Cat\n\nthe red cat sleeps, and a cat is a cat\n",
  "/project/docs/b.md": "# Dog\n\nthe green dog runs after the cat\n",
  "/project/docs/c.md": "# Bird\n\nthe blue bird eats what the cat left\n",
};

const scores = (...given: readonly unknown[]): Behaviour => () => ({
  body: { results: given.map((relevance_score, index) => ({ index, relevance_score })) },
});

const BAD: Readonly<Record<string, readonly [does: Behaviour, reason: RegExp]>> = {
  "hangs": [() => "silent", /\/v1: no answer within 10 seconds \(check /],
  "fails": [() => ({ status: 500, body: { error: { message: "no memory" } } }), /the service answers 500: no memory/],
  "loses the connection": [() => "cut", /\/v1: .+ \(check /],
  "refuses": [
    () => ({ status: 403 }),
    /the reranker answers 403 \(no key was sent: name its environment variable with `api_key_env`\)/,
  ],
  "gives too few scores": [scores(1, 2), /the reranker scores 2 of 3 passages/],
  "gives too many": [scores(1, 2, 3, 4), /a score for no passage, or two for one/],
  "gives null": [scores(1, null, 3), /a score for no passage/],
  "gives NaN": [() => ({ body: '{"results": [{"index": 0, "relevance_score": NaN}]}' }), /\/v1: .+ \(check /],
  "gives a page": [() => ({ body: "<h1>Welcome</h1>" }), /\/v1: .+ \(check /],
};

async function opened(
  semantic: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>> = ANIMALS,
): Promise<Opened> {
  const found = await openWithModels(semantic, files, HOME);
  await found.workspace.update({ full: true });
  return found;
}

for (const [name, [does, reason]] of Object.entries(BAD)) {
  test(`a reranker that ${name} loses no result and moves none, and the answer says why`, async () => {
    const service = await startModelService((asked, count) =>
      asked.path.endsWith("rerank") ? does(asked, count) : undefined
    );
    const { workspace, warnings } = await opened({ provider: "openai", base_url: service.address, rerank: "judge" });
    try {
      const { queries: [plain] } = await workspace.search("what cat");
      assert.deepEqual(plain!.results.map(({ id }) => id).sort(), ["docs:a.md", "docs:b.md", "docs:c.md"]);
      const { queries: [entry] } = await workspace.search("what cat", { rerank: true });
      const { lists_missing: missing, ...rest } = entry!;
      assert.deepEqual(rest, plain);
      assert.deepEqual([rest.lists, missing!.map(({ list }) => list)], [["words", "meaning"], ["rerank"]]);
      assert.match(missing![0]!.reason, reason);
      assert.deepEqual(warnings, [`not reranked: ${missing![0]!.reason}`]);
    } finally {
      workspace.close();
      service.close();
    }
  });
}

test("while a reranker is known to be away, no search waits for it, and each says so", async () => {
  const service = await startModelService(({ path }) => (path.endsWith("rerank") ? "silent" : undefined));
  const { workspace, warnings } = await opened({ provider: "openai", base_url: service.address, rerank: "judge" });
  try {
    await workspace.search("what cat", { rerank: true });
    const asked = service.asked.filter(({ path }) => path.endsWith("rerank")).length;
    const { queries: [entry] } = await workspace.search("what dog", { rerank: true });
    assert.equal(entry!.results.length > 0 && entry!.lists_missing![0]!.list, "rerank");
    assert.equal(service.asked.filter(({ path }) => path.endsWith("rerank")).length, asked);
    assert.equal(warnings.length, 2);
  } finally {
    workspace.close();
    service.close();
  }
});

test("a model that gives no number for a passage moves nothing", async () => {
  const files = { ...ANIMALS, "/project/docs/d.md": `# Overflow\n\na cat that makes ${OVERFLOWS} of all\n` };
  const { workspace } = await opened({ rerank: "judge" }, files);
  const { queries: [plain] } = await workspace.search("what cat");
  const { queries: [entry] } = await workspace.search("what cat", { rerank: true });
  assert.deepEqual(entry!.results, plain!.results);
  const missing = entry!.lists_missing!.filter(({ list }) => list === "rerank");
  assert.deepEqual(missing.map(({ reason }) => reason), ["the model gives no score for 1 of 4 passages"]);
  workspace.close();
});

const PROJECT = {
  ".ra.toml": '[tree.docs]\npath = "docs"\n\n[semantic]\nenabled = true\nmodel = "none"\nrerank = "judge"\n',
  "docs/a.md": "# Cat\n\nthe red cat sleeps\n",
  "docs/b.md": "# Dog\n\nthe green dog runs after the cat\n",
};
const COMMAND = "run ra model add cross-encoder/ms-marco-MiniLM-L-6-v2@main --name judge, or ra model add FOLDER " +
  "--name judge (docs/semantic.md#reranking)";
const MISSING = `there is no model "judge" (ra has no reranker of its own: ${COMMAND})`;

test("ra check and ra status name each model that is missing, with the command that brings it", () =>
  withProject(PROJECT, (folder) => {
    assert.equal(runRa(["update"], { cwd: folder }).code, 0);
    const check = runRa(["check"], { cwd: folder });
    assert.equal(check.code, 1);
    assert.ok(check.stdout.includes(`warning: \`semantic.rerank\`: ${MISSING} [model-missing]\n`), check.stdout);
    assert.match(check.stdout, /`semantic.model`: there is no model "none" \(ra model list shows all; .*\[model-miss/);
    const status = runRa(["status"], { cwd: folder }).stdout;
    assert.match(status, /^ {2}reranker +judge$/m);
    assert.ok(status.includes(`\`semantic.rerank\`: ${MISSING}`), status);
    assert.match(
      runRa(["model", "list"], { cwd: folder }).stdout,
      /^\(a reranker\) +not installed +for --rerank; ra mod/m,
    );
  }));

test("MCP says in each answer that the reranker is missing", () =>
  withServer(PROJECT, async ({ client }) => {
    for (const query of ["what cat", "what dog"]) {
      const { structured } = await callTool(client, "search", { queries: query, rerank: true, lexical: true });
      const [entry] = structured["queries"] as readonly {
        readonly results: unknown[];
        readonly lists_missing: unknown;
      }[];
      assert.ok(entry!.results.length > 0);
      assert.deepEqual(entry!.lists_missing, [{ list: "rerank", reason: MISSING }]);
    }
  }));
