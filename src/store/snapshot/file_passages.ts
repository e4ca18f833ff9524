/** The text of documents, read from the files that they were indexed from. */
import type { Settings, TreeConfig } from "../../config/config.ts";
import { createDocumentPlaces, type DocumentPlaces } from "../../config/document_places.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { RaError } from "../../errors.ts";
import { nowMs } from "../../host/clock.ts";
import { formatOf } from "../../document/formats/registry.ts";
import { sourceSpan } from "../../document/formats/source_map.ts";
import type { ByteRange } from "../../document/document.ts";
import type { NoPassage, PassageInclude, WrittenPassages } from "../../search/ports/passage_source.ts";
import { readSource, statSource } from "../files/read_source.ts";
import { type Fingerprint, fingerprintOf, isRacy, sameFingerprint } from "../files/fingerprint.ts";
import type { OpenIndex } from "../published/open_index.ts";
import type { StoredIncludes } from "../published/stored_includes.ts";
import { includesIn } from "./included_passages.ts";
import type { ExtractedText } from "../published/texts.ts";
import { leadsBelow } from "../../text/paths.ts";

/** How many bytes of documents are kept from one answer to the next. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** The files of a workspace. The last ones read are kept in memory; a `stat` tells whether they are still the same. */
export interface FilePassages {
  /**
   * The passages for one answer from this index. A frozen index gives its own texts. Else each file is checked once.
   * It counts as changed when its size differs, or when it changes while it is read. Where its times differ or are too
   * recent to trust, the hash of the content decides.
   */
  of(index: OpenIndex): WrittenPassages;
}

interface Kept {
  readonly fingerprint: Fingerprint | null;
  readonly hash: string | null;
  readonly text: DocumentText;
}

/** The whole text of a document. The map is null when the text is the file itself. */
type DocumentText = Pick<ExtractedText, "text" | "map" | "origin">;

function isSame(before: Fingerprint | null, now: Fingerprint): boolean {
  return before !== null && sameFingerprint(before, now);
}

type FoundText = DocumentText | NoPassage;

interface PassageConfig {
  readonly root: string | null;
  readonly trees: readonly (
    & Pick<TreeConfig, "name" | "path">
    & Partial<Pick<TreeConfig, "boundary" | "source_records" | "format">>
  )[];
  /** An index that is frozen holds all texts, so the files do not count. */
  readonly settings?: Pick<Settings, "frozen">;
}

/** The files of these trees. A link counts while it leads into the project or a tree. */
export function createFilePassages(fs: FileSystem, config: PassageConfig): FilePassages {
  const texts = new DocumentTexts(fs, config);
  return {
    of(index) {
      const seen = new Map<string, FoundText>();
      const places = createDocumentPlaces(fs, config);
      return {
        async read({ tree, path }, { start, end }) {
          const key = `${tree}\0${path}`;
          const found = seen.get(key) ?? texts.readable(index, places, tree, path);
          seen.set(key, found);
          if (typeof found === "string") return found;
          const { text, map, origin } = found;
          const format = formatOf(path, texts.tree(tree));
          const { includes } = index.entry(tree, path) ?? {};
          return {
            bytes: text.subarray(start, end),
            source: map === null ? null : sourceSpan(map, start, end),
            origin,
            extracted: format.placement === "extracted" || undefined,
            includes: includes && texts.includesIn(includes, { start, end }, tree, places),
          };
        },
      };
    },
  };
}

/** The texts that were read last, and how they are read. */
class DocumentTexts {
  readonly #fs: FileSystem;
  readonly #root: string | null;
  readonly #isFrozen: boolean;
  readonly #trees: ReadonlyMap<string, PassageConfig["trees"][number]>;
  /** By path, with the last one read at the end. */
  readonly #kept = new Map<string, Kept>();
  #keptBytes = 0;

  constructor(fs: FileSystem, { root, trees, settings }: PassageConfig) {
    this.#fs = fs;
    this.#root = root;
    this.#isFrozen = settings?.frozen === true;
    this.#trees = new Map(trees.map((tree) => [tree.name, tree]));
  }

  tree(name: string): PassageConfig["trees"][number] | undefined {
    return this.#trees.get(name);
  }

  #keep(file: string, document: Kept): void {
    this.#drop(file);
    this.#kept.set(file, document);
    this.#keptBytes += document.text.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= KEPT_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(file: string): void {
    this.#keptBytes -= this.#kept.get(file)?.text.text.length ?? 0;
    this.#kept.delete(file);
  }

  /** A frozen index names the files alone, because they do not count. */
  includesIn(
    includes: StoredIncludes,
    span: ByteRange,
    name: string,
    places: DocumentPlaces,
  ): readonly PassageInclude[] {
    const tree = this.#trees.get(name);
    if (tree === undefined) return [];
    const found = includesIn(includes, span, { fs: this.#fs, places, root: this.#root ?? tree.path, tree });
    return this.#isFrozen ? found.map((part) => ({ ...part, text: () => undefined })) : found;
  }

  #readFrozen(index: OpenIndex, tree: string, path: string): FoundText {
    const entry = index.entry(tree, path);
    if (entry === undefined || entry.text === null || entry.hash === null) return "gone";
    const key = `${tree}:${path}`;
    const known = this.#kept.get(key);
    if (known !== undefined && known.hash === entry.hash) return known.text;
    const text = index.text(entry);
    if (text === null) return "changed";
    this.#keep(key, { fingerprint: entry.fingerprint, hash: entry.hash, text });
    return text;
  }

  #read(index: OpenIndex, places: DocumentPlaces, tree: string, path: string): FoundText {
    if (this.#isFrozen) return this.#readFrozen(index, tree, path);
    const { path: root, source_records: hasRecord = false } = this.#trees.get(tree) ?? {};
    const entry = index.entry(tree, path);
    const fingerprint = entry?.fingerprint;
    if (root === undefined || entry === undefined || fingerprint === undefined || fingerprint === null) return "gone";
    // An index may come from anybody: what it names is read below the tree only.
    if (!leadsBelow(path)) return "gone";
    const file = root.endsWith("/") ? root + path : `${root}/${path}`;
    const before = statSource(this.#fs, file, hasRecord);
    if (before?.kind !== "file") return "gone";
    const now = fingerprintOf(before);
    // Another size means another content. Other times may not: the file may have been written again as it was.
    if (now.size !== fingerprint.size) return "changed";
    const known = this.#kept.get(file);
    if (known !== undefined && known.hash === entry.hash && isSame(known.fingerprint, now)) return known.text;
    const trusted = sameFingerprint(now, fingerprint) && !isRacy(fingerprint, entry.checkedAt * 1e6);
    // The file may have become a link since it was indexed, or lie behind one.
    const real = places.reach(file);
    if (real === undefined || real === null) return "gone";
    const checkedAt = nowMs();
    // Extracted text is stored beside the index. A later index removes it when it takes this one's place.
    const extracted = entry.text === null ? undefined : index.text(entry);
    if (extracted === null) return "changed";
    // A hash takes time, and on Deno a module of Node: it counts only where the fingerprint leaves a doubt.
    const source = trusted ? undefined : readSource(this.#fs, real, now.size, hasRecord);
    const content = source?.kind === "content" ? source : undefined;
    const bytes = trusted && extracted === undefined ? this.#fs.readFile(real, { noLink: true }) : content?.bytes;
    if (bytes === undefined && extracted === undefined) return "gone";
    const after = statSource(this.#fs, file, hasRecord);
    if (after === undefined) return "gone";
    if (!sameFingerprint(fingerprintOf(after), now)) return "changed";
    if (!trusted && content?.hash !== entry.hash) return "changed";
    const text = extracted ?? { text: bytes!, map: null };
    if (trusted || !isRacy(now, checkedAt * 1e6)) this.#keep(file, { fingerprint: now, hash: entry.hash, text });
    return text;
  }

  /** A single file that cannot be read must not spoil the whole answer. */
  readable(index: OpenIndex, places: DocumentPlaces, tree: string, path: string): FoundText {
    try {
      return this.#read(index, places, tree, path);
    } catch (error) {
      if (error instanceof RaError && error.code === "io") return "gone";
      throw error;
    }
  }
}
