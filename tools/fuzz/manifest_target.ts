/** Tries any bytes as `manifest.json` of a generation. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { boundedFiles, refusedOnly } from "./bounded_files.ts";
import { copyOf, filesBelow, generation, INDEX, READERS } from "./generation.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const MANIFEST = `${INDEX}/manifest.json`;
const KEYS = [
  ...["version", "generation", "created", "model", "model_key", "dimensions", "dtype", "config_hash", "chunks"],
  ...["vectors_hash", "files", "sources"],
];
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -1,
    1,
    2,
    1e9,
    2 ** 53,
    1e308,
    0.5,
    null,
    true,
    "",
    "x",
    "../../outside/secret.md",
    [],
    {},
  ),
  fc.constantFrom<unknown>([{}], [null], [[]], [{ source_id: "docs", path: "../../outside/secret.md", hash: "x" }]),
  fc.constantFrom<unknown>([{ id: "docs", settings: 1 }], [{ id: "\u001b[31m", chunks: -1 }]),
  fc.anything({ maxDepth: 2, maxKeys: 4 }),
);

/** Changes of the manifest that ra wrote: a key and its value. A number names a byte. */
interface Change {
  readonly key: string;
  readonly value: unknown;
}

const PIECES = [...KEYS.map((key) => `"${key}":`), "{", "}", "[", "]", ",", "null", "1", '"x"', "[".repeat(500)];
const changes = fc.array(fc.record({ key: fc.constantFrom(...KEYS, "__proto__", "constructor"), value }), {
  minLength: 1,
  maxLength: 4,
});
const encoder = new TextEncoder();
const MARK = "changes ";
const encoded = (all: readonly Change[]): Uint8Array => encoder.encode(`${MARK}${JSON.stringify(all) ?? "[]"}`);

/** Inputs that begin with the mark say how the manifest that ra wrote is changed. */
function manifestOf(input: Uint8Array, written: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(input);
  if (!text.startsWith(MARK)) return input;
  const manifest = JSON.parse(new TextDecoder().decode(written)) as Record<string, unknown>;
  for (const { key, value } of JSON.parse(text.slice(MARK.length)) as readonly Change[]) manifest[key] = value;
  return encoder.encode(JSON.stringify(manifest));
}

export const manifestTarget: Target = {
  name: "manifest",
  inputs: fc.oneof(
    { weight: 6, arbitrary: changes.map(encoded) },
    { weight: 3, arbitrary: soup(PIECES, 30) },
  ),
  async check(input) {
    const base = await generation();
    const memory = copyOf(base);
    memory.writeFile(MANIFEST, manifestOf(input, base.files.get(MANIFEST)!));
    const fs = boundedFiles(memory, ["/project", "/home"]);
    for (const read of READERS) {
      await refusedOnly(["index-damaged", "index-missing"], async () => {
        const answer = JSON.stringify(await read(fs));
        assert.ok(!answer.includes("SENTINEL"), answer);
      });
    }
    fs.requireBounds();
    for (const [path, bytes] of base.files) {
      if (!path.startsWith("/project/docs") && path !== "/project/rag.yaml") continue;
      assert.deepEqual(memory.readFile(path), bytes, path);
    }
    assert.deepEqual(filesBelow(memory, "/outside"), ["/outside/secret.md"]);
  },
};
