/** Checks the values of a head whose checksum is right (see `shape.ts`). */
import { areCounts, type Fields, isChecksum, isCount, isObject } from "./shape.ts";

/** The bytes that one checksum of a segment is over, and the digits of one checksum. */
const PAGE_BYTES = 64 * 1024;
const DIGITS = 8;
/** Files that ra reads as a whole. A million documents take some 100 MB of manifest. */
const MAX_WHOLE_BYTES = 256 * 1024 * 1024;
/** The core counts the chunks of a segment in 32 bits. */
const MAX_CHUNKS = 2 ** 32 - 1;

/** Says what is wrong with a head, for the user. Undefined when it can be used. */
export function headProblem(head: unknown): string | undefined {
  if (!isObject(head)) return "it is not an object";
  const { schemaVersion, updated, previous, manifest, trees, segments, unread } = head;
  if (typeof schemaVersion !== "string") return "`schemaVersion` is not a text";
  if (typeof updated !== "string" || Number.isNaN(Date.parse(updated))) return "`updated` is not a time";
  if (previous !== null && !isNamed(previous, /^[0-9a-f]{32}$/)) return "`previous` is not a hash";
  if (!isWholeFile(manifest, /^files-[0-9a-f]{32}\.json$/)) return "`manifest` does not name a list of files";
  if (!Array.isArray(trees) || !trees.every(isTree)) return "`trees` does not list trees";
  if (new Set(trees.map(({ name }: Fields) => name)).size !== trees.length) return "`trees` names a tree twice";
  if (!Array.isArray(segments) || !segments.every(isSegment)) return "`segments` does not list segments";
  if (new Set(segments.map(({ name }: Fields) => name)).size !== segments.length) return "`segments` names one twice";
  if (unread !== undefined && !(Array.isArray(unread) && unread.every(isUnread))) return "`unread` does not list files";
  return undefined;
}

function isNamed(name: unknown, form: RegExp): boolean {
  return typeof name === "string" && form.test(name);
}

function isWholeFile(file: unknown, form: RegExp): boolean {
  return isObject(file) && isNamed(file["name"], form) && isCount(file["size"]) && file["size"] <= MAX_WHOLE_BYTES &&
    isChecksum(file["checksum"]);
}

function isTree(tree: unknown): tree is Fields {
  return isObject(tree) && ["name", "path", "settings", "formats"].every((key) => typeof tree[key] === "string") &&
    (tree["definedIn"] === undefined || typeof tree["definedIn"] === "string") &&
    (tree["news"] === undefined || tree["news"] === true) &&
    (tree["device"] === undefined || Number.isFinite(tree["device"])) &&
    (tree["navigation"] === undefined || isNavigation(tree["navigation"]));
}

function isNavigation(navigation: unknown): boolean {
  if (!isObject(navigation)) return false;
  const { files, folders } = navigation;
  const isTextOr = (value: unknown, other: null | undefined): boolean => value === other || typeof value === "string";
  return Array.isArray(files) && Array.isArray(folders) &&
    files.every((file) =>
      isObject(file) && typeof file["path"] === "string" && Number.isFinite(file["checkedAt"]) &&
      isTextOr(file["problem"], undefined) &&
      (file["stamp"] === null || (Array.isArray(file["stamp"]) && file["stamp"].length === 4 &&
        file["stamp"].every(Number.isFinite)))
    ) &&
    folders.every((folder) =>
      Array.isArray(folder) && typeof folder[0] === "string" && isTextOr(folder[1], null) &&
      (folder[2] === null || Number.isFinite(folder[2]))
    );
}

function isUnread(counted: unknown): boolean {
  return isObject(counted) && (counted["tree"] === null || typeof counted["tree"] === "string") &&
    isNamed(counted["extension"], /^\.[a-z0-9]{1,12}$/) && isCount(counted["files"]) &&
    isNamed(counted["reason"], /^(?:no reader|include|exclude|outside)$/) &&
    (counted["folders"] === undefined || (Array.isArray(counted["folders"]) && counted["folders"].every(isCounted)));
}

function isCounted(folder: unknown): boolean {
  return isObject(folder) && typeof folder["path"] === "string" && isCount(folder["files"]);
}

function isSegment(segment: unknown): segment is Fields {
  if (!isObject(segment)) return false;
  const { name, size, sums, written, stats, deletes, vectors } = segment;
  return isNamed(name, /^[0-9a-f]{32}\.seg$/) && isCount(size) &&
    typeof sums === "string" && sums.length === Math.ceil(size / PAGE_BYTES) * DIGITS && /^[0-9a-f]*$/.test(sums) &&
    isCount(written) && written <= MAX_CHUNKS && isObject(stats) &&
    isCount(stats["chunks"]) && stats["chunks"] <= written &&
    isCount(stats["documents"]) && stats["documents"] <= stats["chunks"] &&
    areCounts(stats["lengths"]) && areCounts(stats["holders"]) && areCounts(stats["stemmers"]) &&
    (deletes === null || isWholeFile(deletes, /^[0-9a-f]{32}\.del$/)) &&
    (vectors === undefined || isVectors(vectors));
}

function isVectors(vectors: unknown): boolean {
  return isWholeFile(vectors, /^[0-9a-f]{32}\.vec$/) && isObject(vectors) &&
    isNamed(vectors["model"], /^[0-9a-f]{32}$/);
}
