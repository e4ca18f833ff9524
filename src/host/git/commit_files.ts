/** Lists and reads the files of a commit, from its objects alone: nothing is checked out. */
import { RaError } from "../../errors.ts";
import { followLinks } from "./commit_links.ts";
import { leadsBelow } from "../../text/paths.ts";
import { platform } from "../process.ts";
import { type CommitFile, type CommitLimits, type CommitObjects, must } from "./commit_objects.ts";

export interface CommitTree {
  /** The regular files, and links to such files as what they lead to. In the order of git. */
  readonly files: readonly CommitFile[];
  readonly submodules: readonly { readonly path: string; readonly commit: string }[];
  /** What is left out, and why. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

const MAX_FILES = 500_000;

export function commitLimits(): CommitLimits {
  return { files: MAX_FILES, links: 50_000, linkBytes: 16 * 1024 * 1024 };
}

/** A larger file is not a document that ra reads. */
const MAX_FILE_SIZE = 64 * 1024 * 1024;
const NO_NAME = "no file may have this name";

/** Throws `io`, and `work-limit` for too many files. */
export async function commitTree(commit: CommitObjects, limits: CommitLimits): Promise<CommitTree> {
  const entries = await treeEntries(commit, limits);
  const isFile = ({ mode, path }: TreeEntry): boolean => mode !== "160000" && wrongName(path) === undefined;
  const sizes = await sizesOf(commit, new Set(entries.filter(isFile).map(({ object }) => object)));
  const files = new Map<string, CommitFile>();
  const links: CommitFile[] = [];
  const submodules: { path: string; commit: string }[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  for (const { path, object, mode } of entries) {
    const [why, size] = [wrongName(path), sizes.get(object)];
    if (why !== undefined) leftOut.push({ path, reason: why });
    else if (mode === "160000") submodules.push({ path, commit: object });
    else if (size === undefined) leftOut.push({ path, reason: "the repository lacks its content" });
    else if (mode === "120000") links.push({ path, object, size });
    else files.set(path, { path, object, size });
  }
  leftOut.push(...await followLinks(commit, links, files, limits));
  for (const { path, size } of files.values()) {
    if (size <= MAX_FILE_SIZE) continue;
    files.delete(path);
    leftOut.push({ path, reason: `it is larger than ${MAX_FILE_SIZE / (1024 * 1024)} MB` });
  }
  return { files: [...files.values()], submodules, leftOut };
}

interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

async function treeEntries(commit: CommitObjects, limits: CommitLimits): Promise<readonly TreeEntry[]> {
  const listed = await must(commit, ["ls-tree", "-r", "-z", "--full-tree", commit.name]);
  const entries: TreeEntry[] = [];
  const decoder = new TextDecoder();
  limits.files -= countOf(listed, 0);
  if (limits.files < 0) throw new RaError("work-limit", `the repository holds more than ${MAX_FILES} files`);
  for (let at = 0, end = listed.indexOf(0); end >= 0; at = end + 1, end = listed.indexOf(0, at)) {
    const line = decoder.decode(listed.subarray(at, end));
    const [, mode, object, path] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (path !== undefined) entries.push({ mode: mode!, object: object!, path });
  }
  return entries;
}

function countOf(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (const byte of bytes) if (byte === wanted) count++;
  return count;
}

/** The sizes of the blobs among these objects. `ls-tree -l` would look each up once for every file that shares it. */
async function sizesOf(commit: CommitObjects, objects: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  if (objects.size === 0) return new Map();
  const input = new TextEncoder().encode([...objects].map((object) => `${object}\n`).join(""));
  const printed = new TextDecoder().decode(await must(commit, ["cat-file", "--batch-check"], input));
  return new Map(
    printed.split("\n").flatMap((line) => {
      const [, object, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
      return size === undefined ? [] : [[object!, Number(size)] as const];
    }),
  );
}

/** The settings in a file of the commit, such as `.gitmodules`. Empty where there is none, or a broken one. */
export async function settingsOf(
  commit: CommitObjects,
  { object }: CommitFile,
): Promise<readonly (readonly [key: string, value: string])[]> {
  const { code, stdout } = await commit.run(["config", "--null", "--no-includes", `--blob=${object}`, "--list"]);
  if (code !== 0) return [];
  return new TextDecoder().decode(stdout).split("\0").filter((entry) => entry.includes("\n"))
    .map((entry) => [entry.slice(0, entry.indexOf("\n")), entry.slice(entry.indexOf("\n") + 1)] as const);
}

/** The folders in which programs find their own configuration, which may name what they run. */
const PRIVATE = /^(?:\.git|git~\d+|\.hg|\.svn|\.bzr|\.jj|\.ra)$/i;

/** Why no file is written to a path: it leads away, or a program would take it for its own. */
function wrongName(path: string): string | undefined {
  // A name that is not UTF-8 cannot be written as it is.
  if (!leadsBelow(path) || path.includes("\ufffd") || (platform === "win32" && /[\\:]/.test(path))) return NO_NAME;
  // Some disks leave out signs that do not show, and have short names.
  const parts = path.split("/").map((part) =>
    part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]|[. ]+$/gu, "")
  );
  if (parts.some((part) => PRIVATE.test(part))) return NO_NAME;
  // Beside `objects` and `refs`, or `commondir`, which may be of another commit, git follows the `config` there.
  return /^head$/i.test(parts.at(-1)!) ? "git could take its folder for a repository" : undefined;
}
