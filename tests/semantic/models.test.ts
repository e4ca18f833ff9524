import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createNodeFileSystem } from "../../src/host/node_file_system.ts";
import { type AddModel, addModel } from "../../src/semantic/models/add_model.ts";
import { listModels, removeModel } from "../../src/semantic/models/list_models.ts";
import { readModel } from "../../src/semantic/models/read_model.ts";
import { testModel } from "../../src/semantic/models/test_model.ts";
import { smallModel } from "./small_model.ts";

// The user's data folder is the one below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const fs = createNodeFileSystem();
const { config, vocabulary, weights } = smallModel();
const MODEL: Readonly<Record<string, Uint8Array>> = {
  "config.json": new TextEncoder().encode(config),
  "vocab.txt": new TextEncoder().encode(vocabulary),
  "model.safetensors": weights,
};

async function inFolder(use: (home: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "ra-models-"));
  try {
    await use(home.replaceAll("\\", "/"));
  } finally {
    rmSync(home, { recursive: true });
  }
}

const add = (home: string, asked: AddModel) =>
  addModel(asked, { fs, home, resolve: (path) => path, onFile() {}, onProgress() {} });

function filesIn(home: string, changes: Readonly<Record<string, Uint8Array | string | null>> = {}): string {
  const folder = mkdtempSync(join(home, "files-"));
  for (const [name, bytes] of Object.entries({ ...MODEL, ...changes })) {
    if (bytes !== null) writeFileSync(join(folder, name), bytes);
  }
  return folder.replaceAll("\\", "/");
}

const left = (home: string, name: string): readonly string[] => {
  try {
    return readdirSync(`${home}/.local/share/ra/models/${name}`).sort();
  } catch {
    return [];
  }
};

type Answer = (request: IncomingMessage, response: ServerResponse, bytes: Uint8Array | undefined) => void;

const whole: Answer = (_, response, bytes) => {
  if (bytes === undefined) response.writeHead(404).end();
  else response.writeHead(200, { "content-length": bytes.length }).end(bytes);
};

/** A hub with the small model. `asked` collects the addresses and ranges. */
async function withHub(answer: Answer, use: (asked: string[]) => Promise<void>): Promise<void> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.range ?? ""}`.trim());
    answer(request, response, MODEL[request.url!.split("/").slice(5).join("/")]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const before = process.env["HF_ENDPOINT"];
  process.env["HF_ENDPOINT"] = `http://127.0.0.1:${port}/`;
  try {
    await use(asked);
  } finally {
    if (before === undefined) delete process.env["HF_ENDPOINT"];
    else process.env["HF_ENDPOINT"] = before;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("addModel() stores a model of a folder in the form that ra runs, and removeModel() removes it", () =>
  inFolder(async (home) => {
    const card = await add(home, { what: filesIn(home), name: "mine" });
    assert.deepEqual(left(home, "mine"), ["config.json", "model.json", "vocab.txt", "weights.bin"]);
    assert.deepEqual([card.name, card.dtype, card.pooling, card.revision], ["mine", "int8", "mean", ""]);
    assert.deepEqual(readModel(fs, home, "mine").card, card);
    assert.deepEqual(listModels(fs, home).map(({ name, problem }) => [name, problem]), [["mine", undefined]]);
    assert.equal((await testModel(fs, home, "mine")).pairs.length, 5);
    removeModel(fs, home, "mine");
    assert.deepEqual(listModels(fs, home), []);
    assert.throws(() => removeModel(fs, home, "mine"), { code: "model-missing" });
    assert.throws(() => readModel(fs, home, "mine"), { code: "model-missing" });
  }));

test("addModel() reads pooling, longest input and prefixes from the model's own files", () =>
  inFolder(async (home) => {
    const folder = filesIn(home, { "sentence_bert_config.json": '{"max_seq_length": 17}' });
    fs.makeDirectory(`${folder}/1_Pooling`);
    writeFileSync(join(folder, "1_Pooling/config.json"), '{"pooling_mode_cls_token": true}');
    const { pooling, max_length, query_prefix } = await add(home, { what: folder, name: "cls" });
    assert.deepEqual([pooling, max_length, query_prefix], ["cls", 17, ""]);
    writeFileSync(join(folder, "1_Pooling/config.json"), '{"pooling_mode_max_tokens": true}');
    await assert.rejects(add(home, { what: folder, name: "max" }), { code: "model-invalid" });
    assert.deepEqual(left(home, "max"), []);
  }));

test("addModel() fetches the files of a revision", () =>
  inFolder(async (home) =>
    await withHub(whole, async (asked) => {
      const card = await add(home, { what: "intfloat/e5-tiny@abc" });
      assert.deepEqual([card.name, card.query_prefix, card.passage_prefix], ["e5-tiny", "query: ", "passage: "]);
      assert.equal(asked[0], "/intfloat/e5-tiny/resolve/abc/config.json");
      assert.deepEqual(left(home, "e5-tiny"), ["config.json", "model.json", "vocab.txt", "weights.bin"]);
    })
  ));

test("addModel() goes on with a download that was cut", () =>
  inFolder(async (home) => {
    let cuts = 1;
    const cutting: Answer = (request, response, bytes) => {
      if (bytes !== weights) return whole(request, response, bytes);
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      if (from > 0) response.writeHead(206, { "content-length": weights.length - from }).end(weights.subarray(from));
      else if (cuts-- > 0) {
        response.writeHead(200, { "content-length": weights.length });
        response.write(weights.subarray(0, 1000), () => void setTimeout(() => response.destroy(), 200));
      } else response.writeHead(200, { "content-length": weights.length }).end(weights);
    };
    await withHub(cutting, async (asked) => {
      await assert.rejects(add(home, { what: "org/tiny@1" }), { code: "io", message: /^cannot fetch http/ });
      assert.deepEqual(listModels(fs, home), []);
      await add(home, { what: "org/tiny@1" });
      assert.ok(asked.some((request) => /model\.safetensors bytes=\d+-$/.test(request)), asked.join("\n"));
      assert.deepEqual(left(home, "tiny"), ["config.json", "model.json", "vocab.txt", "weights.bin"]);
    });
  }));

test("addModel() refuses what is not the pinned model, and keeps nothing of it", () =>
  inFolder(async (home) => {
    await withHub(whole, async () => {
      await assert.rejects(add(home, { what: "minilm" }), { code: "model-invalid", message: /SHA-256/ });
    });
    assert.deepEqual(left(home, "minilm"), []);
    await assert.rejects(add(home, { what: "minilm", from: filesIn(home) }), { code: "model-invalid" });
  }));

test("addModel() says what a server or a folder lacks", () =>
  inFolder(async (home) => {
    const missing: Answer = (_, response) => response.writeHead(404).end();
    await withHub(missing, async () => {
      await assert.rejects(add(home, { what: "org/none@1" }), {
        code: "model-invalid",
        message: /has no config\.json/,
      });
    });
    const broken: Answer = (_, response) => response.writeHead(500).end("no");
    await withHub(broken, async () => {
      await assert.rejects(add(home, { what: "org/none@1" }), { code: "io", message: /the server answers 500/ });
    });
    await assert.rejects(add(home, { what: filesIn(home, { "vocab.txt": null }) }), { message: /has no vocab\.txt/ });
    for (const what of ["nothing", "org/name", "../x@1", "a b"]) {
      await assert.rejects(add(home, { what }), { code: "usage" }, what);
    }
    await assert.rejects(add(home, { what: filesIn(home), name: "../up" }), { code: "usage" });
  }));

test("addModel() refuses hostile and cut files, and the model that was there stays", () =>
  inFolder(async (home) => {
    await add(home, { what: filesIn(home), name: "mine" });
    const before = readFileSync(`${home}/.local/share/ra/models/mine/weights.bin`);
    const hostile: readonly Readonly<Record<string, Uint8Array | string>>[] = [
      { "model.safetensors": weights.subarray(0, weights.length >> 1) },
      { "model.safetensors": "no tensors at all" },
      { "config.json": "{" },
      { "config.json": '{"model_type": "llama"}' },
      { "config.json": config.replace(/"hidden_size":\s*\d+/, '"hidden_size": 4000000000') },
      { "vocab.txt": "" },
    ];
    for (const changes of hostile) {
      await assert.rejects(add(home, { what: filesIn(home, changes), name: "mine" }), { code: "model-invalid" });
    }
    assert.deepEqual(readFileSync(`${home}/.local/share/ra/models/mine/weights.bin`), before);
    assert.deepEqual(listModels(fs, home).map(({ name, problem }) => [name, problem]), [["mine", undefined]]);
  }));

test("a model whose card is damaged is listed with its problem", () =>
  inFolder(async (home) => {
    await add(home, { what: filesIn(home), name: "mine" });
    writeFileSync(`${home}/.local/share/ra/models/mine/model.json`, "{");
    const [entry] = listModels(fs, home);
    assert.match(entry!.problem!, /it is not JSON/);
    removeModel(fs, home, "mine");
    assert.deepEqual(listModels(fs, home), []);
  }));
