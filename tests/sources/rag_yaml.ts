/** Small files `rag.yaml`, and what ra says about them. */
import assert from "node:assert/strict";
import { RaError } from "../../src/errors.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { type RagConfig, readRagConfig } from "../../src/sources/config/rag_config.ts";

/** Everything that must be there, but for a source. */
export const REQUIRED = `version: 1
paths: {data_root: data, index_root: index}
indexing: {max_tokens_per_chunk: 256}
embedding: {model: minilm}
retrieval: {initial_k: 50, final_k: 8}
`;
export const SOURCE = "sources:\n  - {id: docs, path: docs}\n";

export function readRagYaml(text: string | Uint8Array, home: string | null = null): RagConfig {
  return readRagConfig(createMemoryFileSystem({ "/p/rag.yaml": text }), "/p/rag.yaml", home);
}

/** The mistakes of a file, each as `line:column message`. */
export function mistakesOf(text: string | Uint8Array): readonly string[] {
  try {
    readRagYaml(text);
  } catch (error) {
    assert.ok(error instanceof RaError);
    return [error, ...(error.others ?? [])].map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
  return [];
}
