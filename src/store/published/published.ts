/** What a writer finds in the index folder. */
import type { Manifest } from "./manifest.ts";
import type { ManifestMemory } from "./manifest_memory.ts";
import { type OpenIndex, openIndex } from "./open_index.ts";
import type { ReadingEngine } from "../engine/engine.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { RaError } from "../../errors.ts";
import { statisticsProblem } from "../segments/check_statistics.ts";

/** An index that a reader opened and then found unusable. */
export interface Damage {
  /** `OpenIndex.identity`. */
  readonly identity: string;
  readonly reason: string;
}

export type Published =
  | { readonly state: "open"; readonly index: OpenIndex; readonly manifest: Manifest }
  | { readonly state: "missing" }
  | { readonly state: "damaged"; readonly reason: string };

/**
 * Opens the index with its manifest. After a `damage`, it verifies the index that another writer has published since.
 * Throws `io`.
 */
export function openPublished(
  fs: FileSystem,
  directory: string,
  schemaVersion: string,
  damage?: Damage,
  memory?: ManifestMemory,
): Published {
  const opened = openIndex(fs, directory, schemaVersion, memory);
  if (opened.state !== "open") return opened;
  const { index } = opened;
  try {
    // The new index may still contain the damaged segment.
    const reason = damage === undefined
      ? undefined
      : damage.identity === index.identity
      ? damage.reason
      : index.verify();
    if (reason !== undefined) {
      index.close();
      return { state: "damaged", reason };
    }
    return { state: "open", index, manifest: index.manifest() };
  } catch (error) {
    index.close();
    if (error instanceof RaError && error.code === "index-damaged") return { state: "damaged", reason: error.message };
    throw error;
  }
}

/** Closes what `openPublished` opened. */
export function closePublished(published: Published): void {
  if (published.state === "open") published.index.close();
}

/**
 * Tells why the index is to blame for a failure. Undefined if it is not. A damaged segment makes the core fail in many
 * ways. Where all checksums are right and the disk did not fail, ra did not write what the core cannot read.
 */
export function damageBehind(error: unknown, index: OpenIndex | undefined): string | undefined {
  if (!(error instanceof RaError)) return undefined;
  if (error.code === "index-damaged") return error.message;
  if (index === undefined || (error.code !== "engine" && error.code !== "io")) return undefined;
  const found = index.damage() ?? index.verify();
  // An error of a file names its path. The core has no files.
  const isOfCore = error.code === "io" && error.path === undefined && !index.hasReadFailed();
  return found ?? (isOfCore ? error.message : undefined);
}

/** Like {@link damageBehind}. After an unknown error of the core, it looks through all records. */
export async function damageFound(
  error: unknown,
  index: OpenIndex | undefined,
  engine: ReadingEngine,
): Promise<string | undefined> {
  const reason = damageBehind(error, index);
  if (reason !== undefined || index === undefined || !(error instanceof RaError) || error.code !== "engine") {
    return reason;
  }
  return statisticsProblem(await engine.whole(), index.segments);
}
