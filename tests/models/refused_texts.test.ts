// A service that refuses some of the texts: they are left out by name, and all others are embedded.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RaError } from "../../src/errors.ts";
import type { EmbeddingSettings } from "../../src/config/config.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openEmbedder } from "../../src/models/embed/open_embedder.ts";
import type { Embedded, Embedder } from "../../src/search/ports/embedder.ts";
import { open } from "../../src/workspace.ts";
import { type Asked, type Behaviour, type Reply, startModelService } from "./model_service.ts";

const host = { fs: createMemoryFileSystem({}), home: "/home/ada", warn() {} };

/** What a vector says of its text, so that one in the wrong place is seen. */
const vectorOf = (text: string): readonly number[] => [text.length, text.charCodeAt(0), 1];
const isOf = (vector: Embedded | undefined, text: string): boolean => {
  if (!(vector instanceof Float32Array)) return false;
  const length = Math.hypot(...vectorOf(text));
  return vectorOf(text).every((value, at) => Math.abs(value / length - vector[at]!) < 1e-6);
};
const rows = (inputs: readonly string[]): readonly unknown[] =>
  inputs.map((text, index) => ({ index, embedding: vectorOf(text) }));
const embeds = (inputs: readonly string[]): Reply => ({ body: { data: rows(inputs) } });
const refuses = (status: number, message: string): Reply => ({ status, body: { error: { message } } });

async function withEmbedder(
  behave: (inputs: readonly string[], asked: Asked, count: number) => Reply | "cut",
  use: (embedder: Embedder, sizes: readonly number[]) => Promise<void>,
  more: Partial<EmbeddingSettings> = {},
): Promise<void> {
  const sizes: number[] = [];
  const service = await startModelService((asked, count) => {
    const { input = [] } = asked.body;
    sizes.push(input.length);
    return behave(input, asked, count);
  });
  try {
    const settings = {
      model: "m",
      provider: "openai",
      batch_size: 32,
      device: "cpu",
      base_url: service.address,
    } as const;
    await use(await openEmbedder({ ...settings, ...more }, host), sizes);
  } finally {
    service.close();
  }
}

const TEXTS = Array.from({ length: 40 }, (_, at) => `text ${"x".repeat(at)}${at}`);
const BAD = TEXTS[21]!;

const NAN = "failed to encode response: json: unsupported value: NaN";
const REFUSALS: Readonly<Record<string, readonly [(inputs: readonly string[]) => Reply | "cut", RegExp]>> = {
  "a 500": [() => refuses(500, NAN), /the service answers 500: .*NaN$/],
  "a 400": [() => refuses(400, "invalid input"), /the service answers 400: invalid input$/],
  "a 422": [
    () => ({ status: 422, body: { detail: [{ loc: ["body", "input"], msg: "not good" }] } }),
    /422: input: not good$/,
  ],
  "a lost connection": [() => "cut", /the connection was lost/],
  "too long, and cannot be shorter": [() => refuses(400, "maximum context length is 1 token"), /400: maximum context/],
  "NaN in its row": [
    (inputs) => ({
      body: JSON.stringify({ data: rows(inputs) }).replace(
        /\[(\d+),116,1\]/g,
        (found) => JSON.parse(found)[0] === BAD.length ? "[NaN,-Infinity,1]" : found,
      ),
    }),
    /gives no vector for this text$/,
  ],
  "null for its row": [
    (inputs) => ({
      body: {
        data: inputs.map((text, index) => (text === BAD ? { index, embedding: null } : rows([text])[0])).map((
          row,
          index,
        ) => ({ ...row as object, index })),
      },
    }),
    /gives no vector for this text$/,
  ],
  "no row for it": [
    (inputs) => ({ body: { data: rows(inputs).filter((_, at) => inputs[at] !== BAD) } }),
    /its answer has 0 vectors for 1 texts$/,
  ],
  "a row of zeros": [
    (inputs) => ({
      body: { data: inputs.map((text, index) => ({ index, embedding: text === BAD ? [0, 0, 0] : vectorOf(text) })) },
    }),
    /a vector without direction/,
  ],
};

for (const [name, [reply, failure]] of Object.entries(REFUSALS)) {
  test(`${name}: the text is left out with the reason, and the others are embedded`, () =>
    withEmbedder((inputs) => (inputs.includes(BAD) ? reply(inputs) : embeds(inputs)), async (embedder) => {
      const kept: number[] = [];
      const found = await embedder.embed(
        TEXTS,
        "passage",
        undefined,
        (from, made) => void kept.push(from, made.length),
      );
      assert.equal(found.length, TEXTS.length);
      found.forEach((vector, at) => assert.equal(isOf(vector, TEXTS[at]!), TEXTS[at] !== BAD, `text ${at}`));
      assert.match((found[21] as { readonly failure: string }).failure, failure);
      assert.deepEqual(kept, [0, 32, 32, 8]);
    }));
}

test("a text that only fails beside another one is embedded alone", () =>
  withEmbedder(
    (inputs) =>
      inputs.length > 1 && inputs.includes(BAD)
        ? { body: { data: inputs.map((text, index) => ({ index, embedding: text === BAD ? null : vectorOf(text) })) } }
        : embeds(inputs),
    async (embedder) => {
      const found = await embedder.embed(TEXTS, "passage");
      found.forEach((vector, at) => assert.ok(isOf(vector, TEXTS[at]!)));
    },
  ));

const BATCHES: readonly (readonly [says: string, most: number])[] = [
  ["invalid request: total number of texts must be at most 7, received 32", 7],
  ["batch size 32 > maximum allowed batch size 7", 7],
  ["batch size is invalid, it should not be larger than 7", 7],
  ["BatchEmbedContentsRequest.requests: at most 7 requests can be in one batch", 7],
  ["List should have at most 7 items after validation, not 32", 7],
  ["The max number of batch size is 7.", 7],
  ["input数组最大不得超过7条", 7],
];

for (const [says, most] of BATCHES) {
  test(`a service that takes ${most} texts at once gets no more: ${says.slice(0, 50)}`, () =>
    withEmbedder((inputs) => (inputs.length > most ? refuses(400, says) : embeds(inputs)), async (embedder, sizes) => {
      for (const texts of [TEXTS, TEXTS.slice(0, 9)]) {
        const found = await embedder.embed(texts, "passage");
        found.forEach((vector, at) => assert.ok(isOf(vector, texts[at]!)));
      }
      assert.deepEqual(sizes.filter((size) => size > most), [32], "it is asked once for too many");
    }));
}

test("a bound that names no number is found once", () =>
  withEmbedder((inputs) => (inputs.length > 10 ? { status: 413 } : embeds(inputs)), async (embedder, sizes) => {
    const texts = Array.from({ length: 96 }, (_, at) => `text ${at}`);
    const found = await embedder.embed(texts, "passage");
    found.forEach((vector, at) => assert.ok(isOf(vector, texts[at]!)));
    assert.equal(sizes.filter((size) => size === 32).length, 1, sizes.join(" "));
    assert.ok(sizes.filter((size) => size > 10).length <= 4, sizes.join(" "));
  }));

test("a text that is too long does not make the batches smaller", () => {
  const long = "y".repeat(4000);
  return withEmbedder(
    (
      inputs,
    ) => (inputs.some((text) => text.length > 300) ? refuses(500, "input is too large to process") : embeds(inputs)),
    async (embedder, sizes) => {
      const texts = [...TEXTS.slice(0, 31), long, ...TEXTS];
      const found = await embedder.embed(texts, "passage");
      assert.ok(isOf(found[31], long.slice(0, 250)));
      assert.equal(embedder.isOfBeginning!(found[31] as Float32Array), true);
      assert.deepEqual(sizes.slice(-2), [32, 8]);
    },
  );
});

test("rows without an index are in the order of the texts, and values may be in base64", async () => {
  const bytes = (values: readonly number[]) => Buffer.from(Float32Array.from(values).buffer).toString("base64");
  const replies: readonly ((inputs: readonly string[]) => Reply)[] = [
    (inputs) => ({ body: { data: inputs.map((text) => ({ embedding: vectorOf(text) })) } }),
    (inputs) => ({ body: { data: inputs.map((text) => ({ index: null, embedding: vectorOf(text) })) } }),
    (inputs) => ({ body: { data: inputs.map((text, index) => ({ index, embedding: bytes(vectorOf(text)) })) } }),
    // One that numbers each row with 0 is asked for one text at a time.
    (inputs) => ({ body: { data: inputs.map((text) => ({ index: 0, embedding: vectorOf(text) })) } }),
    (inputs) => ({ body: { data: inputs.slice(0, 1).map((text) => ({ index: 0, embedding: vectorOf(text) })) } }),
  ];
  for (const reply of replies) {
    await withEmbedder(reply, async (embedder) => {
      const found = await embedder.embed(TEXTS.slice(0, 5), "passage");
      found.forEach((vector, at) => assert.ok(isOf(vector, TEXTS[at]!)));
    });
  }
});

test("a service that does not know encoding_format is asked without, once", async () => {
  const shapes: readonly Reply[] = [
    refuses(400, "Unknown parameter: encoding_format"),
    { status: 422, body: { detail: [{ loc: ["body", "encoding_format"], msg: "Extra inputs are not permitted" }] } },
  ];
  for (const refusal of shapes) {
    const named: boolean[] = [];
    await withEmbedder((inputs, { body }) => {
      named.push("encoding_format" in body);
      return named.at(-1) === true ? refusal : embeds(inputs);
    }, async (embedder) => {
      const found = await embedder.embed(TEXTS, "passage");
      found.forEach((vector, at) => assert.ok(isOf(vector, TEXTS[at]!)));
      assert.deepEqual(named, [true, false, false]);
    });
  }
});

const ALL: Readonly<Record<string, readonly [(inputs: readonly string[]) => Reply | "cut", RegExp, most: number]>> = {
  "a 400": [() => refuses(400, "there is no model m"), /the service answers 400: there is no model m$/, 2],
  "a 404": [() => refuses(404, "no such model"), /the service answers 404: no such model$/, 1],
  "a 401": [() => refuses(401, "who are you"), /the service answers 401: who are you$/, 1],
  "a 500": [() => refuses(500, NAN), /the service answers 500: .*NaN$/, 3],
  "a web page": [() => ({ body: "<html>" }), /its answer has no `data`$/, 2],
  "no vector": [
    (inputs) => ({ body: { data: inputs.map((_, index) => ({ index, embedding: null })) } }),
    /no vector/,
    4,
  ],
  "a longer message than others": [
    () => refuses(400, "you exceeded your current quota"),
    /exceeded your current quota$/,
    3,
  ],
};

for (const [name, [reply, message, most]] of Object.entries(ALL)) {
  test(`${name} for each text is one error, and few requests`, () =>
    withEmbedder(reply, async (embedder, sizes) => {
      await assert.rejects(embedder.embed(TEXTS, "passage"), { code: "embedding-failed", message });
      assert.ok(sizes.length <= most, sizes.join(" "));
    }));
}

test("a service that embeds nothing but the simplest text is one error", () =>
  withEmbedder(
    (inputs) => (inputs.some((text) => text.startsWith("text")) ? refuses(400, "bad") : embeds(inputs)),
    async (
      embedder,
    ) => {
      const texts = Array.from({ length: 64 }, (_, at) => `text ${at}`);
      await assert.rejects(embedder.embed(texts, "passage"), {
        code: "embedding-failed",
        message: /refuses each of 32 texts/,
      });
    },
  ));

test("another width than `dimensions` says is one error that names both", () =>
  withEmbedder((inputs) => embeds(inputs), async (embedder) => {
    await assert.rejects(embedder.embed(TEXTS, "passage"), {
      code: "embedding-failed",
      message: /gives 3 values where it gave 2 before \(`dimensions` says 2\)$/,
    });
  }, { dimensions: 2 }));

test("a long Retry-After ends the work at once, keeps what came, and is not asked again", async () => {
  await withEmbedder(
    (
      inputs,
      _,
      count,
    ) => (count > 1 ? { status: 429, headers: { "retry-after": "7200" }, body: { message: "slow" } } : embeds(inputs)),
    async (embedder, sizes) => {
      const kept: Embedded[] = [];
      const began = performance.now();
      const message = /the service answers 429, and wants to be asked again in 2 h 00 min, at .* UTC: slow$/;
      await assert.rejects(
        embedder.embed(TEXTS, "passage", undefined, (_, made) => void kept.push(...made)),
        { code: "embedding-failed", message, hint: /again then/ },
      );
      assert.equal(kept.length, 32);
      kept.forEach((vector, at) => assert.ok(isOf(vector, TEXTS[at]!)));
      for (const as of ["query", "passage"] as const) await assert.rejects(embedder.embed(["a"], as), { message });
      assert.equal(sizes.length, 2);
      assert.ok(performance.now() - began < 2000);
    },
  );
});

test("while a service is away, each error says how long it still is", () =>
  withEmbedder(
    () => ({ status: 429, headers: { "retry-after": "61" }, body: { message: "slow" } }),
    async (embedder, sizes) => {
      const failed = async (): Promise<RaError> =>
        await embedder.embed(["a"], "passage").then(() => assert.fail("it embeds"), (error: RaError) => error);
      const first = await failed();
      assert.match(first.message, /again in 2 min, at /);
      await new Promise((resolve) => setTimeout(resolve, 1200));
      const second = await failed();
      assert.match(second.message, /answers 429, and wants to be asked again in 1 min, at .* UTC: slow$/);
      assert.ok(second.refusal!.retryAfterMs! <= first.refusal!.retryAfterMs! - 1190);
      assert.equal(sizes.length, 1);
    },
  ));

test("a query that the service fails at leaves the service for the others", () =>
  withEmbedder((inputs) => (inputs.includes("bad") ? refuses(500, NAN) : embeds(inputs)), async (embedder) => {
    const [bad] = await embedder.embed(["bad"], "query");
    assert.match((bad as { readonly failure: string }).failure, /500: .*NaN/);
    assert.ok(isOf((await embedder.embed(["good"], "query"))[0], "good"));
  }));

test("`ra update` and `ra status` name the sections that a service refuses, and the next update tries again", async () => {
  let isWell = false;
  const behave: Behaviour = ({ body: { input = [] } }) =>
    !isWell && input.some((text) => text.includes("poison")) ? refuses(500, NAN) : embeds(input);
  const service = await startModelService(behave);
  const warnings: string[] = [];
  const workspace = await open("/project", {
    config: {
      tree: { docs: { path: "docs" } },
      semantic: { enabled: true, provider: "openai", model: "m", base_url: service.address },
    },
    fs: createMemoryFileSystem({
      "/project/docs/a.md": "# Cat\n\nthe red cat\n\n## Odd\n\npoison\n\n## Dog\n\na dog\n",
      "/project/docs/b.md": "# Bird\n\na blue bird\n",
    }),
    home: "/home/ada",
    onWarning: ({ code, message }) => void warnings.push(`${code}: ${message.replace(service.address, "URL")}`),
  });
  try {
    await workspace.update({ full: true });
    assert.deepEqual(warnings, [
      `vectors-failed: docs:a.md:5-8 was not embedded: URL: the service answers 500: ${NAN}`,
      "vectors-failed: the model could not embed 1 section; searches find it by its words, and ra update tries again",
    ]);
    const { semantic } = await workspace.status();
    assert.deepEqual([semantic!.failed, semantic!.failed_sections, semantic!.pending], [1, ["docs:a.md:5-8"], 0]);
    const { queries: [entry] } = await workspace.search("poison");
    assert.deepEqual(entry!.results.map(({ doc_id }) => doc_id), ["docs:a.md"]);
    isWell = true;
    warnings.length = 0;
    await workspace.update({ semantic: true });
    assert.deepEqual(warnings, []);
    const after = (await workspace.status()).semantic!;
    assert.deepEqual([after.failed, after.failed_sections], [0, undefined]);
  } finally {
    workspace.close();
    service.close();
  }
});
