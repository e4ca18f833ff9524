import { RaError } from "../../errors.ts";
import type { ReadHandle } from "../../host/file_system.ts";
import { checked } from "./file_handles.ts";
import { findEntry } from "./find_entry.ts";
import type { Head } from "./head.ts";
import { type FileEntry, type Manifest, parseManifest } from "./manifest.ts";
import type { ManifestMemory } from "./manifest_memory.ts";

/** So many files of the manifest can be found in the time that parsing it takes. */
const FEW_ENTRIES = 50;

/** What the manifest says of files. It is parsed once more than a few of them are asked for. */
export class ManifestView {
  readonly #directory: string;
  readonly #head: Head;
  readonly #handles: ReadonlyMap<string, ReadHandle>;
  readonly #memory: ManifestMemory;
  #manifest: Manifest | undefined;
  /** The manifest as text, until it is parsed. */
  #text: string | undefined;
  /** The entries that were found in the text. */
  readonly #found = new Map<string, FileEntry | undefined>();

  constructor(
    directory: string,
    head: Head,
    handles: ReadonlyMap<string, ReadHandle>,
    memory: ManifestMemory,
  ) {
    this.#directory = directory;
    this.#head = head;
    this.#handles = handles;
    this.#memory = memory;
  }

  manifest(): Manifest {
    const { name } = this.#head.manifest;
    this.#manifest ??= this.#memory.get(name);
    if (this.#manifest !== undefined) return this.#manifest;
    this.#manifest = parseManifest(this.#bytes());
    if (!fits(this.#manifest, this.#head)) {
      throw new RaError("index-damaged", `${name} does not fit head.json`, { path: this.#directory });
    }
    this.#memory.keep(name, this.#manifest);
    this.#text = undefined;
    this.#found.clear();
    return this.#manifest;
  }

  entry(tree: string, path: string): FileEntry | undefined {
    this.#manifest ??= this.#memory.get(this.#head.manifest.name);
    const isParsed = this.#manifest !== undefined || this.#found.size >= FEW_ENTRIES;
    return isParsed ? this.manifest().get(tree)?.get(path) : this.#find(tree, path);
  }

  #find(tree: string, path: string): FileEntry | undefined {
    const key = `${tree}\0${path}`;
    if (!this.#found.has(key)) {
      this.#text ??= new TextDecoder().decode(this.#bytes());
      this.#found.set(key, findEntry(this.#text, tree, path));
    }
    return this.#found.get(key);
  }

  #bytes(): Uint8Array {
    const { manifest } = this.#head;
    const bytes = checked(manifest, this.#handles);
    if (bytes !== undefined) return bytes;
    throw new RaError("index-damaged", `${manifest.name} does not match its checksum`, { path: this.#directory });
  }
}

/** Whether a manifest has the trees of the head and as many chunks as its segments. */
function fits(manifest: Manifest, { trees, segments }: Head): boolean {
  const names = [...manifest.keys()];
  if (names.length !== trees.length || !trees.every(({ name }, at) => names[at] === name)) return false;
  let chunks = 0;
  for (const entries of manifest.values()) for (const entry of entries.values()) chunks += entry.chunks;
  return chunks === segments.reduce((sum, { stats }) => sum + stats.chunks, 0);
}
