/** Lists and reads the files of a commit, from its objects alone: nothing is checked out. */
import { RaError } from "../../errors.ts";
import { leadsBelow } from "../../text/paths.ts";
import { platform } from "../process.ts";
import type { FinishedProgram } from "../run_program.ts";

/** A commit, and the git that reads its objects. */
export interface CommitObjects {
  /** Its name in hexadecimal digits. */
  readonly name: string;
  /** Runs a git command on the objects. */
  run(args: readonly string[], input?: Uint8Array): Promise<FinishedProgram> | FinishedProgram;
}

export interface CommitFile {
  /** Relative to the top of the repository, with `/`. */
  readonly path: string;
  /** The name of the object that holds the content. */
  readonly object: string;
  /** Bytes. */
  readonly size: number;
}

export interface CommitTree {
  /** The regular files, and links to such files as what they lead to. In the order of git. */
  readonly files: readonly CommitFile[];
  readonly submodules: readonly { readonly path: string; readonly commit: string }[];
  /** What is left out, and why. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

/** A commit may hold so many files. */
const MAX_FILES = 500_000;
/** A larger file is not a document that ra reads. */
const MAX_FILE_SIZE = 64 * 1024 * 1024;
/** So many bytes, and so many files, are read at once. */
const MAX_AT_ONCE = 32 * 1024 * 1024;
const MAX_OBJECTS = 5000;
const MAX_TARGET_LENGTH = 4096;
const MAX_LINKS = 40;
const NEWLINE = 10;
const NO_NAME = "no file may have this name";

/** Throws `io`. */
export async function commitTree(commit: CommitObjects): Promise<CommitTree> {
  const listed = await must(commit, ["ls-tree", "-r", "-z", "-l", "--full-tree", commit.name]);
  const files = new Map<string, CommitFile>();
  const links: CommitFile[] = [];
  const submodules: { path: string; commit: string }[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  let entries = 0;
  for (const line of new TextDecoder().decode(listed).split("\0")) {
    const found = /^(\d{6}) (\w+) ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line);
    if (found === null) continue;
    if (++entries > MAX_FILES) throw new RaError("io", `the commit holds more than ${MAX_FILES} files`);
    const [, mode, , object, size, path] = found as unknown as readonly string[];
    const file = { path: path!, object: object!, size: Number(size) };
    const why = wrongName(file.path);
    if (why !== undefined) leftOut.push({ path: file.path, reason: why });
    else if (mode === "160000") submodules.push({ path: file.path, commit: file.object });
    else if (mode === "120000") links.push(file);
    else files.set(file.path, file);
  }
  const targets = await linkTargets(commit, links);
  for (const link of links) {
    const target = targetOf(link.path, files, targets);
    if (target === undefined) leftOut.push({ path: link.path, reason: "it is a link to no file of the repository" });
    else files.set(link.path, { ...target, path: link.path });
  }
  for (const { path, size } of files.values()) {
    if (size <= MAX_FILE_SIZE) continue;
    files.delete(path);
    leftOut.push({ path, reason: `it is larger than ${MAX_FILE_SIZE / (1024 * 1024)} MB` });
  }
  return { files: [...files.values()], submodules, leftOut };
}

/** The content of the files, some at a time, in their order. Throws `io`. */
export async function* contentsOf(
  commit: CommitObjects,
  files: readonly CommitFile[],
): AsyncGenerator<readonly (readonly [file: CommitFile, content: Uint8Array])[]> {
  for (let from = 0; from < files.length;) {
    let [until, size] = [from, 0];
    while (
      until < files.length && until - from < MAX_OBJECTS && (size === 0 || size + files[until]!.size <= MAX_AT_ONCE)
    ) {
      size += files[until++]!.size;
    }
    const batch = files.slice(from, until);
    const contents = await readObjects(commit, batch.map(({ object }) => object));
    yield batch.map((file, at) => [file, contents[at]!] as const);
    from = until;
  }
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

/** What each link says, by its path. */
async function linkTargets(
  commit: CommitObjects,
  links: readonly CommitFile[],
): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  const decoder = new TextDecoder();
  for await (const batch of contentsOf(commit, links.filter(({ size }) => size <= MAX_TARGET_LENGTH))) {
    for (const [{ path }, content] of batch) targets.set(path, decoder.decode(content));
  }
  return targets;
}

/** The file that a link leads to, over other links. Undefined where it leads to none of the repository. */
function targetOf(
  link: string,
  files: ReadonlyMap<string, CommitFile>,
  targets: ReadonlyMap<string, string>,
): CommitFile | undefined {
  let at: string | undefined = link;
  for (let hop = 0; hop < MAX_LINKS; hop++) {
    const target: string | undefined = at === undefined ? undefined : targets.get(at);
    at = at === undefined || target === undefined ? undefined : resolved(at, target);
    const file = at === undefined ? undefined : files.get(at);
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Undefined for a target outside the repository. */
function resolved(link: string, target: string): string | undefined {
  if (target.startsWith("/")) return undefined;
  const parts = link.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** Reads what `git cat-file --batch` prints: a line with the size, the content and a newline for each object. */
async function readObjects(commit: CommitObjects, objects: readonly string[]): Promise<readonly Uint8Array[]> {
  const input = new TextEncoder().encode(objects.map((object) => `${object}\n`).join(""));
  const bytes = await must(commit, ["cat-file", "--batch"], input);
  const contents: Uint8Array[] = [];
  let at = 0;
  for (const object of objects) {
    const end = bytes.indexOf(NEWLINE, at);
    const head = end < 0 ? "" : new TextDecoder().decode(bytes.subarray(at, end));
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(head)?.[1];
    if (size === undefined) {
      throw new RaError("io", `git cannot read the object ${object}: ${head || "it ended early"}`);
    }
    contents.push(bytes.slice(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}

async function must(commit: CommitObjects, args: readonly string[], input?: Uint8Array): Promise<Uint8Array> {
  const { code, stdout, stderr } = await commit.run(args, input);
  if (code === 0) return stdout;
  const said = stderr.split("\n").map((line) => line.trim()).filter((line) => line !== "").at(-1);
  throw new RaError("io", `git cannot read the commit ${commit.name}: ${said ?? "git says nothing"}`);
}
