import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { FileSystem } from "../../src/host/file_system.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { type AddModel, addModel } from "../../src/models/installed/add_model.ts";
import { listModels, removeModel } from "../../src/models/installed/list_models.ts";
import { type ModelCard, readModel, storedName } from "../../src/models/installed/read_model.ts";
import { testModel } from "../../src/models/installed/test_model.ts";
import { createFaultyFileSystem } from "../store/faulty_file_system.ts";
import { smallModel } from "./small_model.ts";

// The user's data folder is the one below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const fs = createDiskFileSystem();
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

const HOME = "/home/ada";
const encoder = new TextEncoder();
const HOST = { onWait() {}, onFile() {}, onProgress() {} };
const add = (home: string, asked: AddModel) => addModel(asked, { ...HOST, fs, home, resolve: (path) => path });

function filesIn(home: string, changes: Readonly<Record<string, Uint8Array | string | null>> = {}): string {
  const folder = mkdtempSync(join(home, "files-"));
  for (const [name, bytes] of Object.entries({ ...MODEL, ...changes })) {
    if (bytes !== null) writeFileSync(join(folder, name), bytes);
  }
  return folder.replaceAll("\\", "/");
}

const left = (home: string, name: string): readonly string[] => {
  try {
    // Without the hashes that are parts of the names.
    return readdirSync(`${home}/.local/share/ra/models/${name}`).map((file) => file.replace(/^[0-9a-f]{16}-/, ""))
      .sort();
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
    assert.deepEqual(await removeModel(fs, home, "mine"), []);
    assert.deepEqual(listModels(fs, home), []);
    await assert.rejects(removeModel(fs, home, "mine"), { code: "model-missing" });
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
      const range = `bytes ${from}-${weights.length - 1}/${weights.length}`;
      const size = weights.length - from;
      if (from > 0 && request.headers["if-range"] === '"one"') {
        response.writeHead(206, { "content-length": size, "content-range": range }).end(weights.subarray(from));
      } else if (cuts-- > 0) {
        response.writeHead(200, { "content-length": weights.length, etag: '"one"' });
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

test("addModel() takes no part of a file for the whole, and goes on with it", () =>
  inFolder(async (home) => {
    const size = 2000;
    const capped: Answer = (request, response, bytes) => {
      if (bytes !== weights) return whole(request, response, bytes);
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      const end = Math.min(from + size, weights.length);
      if (from === 0) {
        response.writeHead(200, { "content-length": weights.length, etag: '"one"' });
        return void response.write(weights.subarray(0, size), () => void setTimeout(() => response.destroy(), 100));
      }
      // A server may give less than it was asked for.
      response.writeHead(206, {
        "content-length": end - from,
        "content-range": `bytes ${from}-${end - 1}/${weights.length}`,
        etag: '"one"',
      }).end(weights.subarray(from, end));
    };
    await withHub(capped, async () => {
      let failures = 0;
      for (; failures <= weights.length / size; failures++) {
        const done = await add(home, { what: "org/tiny@1" }).then(() => true, (error: unknown) => {
          assert.equal((error as { readonly code?: unknown }).code, "io");
          return false;
        });
        if (done) break;
      }
      assert.equal(failures, Math.ceil(weights.length / size) - 1);
      const fresh = await add(home, { what: filesIn(home), name: "fresh" });
      assert.deepEqual(readModel(fs, home, "tiny").card.files, fresh.files);
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
    const before = readModel(fs, home, "mine");
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
    await assert.rejects(
      add(home, { what: filesIn(home, { "model.safetensors": weights.subarray(0, 100) }), name: "mine" }),
      { message: /it ends within its header$/ },
    );
    assert.deepEqual(readModel(fs, home, "mine"), before);
    assert.deepEqual(listModels(fs, home).map(({ name, problem }) => [name, problem]), [["mine", undefined]]);
  }));

test("a model whose card is damaged or whose weights are gone is listed with its problem", () =>
  inFolder(async (home) => {
    const { files } = await add(home, { what: filesIn(home), name: "lacking" });
    rmSync(`${home}/.local/share/ra/models/lacking/${storedName("weights.bin", files["weights.bin"])}`);
    assert.match(listModels(fs, home)[0]!.problem!, /weights\.bin: it is missing$/);
    await removeModel(fs, home, "lacking");
    await add(home, { what: filesIn(home), name: "mine" });
    writeFileSync(`${home}/.local/share/ra/models/mine/model.json`, "{");
    const [entry] = listModels(fs, home);
    assert.match(entry!.problem!, /it is not JSON/);
    await removeModel(fs, home, "mine");
    assert.deepEqual(listModels(fs, home), []);
  }));

test("a model that another process replaces while it is read is read once more", async () => {
  const memory = createMemoryFileSystem({});
  for (const [folder, note] of [["/one", "1"], ["/two", "2"]] as const) {
    memory.makeDirectory(folder);
    for (const [name, bytes] of Object.entries(MODEL)) memory.writeFile(`${folder}/${name}`, bytes);
    memory.writeFile(`${folder}/config.json`, encoder.encode(config.replace("{", `{"note": ${note},`)));
  }
  const put = (what: string) =>
    addModel({ what, name: "mine" }, { ...HOST, fs: memory, home: HOME, resolve: (path) => path });
  await put("/two");
  const folder = `${HOME}/.local/share/ra/models/mine`;
  const after = new Map(memory.readDirectory(folder).map(({ name }) => [name, memory.readFile(`${folder}/${name}`)!]));
  await removeModel(memory, HOME, "mine");
  await put("/one");
  let isReplaced = false;
  // The other process is done between the reading of the card and that of the files.
  const replacing: FileSystem = {
    ...memory,
    readFile(path, limits) {
      const bytes = memory.readFile(path, limits);
      if (path.endsWith("model.json") && !isReplaced) {
        isReplaced = true;
        for (const { name } of memory.readDirectory(folder)) memory.removeFile(`${folder}/${name}`);
        for (const [name, file] of after) memory.writeFile(`${folder}/${name}`, file);
      }
      return bytes;
    },
  };
  const model = readModel(replacing, HOME, "mine");
  assert.match(model.config, /"note": 2/);
  assert.equal(
    model.card.files["config.json"],
    (JSON.parse(new TextDecoder().decode(after.get("model.json"))) as ModelCard)
      .files["config.json"],
  );
});

const withHead = (changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    ...JSON.parse(config) as Record<string, unknown>,
    architectures: ["BertForSequenceClassification"],
    id2label: { 0: "LABEL_0" },
    ...changes,
  });

test("whatever fails or dies while a model replaces another, one of the two is there and whole", async () => {
  const other = config.replace(/"max_position_embeddings":\s*64/, '"max_position_embeddings": 64, "note": "another"');
  assert.notEqual(other, config);
  for (const fault of ["fails", "dies", "torn", "dies torn", "late"] as const) {
    for (let at = 1;; at++) {
      const memory = createMemoryFileSystem({});
      for (const [name, bytes] of Object.entries(MODEL)) {
        for (const folder of ["/old", "/new"]) {
          memory.makeDirectory(folder);
          memory.writeFile(
            `${folder}/${name}`,
            name === "config.json" && folder === "/new" ? encoder.encode(other) : bytes,
          );
        }
      }
      const put = (on: FileSystem, what: string) =>
        addModel({ what, name: "mine" }, { ...HOST, fs: on, home: HOME, resolve: (path) => path });
      await put(memory, "/old");
      const before = readModel(memory, HOME, "mine");
      const faulty = createFaultyFileSystem(memory, at, fault);
      const failed = await put(faulty, "/new").then(() => false, () => true);
      const after = readModel(memory, HOME, "mine");
      assert.ok([config, other].includes(after.config), `${fault} ${at}`);
      assert.deepEqual(after.weights, before.weights);
      if (faulty.operations >= at) continue;
      assert.ok(!failed && after.config === other && at > 5);
      break;
    }
  }
});

test("a model that is added twice at once is fetched once", () =>
  inFolder(async (home) => {
    const slow: Answer = (request, response, bytes) => void setTimeout(() => whole(request, response, bytes), 30);
    await withHub(slow, async (asked) => {
      const waited: string[] = [];
      const host = {
        ...HOST,
        fs,
        home,
        resolve: (path: string) => path,
        onWait: (owner: string) => void waited.push(owner),
      };
      const [one, two] = await Promise.all([
        addModel({ what: "org/tiny@1" }, host),
        addModel({ what: "org/tiny@1" }, host),
      ]);
      assert.deepEqual(one, two);
      assert.deepEqual(waited, [`process ${process.pid} on ${hostname()}`]);
      assert.equal(new Set(asked).size, asked.length, asked.join("\n"));
      assert.deepEqual(left(home, "tiny"), ["config.json", "model.json", "vocab.txt", "weights.bin"]);
    });
  }));

test("what arrived of one revision or of an older file never becomes part of another", () =>
  inFolder(async (home) => {
    const header = 8 + Number(new DataView(weights.buffer, weights.byteOffset).getBigUint64(0, true));
    // The exponent of the first number, which lies in the part that arrives.
    const bytesOf = (mark: number): Uint8Array => weights.map((byte, at) => (at === header + 3 ? mark : byte));
    const hashOf = (card: ModelCard): string => card.files["weights.bin"];
    const fresh = await add(home, { what: filesIn(home, { "model.safetensors": bytesOf(60) }), name: "fresh" });
    let cut = true;
    let tag = '"a"';
    let served = bytesOf(61);
    const part: Answer = (request, response, bytes) => {
      if (bytes !== weights) return whole(request, response, bytes);
      if (cut) {
        response.writeHead(200, { "content-length": served.length, etag: tag });
        response.write(served.subarray(0, header + 400), () => void setTimeout(() => response.destroy(), 100));
        return;
      }
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      if (from === 0 || request.headers["if-range"] !== tag) return whole(request, response, served);
      answerRest(response, from);
    };
    let answerRest = (response: ServerResponse, from: number): void => {
      const size = served.length;
      response.writeHead(206, { "content-range": `bytes ${from}-${size - 1}/${size}` }).end(served.subarray(from));
    };
    const interrupted = async (what: string): Promise<void> => {
      cut = true;
      await assert.rejects(add(home, { what }), { code: "io" });
      cut = false;
    };
    await withHub(part, async () => {
      // Another revision.
      await interrupted("org/tiny@1");
      served = bytesOf(60);
      assert.equal(hashOf(await add(home, { what: "org/tiny@2" })), hashOf(fresh));
      // The same name, but the server has another file now.
      served = bytesOf(61);
      await interrupted("org/tiny@3");
      [served, tag] = [bytesOf(60), '"b"'];
      assert.equal(hashOf(await add(home, { what: "org/tiny@3" })), hashOf(fresh));
      // Servers that give another part than the one that was asked for, or none.
      for (
        const answer of [
          (response: ServerResponse) =>
            void response.writeHead(206, { "content-range": "bytes 0-9/10" }).end("0123456789"),
          (response: ServerResponse) => void response.writeHead(206).end("0123456789"),
          (response: ServerResponse) => void response.writeHead(416, { "content-range": "bytes */10" }).end(),
          (response: ServerResponse) => void response.writeHead(416).end(),
        ]
      ) {
        await interrupted("org/tiny@4");
        answerRest = answer;
        assert.equal(hashOf(await add(home, { what: "org/tiny@4" })), hashOf(fresh));
      }
      assert.deepEqual(left(home, "tiny"), ["config.json", "model.json", "vocab.txt", "weights.bin"]);
    });
  }));

test("a required file that a server lacks leaves nothing behind", () =>
  inFolder(async (home) => {
    const lacking: Answer = (request, response, bytes) =>
      request.url!.endsWith("vocab.txt") ? response.writeHead(404).end() : whole(request, response, bytes);
    await withHub(lacking, async () => {
      await assert.rejects(add(home, { what: "org/none@1" }), { code: "model-invalid" });
      assert.deepEqual(left(home, "none"), []);
    });
  }));

test("testModel() compares the files with the hashes that were written down", () =>
  inFolder(async (home) => {
    const card = await add(home, { what: filesIn(home), name: "mine" });
    const folder = `${home}/.local/share/ra/models/mine`;
    for (const file of ["config.json", "vocab.txt", "weights.bin"] as const) {
      const path = `${folder}/${storedName(file, card.files[file])}`;
      const bytes = fs.readFile(path)!;
      fs.writeFile(
        path,
        file === "weights.bin" ? bytes.subarray(1) : encoder.encode(`${new TextDecoder().decode(bytes)} `),
      );
      await assert.rejects(testModel(fs, home, "mine"), { code: "model-invalid" }, file);
      fs.writeFile(path, bytes);
    }
    assert.equal((await testModel(fs, home, "mine")).name, "mine");
  }));

test("a classifier with one label is a cross-encoder, and each model is used for what it is", () =>
  inFolder(async (home) => {
    const judge = filesIn(home, { "config.json": withHead(), "model.safetensors": smallModel({ head: true }).weights });
    const card = await add(home, { what: judge, name: "judge" });
    assert.equal(card.kind, "cross-encoder");
    const { pairs } = await testModel(fs, home, "judge");
    assert.ok(pairs.every(({ related, unrelated }) => Number.isFinite(related) && Number.isFinite(unrelated)));
    await add(home, { what: filesIn(home), name: "mine" });
    assert.throws(() => readModel(fs, home, "judge", "encoder"), {
      code: "model-invalid",
      message: "the model judge is a cross-encoder, and `semantic.model` needs an encoder",
    });
    assert.throws(() => readModel(fs, home, "mine", "cross-encoder"), {
      message: "the model mine is an encoder, and `semantic.rerank` needs a cross-encoder",
    });
    const many = filesIn(home, { "config.json": withHead({ id2label: { 0: "a", 1: "b", 2: "c" } }) });
    await assert.rejects(add(home, { what: many, name: "many" }), { message: "many puts texts into 3 classes" });
    const headless = filesIn(home, { "config.json": withHead() });
    await assert.rejects(add(home, { what: headless, name: "none" }), {
      message: "the weights of none have no classifier.weight, which gives the score",
    });
    assert.deepEqual([left(home, "many"), left(home, "none")], [[], []]);
  }));
