/** Keeps the last manifest in memory, so that a process that refreshes often parses it once. */
import type { Manifest } from "./manifest.ts";

export interface ManifestMemory {
  /** The manifest in the file of this name, if it is the one kept. The name holds the hash of the content. */
  get(name: string): Manifest | undefined;
  keep(name: string, manifest: Manifest): void;
}

/** Keeps one manifest in memory: the published one. */
export function createManifestMemory(): ManifestMemory {
  let last: { readonly name: string; readonly manifest: Manifest } | undefined;
  return {
    get: (name) => (last?.name === name ? last.manifest : undefined),
    keep(name, manifest) {
      last = { name, manifest };
    },
  };
}
