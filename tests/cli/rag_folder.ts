/** A folder with a `rag.yaml`, a service that embeds and one that answers, for commands of `ra rag`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import type { ChunkRow } from "../../src/generation/artefacts/chunk_table.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { type Reply, type ScriptedEndpoint, streams, withEndpoint } from "../answering/scripted_endpoint.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { type Files, withProject } from "./project.ts";
import { type Ending, startRa } from "./running_ra.ts";

interface RanRag {
  readonly code: Ending;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RagFolder {
  readonly folder: string;
  readonly endpoint: ScriptedEndpoint;
  /** `ra --trust rag …`. */
  ra(...args: readonly string[]): Promise<RanRag>;
  /** The same in a folder below, with further variables and every permission. */
  raIn(place: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<RanRag>;
  /** Writes `rag.yaml`; `ENDPOINT` in it becomes the address of the service. */
  configure(yaml: string): void;
  /** The rows of `meta.parquet`. */
  rows(): Promise<readonly ChunkRow[]>;
  artefact(name: string): Uint8Array;
}

interface RagFolderOptions {
  readonly replies?: readonly Reply[];
  /** How many tokens the embedding model `small` reads. */
  readonly reads?: number;
}

/** `rag.yaml` is among the files. The models are `small` and `judge`, which reranks. */
export const withRagFolder = (
  files: Files,
  use: (rag: RagFolder) => Promise<void>,
  { replies = [streams([""])], reads = 256 }: RagFolderOptions = {},
): Promise<void> =>
  withProject(files, (folder) =>
    withEndpoint(replies, async (endpoint) => {
      const home = join(folder, "no-home");
      for (const made of ["data", "index", "no-home"]) mkdirSync(join(folder, made), { recursive: true });
      await installSmallModel(createDiskFileSystem(), home, "small", { max_length: reads });
      await installSmallModel(createDiskFileSystem(), home, "judge", { kind: "cross-encoder" });
      const configure: RagFolder["configure"] = (yaml) =>
        writeFileSync(join(folder, "rag.yaml"), yaml.replaceAll("ENDPOINT", endpoint.url));
      configure(String(files["rag.yaml"]));
      const artefact: RagFolder["artefact"] = (name) => new Uint8Array(readFileSync(join(folder, "index", name)));
      const raIn: RagFolder["raIn"] = async (place, env, ...args) => {
        const everything = Object.keys(env).length > 0;
        const running = startRa(["--trust", "rag", ...args], join(folder, place), {
          ...{ listens: true, everything },
          env: { HOME: home, ...env },
        });
        const code = await running.closeInput();
        return { code, stdout: running.stdout(), stderr: running.stderr() };
      };
      await use({
        ...{ folder, endpoint, configure, artefact, raIn },
        ra: (...args) => raIn(".", {}, ...args),
        rows: async () =>
          await parquetReadObjects({ file: artefact("meta.parquet").buffer as ArrayBuffer }) as ChunkRow[],
      });
    }));
