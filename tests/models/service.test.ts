/** The provider `openai`: services with `/v1/embeddings` and `/v1/rerank`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SemanticSettings } from "../../src/config/config.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { Embedded } from "../../src/search/ports/embedder.ts";
import { embedPending } from "../../src/models/embed/embed_pending.ts";
import { openEmbedder } from "../../src/models/embed/open_embedder.ts";
import { passageText } from "../../src/models/embed/passage_text.ts";
import { openReranker } from "../../src/models/embed/open_reranker.ts";
import { openVectorCache } from "../../src/models/embed/vector_cache.ts";
import { indexDirectory, type OpenIndex } from "../../src/store/published/open_index.ts";
import { createFilePassages } from "../../src/store/snapshot/file_passages.ts";
import { open } from "../../src/workspace.ts";
import { SEMANTIC_OFF } from "../search/retrieval/semantic_settings.ts";
import { installSmallModel } from "./installed_model.ts";
import { type Behaviour, type ModelService, type Reply, startModelService } from "./model_service.ts";

delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const settingsOf = (base_url: string, more: Partial<SemanticSettings> = {}): SemanticSettings => ({
  ...SEMANTIC_OFF,
  enabled: true,
  provider: "openai",
  model: "small",
  base_url,
  ...more,
});
const host = { fs: createMemoryFileSystem({}), home: HOME, warn() {} };

async function withService<T>(behave: Behaviour | undefined, use: (service: ModelService) => Promise<T>): Promise<T> {
  const service = await startModelService(behave);
  try {
    return await use(service);
  } finally {
    service.close();
  }
}

async function embed(
  texts: readonly string[],
  behave?: Behaviour,
  more: Partial<SemanticSettings> = {},
): Promise<readonly Embedded[]> {
  return await withService(behave, async ({ address }) => {
    const embedder = await openEmbedder(settingsOf(address, more), host);
    return await embedder.embed(texts, "passage");
  });
}

/** The vectors that ra's own small model gives. */
async function expected(texts: readonly string[]): Promise<readonly Embedded[]> {
  const fs = createMemoryFileSystem({});
  await installSmallModel(fs, HOME, "small");
  const embedder = await openEmbedder({ ...settingsOf("http://localhost"), provider: "local" }, {
    fs,
    home: HOME,
    warn() {},
    threads: 0,
  });
  try {
    return await embedder.embed(texts, "passage");
  } finally {
    embedder.close();
  }
}

function assertSame(found: readonly Embedded[], wanted: readonly Embedded[]): void {
  assert.equal(found.length, wanted.length);
  found.forEach((vector, at) => {
    assert.ok(vector instanceof Float32Array, JSON.stringify(vector));
    (wanted[at] as Float32Array).forEach((value, place) => assert.ok(Math.abs(value - vector[place]!) < 1e-6));
  });
}

const TEXTS = ["the red cat sleeps", "a dog", "birds eat", "green", "blue bird runs", "red red red"];

test("a service's vectors are placed by their index, have length 1, and come in batches", async () => {
  await withService(undefined, async ({ address, asked }) => {
    const embedder = await openEmbedder(settingsOf(`${address}/`, { batch_size: 4, dimensions: 16 }), host);
    assertSame(await embedder.embed(TEXTS, "passage"), await expected(TEXTS));
    assert.deepEqual(asked.map(({ path, body }) => [path, body.model, body.input?.length, body.dimensions]), [
      ["/v1/embeddings", "small", 4, 16],
      ["/v1/embeddings", "small", 2, 16],
    ]);
    assert.equal(asked[0]!.authorization, undefined);
  });
});

test("a service never gets a source file", async () => {
  await withService(undefined, async ({ address, asked }) => {
    const workspace = await open("/project", {
      config: {
        tree: { docs: { path: "docs" } },
        semantic: { enabled: true, model: "small", provider: "openai", base_url: address, floor: 0 },
      },
      fs: createMemoryFileSystem({
        "/project/docs/a.md": "# Cat\n\nthe red cat sleeps\n",
        "/project/src/cat.txt": "the red cat sleeps, and our red cat sleeps alone",
      }),
      home: HOME,
      onWarning: ({ message }) => assert.fail(message),
    });
    await workspace.update({ full: true });
    const { queries: [entry] } = await workspace.context("src/cat.txt");
    assert.deepEqual(entry!.results.map(({ doc_id, by }) => [doc_id, by]), [["docs:a.md", undefined]]);
    assert.deepEqual(asked.flatMap(({ body }) => body.input), ["Cat\n\nthe red cat sleeps\n\n"]);
    workspace.close();
  });
});

test("a project that embeds with a service finds what one with ra's own model finds", async () => {
  await withService(undefined, async ({ address }) => {
    const found: unknown[] = [];
    for (const semantic of [{ provider: "openai", base_url: address }, { provider: "local" }] as const) {
      const fs = createMemoryFileSystem({
        "/project/docs/a.md": "# Animals\n\n## Cat\n\nthe red cat sleeps\n\n## Dog\n\nthe green dog runs\n",
        "/project/docs/b.md": "# Birds\n\nthe blue bird eats\n",
      });
      await installSmallModel(fs, HOME, "small");
      const workspace = await open("/project", {
        config: {
          tree: { docs: { path: "docs" } },
          semantic: { enabled: true, model: "small", floor: 0, ...semantic },
        },
        fs,
        home: HOME,
        onWarning: ({ message }) => assert.fail(message),
      });
      await workspace.update({ full: true });
      const { queries: [entry] } = await workspace.search("sleeps zzz", { semantic: true, cutoffRatio: 0 });
      found.push(entry!.results.map(({ id, by }) => [id, by]));
      assert.equal((await workspace.status()).semantic?.pending, 0);
      workspace.close();
    }
    assert.deepEqual(found[0], found[1]);
    assert.ok((found[0] as unknown[]).length > 1);
  });
});

test("a service that is busy, fails or loses the connection is asked again", async () => {
  const first: (Reply | "cut")[] = [
    { status: 429, headers: { "retry-after": "0" } },
    { status: 503, headers: { "retry-after": "0" }, body: "not JSON" },
    "cut",
  ];
  assertSame(await embed(TEXTS, () => first.shift()), await expected(TEXTS));
  assert.deepEqual(first, []);
});

test("a service that keeps failing is one error with what it says", async () => {
  const behave: Behaviour = () => ({
    status: 500,
    headers: { "retry-after": "0" },
    body: { error: { message: "out of\u001b[31m memory" } },
  });
  await assert.rejects(embed(TEXTS, behave), {
    code: "embedding-failed",
    message: /^http:\/\/127\.0\.0\.1:\d+\/v1: the service answers 500: out of\S* ?memory$/,
  });
});

test("batches that are too large are split, and a text that is too long is cut", async () => {
  const sizes: number[] = [];
  const behave: Behaviour = ({ body: { input = [] } }) => {
    sizes.push(input.length);
    if (input.length > 2) return { status: 413 };
    return input.some((text) => text.length > 1_500)
      ? { status: 400, body: { error: { message: "This model's maximum context length is 512 tokens" } } }
      : undefined;
  };
  const long = "cat ".repeat(1_000);
  assertSame(await embed([...TEXTS, long], behave), await expected([...TEXTS, long.slice(0, 1_000)]));
  assert.equal(sizes[0], 7);
});

test("a text that the service refuses is recorded, and the others are embedded", async () => {
  const behave: Behaviour = ({ body: { input = [] } }) =>
    input.includes("a dog") && input.length > 0 && input[0] !== TEXTS[0]
      ? { status: 400, body: { error: { message: "invalid input" } } }
      : undefined;
  const found = await embed(TEXTS, behave, { batch_size: 1 });
  const failed = found[1] as { readonly failure: string };
  assert.match(failed.failure, /the service answers 400: invalid input$/);
  const others = (list: readonly Embedded[]): readonly Embedded[] => list.filter((_, at) => at !== 1);
  assertSame(others(found), others(await expected(TEXTS)));
});

test("an answer that is not what was asked is an error, and never a wrong vector", async () => {
  const vector = [1, ...Array.from({ length: 15 }, () => 0)];
  const wrong: readonly [body: unknown, message: RegExp][] = [
    ["<html>", /has no `data`/],
    [{}, /has no `data`/],
    [{ data: [] }, /has 0 vectors for 2 texts/],
    [{ data: [{ index: 0, embedding: vector }, { index: 0, embedding: vector }] }, /two for one/],
    [{ data: [{ index: 0, embedding: vector }, { index: 2, embedding: vector }] }, /for no text/],
    [{ data: [null, 1] }, /for no text/],
  ];
  for (const [body, message] of wrong) {
    await assert.rejects(embed(["a", "b"], () => ({ body })), { code: "embedding-failed", message });
  }
  const unusable: readonly (readonly [unknown, RegExp])[] = [
    [vector.slice(1, 9), /gives 8 values where it gave 16 before/],
    [vector.map(() => 0), /without direction/],
    [["1", "2"], /gives no vector/],
    [vector.map(() => null), /gives no vector/],
  ];
  for (const [embedding, failure] of unusable) {
    const behave: Behaviour = ({ body: { input = [] } }) => ({
      body: { data: input.map((text, index) => ({ index, embedding: text === "b" ? embedding : vector })) },
    });
    const [good, bad] = await embed(["a", "b"], behave);
    assert.deepEqual([...good as Float32Array], vector);
    assert.match((bad as { readonly failure: string }).failure, failure);
  }
});

test("the key goes into the header, and into no message", async () => {
  const variable = "RA_TEST_SERVICE_KEY";
  process.env[variable] = "sk-secret-123";
  try {
    await withService(({ authorization }) => {
      return { status: 401, body: { error: { message: `Incorrect API key provided: ${authorization?.slice(7)}` } } };
    }, async ({ address, asked }) => {
      const embedder = await openEmbedder(settingsOf(address, { api_key_env: variable }), host);
      const error = await embedder.embed(["a"], "query").then(() => assert.fail(), (error: unknown) => error as Error);
      assert.equal(asked[0]!.authorization, "Bearer sk-secret-123");
      assert.match(error.message, /the service answers 401: Incorrect API key provided: …$/);
      assert.ok(!JSON.stringify([error.message, error.stack, error]).includes("sk-secret"));
    });
    for (const held of ["", "two words", "line\nbreak"]) {
      process.env[variable] = held;
      await assert.rejects(openEmbedder(settingsOf("http://localhost/v1", { api_key_env: variable }), host), {
        code: "embedding-failed",
        message: `${variable}, which \`api_key_env\` names, holds no key that can be sent`,
      });
    }
  } finally {
    delete process.env[variable];
  }
});

test("a redirection is not followed, as it may lead to somebody else", async () => {
  await withService(undefined, async (other) => {
    const behave: Behaviour = () => ({ status: 307, headers: { location: `${other.address}/embeddings` } });
    await withService(behave, async ({ address }) => {
      const embedder = await openEmbedder(settingsOf(address), host);
      await assert.rejects(embedder.embed(["a"], "query"), { message: /the service answers 307$/ });
      assert.deepEqual(other.asked, []);
    });
  });
});

test("a search does not wait for a service that is silent: words answer, and the warning says why", async () => {
  await withService((_, count) => (count > 1 ? "silent" : undefined), async ({ address }) => {
    const fs = createMemoryFileSystem({ "/project/docs/a.md": "# Cat\n\nthe red cat sleeps\n" });
    const warnings: string[] = [];
    const workspace = await open("/project", {
      config: {
        tree: { docs: { path: "docs" } },
        semantic: { enabled: true, provider: "openai", model: "small", base_url: address },
      },
      fs,
      home: HOME,
      onWarning: ({ message }) => void warnings.push(message),
    });
    await workspace.update({ full: true });
    const { queries: [entry] } = await workspace.search("what cat");
    assert.deepEqual(entry!.results.map(({ id }) => id), ["docs:a.md"]);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /^searched by words alone: .*no answer within 2 seconds/);
    await workspace.search("what red");
    assert.deepEqual(warnings[1], warnings[0], "each answer says it");
    workspace.close();
  });
});

test("a service without an address is an error", async () => {
  const { base_url: _, ...settings } = settingsOf("");
  await assert.rejects(openEmbedder(settings, host), {
    code: "embedding-failed",
    message: /`semantic.base_url` is not set/,
  });
});

test("the three dialects of rerankers give each passage its score", async () => {
  const rows = [{ index: 1, value: 0.9 }, { index: 0, value: -2 }];
  const jina = { results: rows.map(({ index, value }) => ({ index, relevance_score: value })) };
  const voyage = { data: rows.map(({ index, value }) => ({ index, relevance_score: value })) };
  const bare = rows.map(({ index, value }) => ({ index, score: value }));
  const dialects: readonly [Behaviour, readonly string[]][] = [
    [({ body: { documents } }) => (documents === undefined ? { status: 422 } : { body: jina }), ["/v1/rerank"]],
    [({ body: { documents } }) => (documents === undefined ? { status: 422 } : { body: voyage }), ["/v1/rerank"]],
    [
      ({ path, body: { texts } }) => (path === "/rerank" && texts !== undefined ? { body: bare } : { status: 404 }),
      ["/v1/rerank", "/rerank", "/rerank"],
    ],
  ];
  for (const [behave, paths] of dialects) {
    await withService(behave, async ({ address, asked }) => {
      const reranker = await openReranker("judge", settingsOf(address), host);
      assert.deepEqual(await reranker.score("q", ["a", "b"]), [-2, 0.9]);
      assert.deepEqual(await reranker.score("q", []), []);
      if (paths.length > 1) await reranker.score("q", ["a", "b"]);
      assert.deepEqual(asked.map(({ path }) => path), paths);
    });
  }
  const wrong: readonly unknown[] = [
    {},
    { results: [] },
    { results: [{ index: 0, relevance_score: 1 }, { index: 0, relevance_score: 1 }] },
    { results: [{ index: 0, relevance_score: 1 }, { index: 5, relevance_score: 1 }] },
    { results: [{ index: 0, relevance_score: 1 }, { index: 1, relevance_score: "high" }] },
  ];
  for (const body of wrong) {
    await withService(() => ({ body }), async ({ address }) => {
      const reranker = await openReranker("judge", settingsOf(address), host);
      await assert.rejects(reranker.score("q", ["a", "b"]), { code: "embedding-failed" });
    });
  }
});

const ANIMALS = {
  "/project/docs/a.md": "# Cat\n\nthe red cat sleeps, and a cat is a cat\n",
  "/project/docs/b.md": "# Dog\n\nthe green dog runs after the cat\n",
  "/project/docs/c.md": "# Bird\n\nthe blue bird eats what the cat left\n",
};

test("--rerank puts the best candidates in the reranker's order, and their scores stay with the places", async () => {
  const passages: string[][] = [];
  const behave: Behaviour = ({ path, body: { documents = [] } }) => {
    if (!path.endsWith("rerank")) return undefined;
    passages.push([...documents]);
    const order = ["dog", "bird", "cat sleeps"];
    const scoreOf = (text: string): number => 9 - order.findIndex((word) => text.includes(word));
    return { body: { results: documents.map((text, index) => ({ index, relevance_score: scoreOf(text) })) } };
  };
  await withService(behave, async ({ address, asked }) => {
    const fs = createMemoryFileSystem(ANIMALS);
    const workspace = await open("/project", {
      config: {
        tree: { docs: { path: "docs" } },
        semantic: { enabled: true, provider: "openai", model: "small", base_url: address, rerank: "judge", floor: 0 },
      },
      fs,
      home: HOME,
      onWarning: ({ message }) => assert.fail(message),
    });
    await workspace.update({ full: true });
    const search = async (query: string, rerank: boolean) => {
      const { queries: [entry] } = await workspace.search(query, { rerank, cutoffRatio: 0, explain: true });
      return entry!;
    };
    const ids = ({ results }: Awaited<ReturnType<typeof search>>): readonly string[] => results.map(({ id }) => id);
    const scores = ({ results }: Awaited<ReturnType<typeof search>>) => results.map(({ score }) => score);
    // No heading is the query.
    const before = await search("what cat", false);
    assert.equal(passages.length, 0);
    const after = await search("what cat", true);
    assert.deepEqual(ids(after), ["docs:b.md", "docs:c.md", "docs:a.md"]);
    assert.notDeepEqual(ids(after), ids(before));
    assert.deepEqual(scores(after), scores(before));
    assert.deepEqual(asked.at(-1)!.body.query, "what cat");
    assert.equal(asked.at(-1)!.body.model, "judge");
    assert.ok(
      passages[0]!.includes("Bird\n\nthe blue bird eats what the cat left\n\n"),
      passages[0]!.join("|"),
    );
    const [best] = after.explain!.results;
    assert.deepEqual(best!.reranked, { score: 9, before: ids(before).indexOf("docs:b.md") + 1 });
    assert.deepEqual(after.explain!.parameters["rerank"], { model: "judge", candidates: 20 });
    // A heading that is the query keeps its place.
    assert.equal(ids(await search("cat", true))[0], "docs:a.md");
    workspace.close();
  });
});

test("a reranker that cannot be loaded is named, and the search goes on without it", async () => {
  const fs = createMemoryFileSystem(ANIMALS);
  await installSmallModel(fs, HOME, "small");
  const warnings: string[] = [];
  const workspace = await open("/project", {
    config: {
      tree: { docs: { path: "docs" } },
      semantic: { enabled: true, model: "small", rerank: "no-such-judge", floor: 0 },
    },
    fs,
    home: HOME,
    onWarning: ({ message }) => void warnings.push(message),
  });
  await workspace.update({ full: true });
  const { queries: [entry] } = await workspace.search("what cat", { rerank: true });
  const { lists_missing: missing, ...rest } = entry!;
  assert.deepEqual(rest, (await workspace.search("what cat")).queries[0]);
  assert.deepEqual(missing!.map(({ list }) => list), ["rerank"]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^not reranked: .*"no-such-judge"/);
  workspace.close();
});

test("--rerank needs a reranker", async () => {
  const workspace = await open("/project", {
    config: { tree: { docs: { path: "docs" } }, semantic: { enabled: true, model: "small" } },
    fs: createMemoryFileSystem(ANIMALS),
    home: HOME,
  });
  await assert.rejects(workspace.search("cat", { rerank: true }), { code: "usage", message: /names no reranker/ });
  workspace.close();
});

test("before many texts leave the machine, ra says where they go and how much that is", async () => {
  const sections = Array.from({ length: 1_100 }, (_, at) => `## S${at}\n\nthe red cat runs ${at}\n`);
  const fs = createMemoryFileSystem({ "/project/docs/a.md": `# Many\n\n${sections.join("\n")}` });
  const config = { tree: { docs: { path: "docs" } } };
  const workspace = await open("/project", { config, fs, home: HOME });
  await workspace.update({ full: true });
  const engine = await loadEngine();
  const passages = createFilePassages(fs, workspace.config);
  const target = {
    fs,
    root: "/project",
    directory: indexDirectory("/project"),
    engine,
    served: (index: OpenIndex) => Promise.resolve(index),
    passagesOf: (index: OpenIndex) => passages.of(index),
    textOf: passageText,
  };
  await installSmallModel(fs, HOME, "small");
  const local = await openEmbedder({ ...settingsOf("http://localhost"), provider: "local" }, {
    ...host,
    fs,
    threads: 0,
  });
  const told: unknown[] = [];
  const onSending = (address: string, texts: number, tokens: number): void => void told.push([address, texts, tokens]);
  const embed = async (sendsTo: string | undefined): Promise<void> => {
    const cache = openVectorCache(fs, HOME, local.key);
    const embedder = { key: local.key, scale: local.scale, sendsTo, embed: local.embed.bind(local), close: () => {} };
    await embedPending(target, embedder, cache, { retryFailed: false, most: 0, onSending });
    cache.close();
  };
  await embed(undefined);
  assert.equal(told.length, 0);
  await embed("https://api.example.com/v1");
  // The titles, a line end, and the text below the heading.
  const characters = sections.reduce((sum, _, at) => sum + `Many › S${at}\n\nthe red cat runs ${at}\n`.length, 0);
  const [first] = told as (readonly [address: string, texts: number, tokens: number])[];
  const [address, texts, tokens] = first!;
  assert.deepEqual([address, texts], ["https://api.example.com/v1", 1_100]);
  assert.ok(Math.abs(tokens - characters / 4) < characters / 40, `${tokens} ${characters / 4}`);
  local.close();
  workspace.close();
});
