import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import type { SemanticSettings } from "../../src/config/config.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openEmbedder } from "../../src/models/embed/open_embedder.ts";
import { installSmallModel } from "./installed_model.ts";

// The user's data folder is the one below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const FOLDER = `${HOME}/.local/share/ra/models/small`;
const SETTINGS: SemanticSettings = {
  enabled: true,
  model: "small",
  provider: "onnxruntime",
  weight: 0.4,
  floor: 0.3,
  fusion: "weighted",
  rerank_candidates: 20,
  batch_size: 32,
  device: "cpu",
};

test("without the model, its ONNX file or onnxruntime-node, one error says which is missing", async () => {
  const fs = createMemoryFileSystem();
  const open = () => openEmbedder(SETTINGS, { fs, home: HOME, warn() {} });
  await assert.rejects(open(), { code: "model-missing", message: 'there is no model "small"' });
  await installSmallModel(fs, HOME, "small");
  await assert.rejects(open(), {
    code: "model-invalid",
    message: "cannot use model.onnx: it is missing",
    path: `${FOLDER}/model.onnx`,
  });
  fs.writeFile(`${FOLDER}/model.onnx`, new Uint8Array(8));
  await assert.rejects(open(), {
    code: "model-missing",
    message: "onnxruntime-node is not installed",
    hint: `run npm install --prefix ${HOME}/.local/share/ra onnxruntime-node`,
  });
});
