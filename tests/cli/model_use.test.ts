// What `ra model add` says to do next, by the configuration that is there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { modelUse } from "../../src/cli/model_use.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { REQUIRED, SOURCE } from "../sources/rag_yaml.ts";

const TREE = '[tree.docs]\npath = "docs"\n';
const RAG = REQUIRED + SOURCE;

/** What is said in the folder /p/sub of a project with these files. */
const said = (files: Readonly<Record<string, string>>, kind: "encoder" | "cross-encoder" | "language", name: string) =>
  modelUse(
    {
      fs: createMemoryFileSystem({ "/p/sub/notes.md": "", "/home/ada/x": "", ...files }),
      directory: "/p/sub",
      home: "/home/ada",
      showPath: (path) => path.replace("/p/sub/", ""),
    },
    { kind, name },
  );

test("the hint names the file that is there, wherever it counts from", async () => {
  const toml = 'to use it, set in .ra.toml:  [semantic]  enabled = true  model = "bge"\nthen run:  ra update\n';
  const rag = "to use it, set in rag.yaml:  embedding: {model: bge}\nthen run:  ra rag index\n";
  const none = "there is no configuration here yet: ra init writes .ra.toml, ra rag init writes rag.yaml\n";
  assert.equal(await said({ "/p/sub/.ra.toml": TREE }, "encoder", "bge"), toml);
  assert.equal(await said({ "/p/.ra.toml": TREE }, "encoder", "bge"), toml);
  assert.equal(await said({ "/home/ada/.ra.toml": TREE }, "encoder", "bge"), toml);
  assert.equal(await said({ "/p/sub/rag.yaml": RAG }, "encoder", "bge"), rag);
  assert.equal(await said({ "/p/.ra.toml": TREE, "/p/sub/rag.yaml": RAG }, "encoder", "bge"), toml + rag);
  assert.equal(await said({}, "encoder", "bge"), none + toml + rag);
  // ra rag looks into no folder above.
  assert.equal(await said({ "/p/rag.yaml": RAG }, "encoder", "bge"), none + toml + rag);
  // What is broken names nothing.
  assert.equal(await said({ "/p/sub/rag.yaml": "a: *b" }, "encoder", "bge"), rag);
  assert.equal(await said({ "/p/sub/.ra.toml": "a = [" }, "encoder", "bge"), toml);
});

test("where the file names the model, only the command is left", async () => {
  assert.equal(await said({ "/p/sub/rag.yaml": RAG }, "encoder", "minilm"), "rag.yaml names it; run:  ra rag index\n");
  const enabled = `${TREE}[semantic]\nenabled = true\nrerank = "judge"\n`;
  assert.equal(await said({ "/p/sub/.ra.toml": enabled }, "encoder", "minilm"), ".ra.toml names it; run:  ra update\n");
  assert.equal(
    await said({ "/p/sub/.ra.toml": enabled }, "cross-encoder", "judge"),
    ".ra.toml names it; run:  ra search --rerank QUERY\n",
  );
  assert.equal(
    await said({ "/p/sub/.ra.toml": `${TREE}[semantic]\nenabled = false\n` }, "encoder", "minilm"),
    "to use it, set in .ra.toml:  [semantic]  enabled = true\nthen run:  ra update\n",
  );
  assert.equal(
    await said({ "/p/sub/.ra.toml": `${TREE}ocr = "auto"\nlanguages = ["deu"]\n` }, "language", "deu"),
    ".ra.toml names it; run:  ra update\n",
  );
  assert.equal(
    await said(
      { "/p/sub/rag.yaml": `${REQUIRED}convert_docs: [{id: a, input: b, ocr: auto, languages: [deu]}]\n` },
      "language",
      "deu",
    ),
    "rag.yaml names it; run:  ra rag ingest\n",
  );
});

test("rerankers and languages of OCR have hints of their own", async () => {
  assert.equal(
    await said({ "/p/sub/rag.yaml": RAG }, "cross-encoder", "judge"),
    "to use it, set in rag.yaml:  retrieval: {reranker: judge}\nthen run:  ra rag retrieve --use-reranker QUESTION\n",
  );
  assert.equal(
    await said({ "/p/sub/.ra.toml": TREE }, "cross-encoder", "judge"),
    'to use it, set in .ra.toml:  [semantic]  enabled = true  rerank = "judge"\nthen run:  ra search --rerank QUERY\n',
  );
  assert.equal(
    await said({ "/p/sub/rag.yaml": RAG }, "language", "deu"),
    "to use it, set in rag.yaml:  in convert_docs  ocr: auto  languages: [deu]\nthen run:  ra rag ingest\n",
  );
  assert.equal(
    await said({ "/p/sub/.ra.toml": TREE }, "language", "deu"),
    'to use it, set in .ra.toml:  for a tree  ocr = "auto"  languages = ["deu"]\nthen run:  ra update\n',
  );
});
