/** A bridge over a small project, whose language model is scripted. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { type Reply, type ScriptedEndpoint, withEndpoint } from "../../answering/scripted_endpoint.ts";
import { withProject } from "../../cli/project.ts";
import { runRa } from "../../cli/run_ra.ts";
import { type RunningRa, startRa } from "../../cli/running_ra.ts";
import { installSmallModel } from "../../models/installed_model.ts";

const FILES = {
  "docs/bm25.md": "# BM25\n\nUse the option bm25 false. The cosine alone then orders the rows.\n",
  "docs/reuse.md": "# Reuse\n\nUnchanged files keep their vectors.\n",
};
export const TOKEN = "0123456789abcdef";

export interface Bridge {
  /** Without `/v1`. */
  readonly url: string;
  readonly endpoint: ScriptedEndpoint;
  readonly running: RunningRa;
}

/** `reranker` is a line of the section `retrieval`. */
export const withBridge = (
  replies: readonly Reply[],
  use: (bridge: Bridge) => Promise<void>,
  reranker = "",
): Promise<void> =>
  withProject(FILES, (folder) =>
    withEndpoint(replies, async (endpoint) => {
      const home = join(folder, "no-home");
      for (const made of ["data", "index", "no-home"]) mkdirSync(join(folder, made), { recursive: true });
      writeFileSync(
        join(folder, "rag.yaml"),
        `version: 1
paths: {data_root: data, index_root: index}
sources: [{id: docs, path: docs, treat_as: headings}]
indexing: {max_tokens_per_chunk: 256}
embedding: {model: small}
retrieval: {initial_k: 50, final_k: 3${reranker}}
generation: {model: m, base_url: "${endpoint.url}", retries: 0}
`,
      );
      await installSmallModel(createDiskFileSystem(), home, "small");
      await installSmallModel(createDiskFileSystem(), home, "judge", { kind: "cross-encoder" });
      assert.equal(runRa(["rag", "index"], { cwd: folder, home }).code, 0);
      const running = startRa(["rag", "serve", "--port", "0", "--token", TOKEN], folder, { listens: true });
      try {
        await running.until(() => running.lines.length > 0, "the bridge does not start");
        const baseURL = running.lines[0]!;
        await use({ url: baseURL.replace("/v1", ""), endpoint, running });
      } finally {
        await running.signal("SIGTERM");
      }
    }));
