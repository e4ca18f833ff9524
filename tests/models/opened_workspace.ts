/** A workspace in memory with the small model, and a small reranker named `judge` beside it. */
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { open, type Workspace } from "../../src/workspace.ts";
import { installSmallModel } from "./installed_model.ts";

export interface Opened {
  readonly workspace: Workspace;
  readonly fs: MemoryFileSystem;
  /** The messages so far. */
  readonly warnings: string[];
}

/** `files` by absolute path; the documents lie in `/project/docs`. Nothing is indexed yet. */
export async function openWithModels(
  semantic: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>>,
  home: string,
): Promise<Opened> {
  const fs = createMemoryFileSystem(files);
  await installSmallModel(fs, home, "small");
  await installSmallModel(fs, home, "judge", { kind: "cross-encoder" });
  const warnings: string[] = [];
  const workspace = await open("/project", {
    config: { tree: { docs: { path: "docs" } }, semantic: { enabled: true, model: "small", floor: 0, ...semantic } },
    fs,
    home,
    onWarning: ({ message }) => void warnings.push(message),
  });
  return { workspace, fs, warnings };
}
