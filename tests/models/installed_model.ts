/** Puts the small model where installed models lie. */
import { createHash } from "node:crypto";
import type { FileSystem } from "../../src/host/file_system.ts";
import { loadModelModule } from "../../src/models/module/load.ts";
import { storedName } from "../../src/models/installed/read_model.ts";
import { smallModel } from "./small_model.ts";

export async function installSmallModel(
  fs: FileSystem,
  home: string,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { config, vocabulary, weights } = smallModel({ head: more["kind"] === "cross-encoder" });
  const module = await loadModelModule();
  const encoder = new TextEncoder();
  const files: Readonly<Record<string, Uint8Array>> = {
    "config.json": encoder.encode(config),
    "vocab.txt": encoder.encode(vocabulary),
    "weights.bin": module.stored(config, weights, "f32"),
  };
  const folder = `${home}/.local/share/ra/models/${name}`;
  fs.makeDirectory(folder);
  const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  for (const [file, bytes] of Object.entries(files)) {
    fs.writeFile(`${folder}/${storedName(file, hashOf(bytes))}`, bytes);
  }
  const card = {
    name,
    kind: "encoder",
    source: "tests",
    revision: "",
    dtype: "f32",
    pooling: "mean",
    max_length: 32,
    query_prefix: "",
    passage_prefix: "",
    floor: 0.3,
    weight: 0.4,
    weights: hashOf(weights),
    files: Object.fromEntries(
      Object.entries(files).map(([file, bytes]) => [file, hashOf(bytes)]),
    ),
    ...more,
  };
  fs.writeFile(`${folder}/model.json`, encoder.encode(JSON.stringify(card)));
}
