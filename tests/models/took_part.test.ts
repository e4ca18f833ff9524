/** What an answer says about what took part in it: each answer, not the first one alone. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CitedAnswer } from "../../src/shapes/answering.ts";
import type { RagRetrieveAnswer } from "../../src/shapes/passages.ts";
import type { SearchAnswer } from "../../src/shapes/search.ts";
import type { TookPart } from "../../src/shapes/took_part.ts";
import type { SearchOptions } from "../../src/workspace.ts";
import { withChat } from "../cli/chatting.ts";
import { withProject } from "../cli/project.ts";
import { runRa } from "../cli/run_ra.ts";
import { startRa } from "../cli/running_ra.ts";
import { callTool, withServer } from "../serve/mcp/connect.ts";
import { startService } from "../serve/web/service.ts";
import { type Behaviour, startModelService } from "./model_service.ts";
import { type Opened, openWithModels } from "./opened_workspace.ts";
import { OVERFLOWS } from "./small_model.ts";

delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const ANIMALS = "# Animals\n\n## Cat\n\nthe red cat sleeps\n\n## Dog\n\nthe green dog runs\n";
/** Nowhere word for word, so that meaning is asked. */
const QUERIES = ["dog cat", "sleeps dog", "runs red"];

async function use(
  semantic: Readonly<Record<string, unknown>>,
  work: (opened: Opened) => Promise<void>,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const opened = await openWithModels(semantic, { "/project/docs/animals.md": ANIMALS, ...files }, HOME);
  try {
    await work(opened);
  } finally {
    opened.workspace.close();
  }
}

const tookPart = ({ queries: [entry] }: SearchAnswer): TookPart => {
  const { lists, lists_missing } = entry!;
  return lists_missing === undefined ? { lists } : { lists, lists_missing };
};
const ids = ({ queries: [entry] }: SearchAnswer) => entry!.results.map(({ id }) => id);

/** After the sections have their vectors, the service does something else. */
const BAD: Readonly<Record<string, readonly [does: Behaviour | "away", reason: RegExp]>> = {
  late: [() => "silent", /^http:\/\/127\.0\.0\.1:\d+\/v1: no answer within 2 seconds \(check /],
  away: ["away", /^http:\/\/127\.0\.0\.1:\d+\/v1: .+ \(check `base_url`/],
  refuses: [() => ({ status: 403, body: { error: { message: "no more" } } }), /the service answers 403: no more/],
  "answers NaN": [
    () => ({ body: '{"data": [{"index": 0, "embedding": [NaN, 0.5]}]}' }),
    /^http:\/\/127\.0\.0\.1:\d+\/v1: /,
  ],
  "answers nothing that is a number": [
    () => ({ body: { data: [{ index: 0, embedding: [null, 0.5] }] } }),
    /^http:\/\/127\.0\.0\.1:\d+\/v1: the service gives no vector for this text \(/,
  ],
};

for (const [name, [does, reason]] of Object.entries(BAD)) {
  test(`with a service that is ${name}, each answer says so, and is that of words alone`, async () => {
    let isBad = false;
    const service = await startModelService((asked, count) =>
      isBad && does !== "away" ? does(asked, count) : undefined
    );
    try {
      await use({ provider: "openai", base_url: service.address }, async ({ workspace, warnings }) => {
        await workspace.update({ full: true });
        assert.deepEqual(tookPart(await workspace.search("cat dog")), { lists: ["words", "meaning"] });
        assert.deepEqual(warnings, []);
        isBad = true;
        if (does === "away") service.close();
        for (const [at, query] of QUERIES.entries()) {
          const found = await workspace.search(query);
          const { lists, lists_missing: missing = [] } = tookPart(found);
          assert.deepEqual([lists, missing.map(({ list }) => list)], [["words"], ["meaning"]], query);
          assert.match(missing[0]!.reason, reason, query);
          assert.deepEqual(warnings.slice(at), [`searched by words alone: ${missing[0]!.reason}`], query);
          const byWords = await workspace.search(query, { lexical: true });
          assert.deepEqual(tookPart(byWords), { lists: ["words"] });
          assert.deepEqual(ids(found), ids(byWords));
        }
        // What was asked before has its vector still.
        assert.deepEqual(tookPart(await workspace.search("cat dog")), { lists: ["words", "meaning"] });
        isBad = false;
      });
    } finally {
      if (does !== "away") service.close();
    }
  });
}

test("each of several queries in one answer says it, and the answer warns once", async () => {
  await use({ model: "none" }, async ({ workspace, warnings }) => {
    const { queries } = await workspace.search(QUERIES, { groupBy: "query" });
    assert.equal(queries.length, 3);
    for (const { lists_missing: missing } of queries) assert.match(missing![0]!.reason, /^there is no model "none"/);
    assert.equal(warnings.length, 1);
    const merged = tookPart(await workspace.searchMulti(QUERIES, {}));
    assert.deepEqual(merged.lists_missing, queries[0]!.lists_missing);
    const within: string[] = [];
    await workspace.search(QUERIES[0]!, { onLeftOut: ({ message }) => void within.push(message), maxTokens: 500 });
    assert.deepEqual([warnings.length, within], [2, [warnings[0]]]);
  });
});

test("a query that the model cannot embed, and one of several topics, say so", async () => {
  await use({}, async ({ workspace }) => {
    await workspace.update({ full: true });
    for (const query of [`${OVERFLOWS} cat`, `${OVERFLOWS} dog`]) {
      const { lists, lists_missing: missing } = tookPart(await workspace.search(query));
      assert.deepEqual(lists, ["words"]);
      assert.match(missing![0]!.reason, /^the query could not be embedded: /);
    }
    const { lists, lists_missing: missing } = tookPart(await workspace.search(["dog cat", `${OVERFLOWS} cat`]));
    assert.deepEqual(lists, ["words", "meaning"]);
    assert.match(missing![0]!.reason, /^1 of 2 parts of the query could not be embedded: /);
  });
});

test("sections that the model could not embed are counted in each answer", async () => {
  await use({}, async ({ workspace, warnings }) => {
    await workspace.update({ full: true });
    warnings.length = 0;
    for (const query of QUERIES) {
      const { lists, lists_missing: missing } = tookPart(await workspace.search(query));
      assert.deepEqual(lists, ["words", "meaning"]);
      assert.match(missing![0]!.reason, /^1 of \d sections has no vector: the model could not embed it$/);
    }
    assert.equal(warnings.length, QUERIES.length);
  }, { "/project/docs/odd.md": `# Odd\n\n${OVERFLOWS}\n` });
});

test("what was chosen is what took part, and what a caller turned off is not missing", async () => {
  await use({ rerank: "judge" }, async ({ workspace, warnings }) => {
    await workspace.update({ full: true });
    const asked: readonly (readonly [SearchOptions, TookPart["lists"]])[] = [
      [{}, ["words", "meaning"]],
      [{ lexical: true }, ["words"]],
      [{ weight: 0 }, ["words"]],
      [{ semantic: true }, ["meaning"]],
      [{ rerank: true }, ["words", "meaning", "rerank"]],
      [{ rerank: true, lexical: true }, ["words", "rerank"]],
    ];
    for (const [options, lists] of asked) {
      assert.deepEqual(tookPart(await workspace.search("dog cat", options)), { lists }, JSON.stringify(options));
    }
    // Words alone answer what stands in a document, and a filter has no meaning.
    for (const query of ["red cat", "path:animals"]) {
      assert.deepEqual(tookPart(await workspace.search(query)), { lists: ["words"] }, query);
    }
    assert.deepEqual(tookPart(await workspace.context("docs/animals.md")).lists_missing, undefined);
    assert.deepEqual(warnings, []);
    const filtered = tookPart(await workspace.search("path:animals", { semantic: true }));
    assert.deepEqual(filtered.lists_missing!.map(({ list }) => list), ["meaning"]);
    const topics = tookPart(await workspace.search(["dog cat", "runs red"], { rerank: true }));
    assert.deepEqual(topics.lists_missing, [
      { list: "rerank", reason: "a query with several topics is not reranked" },
    ]);
    assert.equal(warnings.at(-1), "not reranked: a query with several topics is not reranked");
  });
});

test("likethis says what it compared, and compares vectors where no word tells texts apart", async () => {
  // Each word stands in one section alone, so that no two sections share one.
  const files = {
    "/project/docs/more.md": "# More\n\n## One\n\nblue bird eats\n\n## Two\n\nredx catx\n",
    "/project/docs/same.md": "# Same\n\nthe blue bird eats\n",
    "/project/other.md": "# Other\n\nsleeps red\n",
  };
  await use({}, async ({ workspace, fs, warnings }) => {
    await workspace.update({ full: true });
    const like = await workspace.likeThis("docs:more.md#two", { explain: true });
    assert.deepEqual(tookPart(like), { lists: ["meaning"] });
    assert.ok(ids(like).length > 0 && !ids(like).includes("docs:more.md#two"), ids(like).join());
    const near = like.queries[0]!.explain!.results.map(({ fused }) => fused!.cosine!);
    assert.deepEqual(near, near.toSorted((a, b) => b - a));
    assert.ok(like.queries[0]!.results.every(({ by }) => by === "meaning"));
    const both = await workspace.likeThis("docs:more.md#one");
    assert.deepEqual(tookPart(both), { lists: ["words", "meaning"] });
    assert.deepEqual(ids(both), ["docs:same.md"]);
    assert.deepEqual(warnings, []);
    const outside = tookPart(await workspace.likeThis("other.md"));
    assert.deepEqual(outside.lists_missing!.map(({ reason }) => reason), [
      "the file is not in the index, so it has no vector",
    ]);
    fs.writeFile("/project/docs/new.md", new TextEncoder().encode("# New\n\nthe red cat sleeps alone\n"));
    await workspace.list("docs");
    const waiting = tookPart(await workspace.likeThis("docs:new.md", { update: false }));
    assert.match(
      waiting.lists_missing![0]!.reason,
      /^\d of \d+ sections ha(s|ve) no vector: run ra update --semantic$/,
    );
  }, files);
});

const WITHOUT_MODEL = {
  ".ra.toml": '[tree.docs]\npath = "docs"\n\n[semantic]\nenabled = true\nmodel = "none"\n',
  "docs/animals.md": ANIMALS,
};
const REASON = 'there is no model "none" (ra model list shows all; ra model add adds one)';
const NOTE = `searched by words alone: ${REASON}`;
const MISSING = [{ list: "meaning", reason: REASON }];

test("the command line says it once in each answer: on stderr, in JSON, in explain and why-not", () =>
  withProject(WITHOUT_MODEL, (folder) => {
    const ra = (...args: readonly string[]) => {
      const { code, stderr, stdout } = runRa(args, { cwd: folder });
      assert.equal(code, 0, stderr);
      assert.equal(stderr, `ra: warning: ${NOTE}\n`, args.join(" "));
      return stdout;
    };
    for (const command of [["search", "dog cat"], ["search", "red cat"], ["likethis", "docs:animals.md#cat"]]) {
      assert.ok(!ra(...command).includes(NOTE));
      const entry = (JSON.parse(ra(...command, "--json")) as SearchAnswer).queries[0]!;
      assert.deepEqual(entry.lists_missing, MISSING);
    }
    assert.match(
      ra("search", "dog cat", "--explain"),
      /^Lists\n {2}took part +words\n {2}missing +searched by words alone: there/m,
    );
    assert.ok(ra("search", "dog zzz", "--why-not", "docs:animals.md#cat").includes(`; ${NOTE}\n`));
    // Nothing was asked for beyond words.
    const lexical = runRa(["search", "dog cat", "--lexical", "--explain"], { cwd: folder });
    assert.equal(lexical.stderr, "");
    assert.doesNotMatch(lexical.stdout, /^Lists/m);
  }));

test("each answer of a conversation says it", () =>
  withProject(WITHOUT_MODEL, async (folder) => {
    const running = startRa(["ask"], folder, { listens: true });
    running.write("does the cat run or the dog?\nwhat sleeps of the dogs?\n");
    assert.equal(await running.closeInput(), 0, running.stderr());
    assert.equal(running.stderr().split(`ra: warning: ${NOTE}\n`).length, 3, running.stderr());
    const { stdout } = runRa(["ask", "--json", "does the cat run or the dog?"], { cwd: folder });
    const { lists, lists_missing } = JSON.parse(stdout) as CitedAnswer;
    assert.deepEqual([lists, lists_missing], [["words"], MISSING]);
  }));

test("MCP says it in each answer of a search, and in no other", () =>
  withServer(WITHOUT_MODEL, async ({ client }) => {
    for (const queries of [...QUERIES, QUERIES]) {
      const { structured, texts } = await callTool(client, "search", { queries });
      const entries = structured["queries"] as readonly TookPart[];
      for (const { lists, lists_missing } of entries) assert.deepEqual([lists, lists_missing], [["words"], MISSING]);
      assert.deepEqual(structured["warnings"], [NOTE]);
      assert.equal(texts.join("\n").split(`Warning: ${NOTE}.`).length, 2);
    }
    const others = await Promise.all([
      callTool(client, "search", { queries: "dog cat", lexical: true }),
      callTool(client, "get", { id: "docs:animals.md#cat" }),
      callTool(client, "search", { queries: "cat dog" }),
      callTool(client, "get", { id: "docs:animals.md#dog" }),
    ]);
    assert.deepEqual(others.map(({ structured }) => structured["warnings"]), [[], [], [NOTE], []]);
  }));

test("ra serve says it in each answer and on its page", () =>
  withProject(WITHOUT_MODEL, async (folder) => {
    const service = await startService(folder);
    try {
      for (const query of QUERIES) {
        const asked = `q=${encodeURIComponent(query)}`;
        const { queries } = await (await fetch(`${service.url}/api/search?${asked}`)).json() as SearchAnswer;
        assert.deepEqual([queries[0]!.lists, queries[0]!.lists_missing], [["words"], MISSING]);
        const page = await (await fetch(`${service.url}/?${asked}`)).text();
        assert.match(page, /<p class="note">Searched by words alone: there is no model &quot;none&quot; /);
      }
      const lexical = await (await fetch(`${service.url}/?q=dog+cat&by=words`)).text();
      assert.doesNotMatch(lexical, /there is no model/);
    } finally {
      await service.stop();
    }
  }));

test("rows of rag retrieve and answers of rag chat say what took part", () =>
  withChat([], async ({ ra, folder }) => {
    const retrieve = async (...flags: readonly string[]) => {
      const { stdout, stderr } = await ra("retrieve", "--json", ...flags, "how do I switch BM25 off?");
      const { lists, lists_missing } = JSON.parse(stdout || stderr) as RagRetrieveAnswer;
      return { lists, lists_missing };
    };
    assert.deepEqual(await retrieve(), { lists: ["words", "meaning"], lists_missing: undefined });
    assert.deepEqual(await retrieve("--bm25", "false"), { lists: ["meaning"], lists_missing: undefined });
    rmSync(join(folder, "no-home/.local"), { recursive: true });
    for (const _ of [1, 2]) {
      const { lists, lists_missing: missing } = await retrieve();
      assert.deepEqual([lists, missing!.map(({ list }) => list)], [["words"], ["meaning"]]);
      assert.match(missing![0]!.reason, /^there is no model "small"/);
    }
  }));
