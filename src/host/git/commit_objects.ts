/** Reads the objects of a commit. */
import { RaError } from "../../errors.ts";
import type { FinishedProgram } from "../run_program.ts";
import { reasonIn } from "./git_errors.ts";

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

/** What is left of the work that a repository may make, its submodules together. */
export interface CommitLimits {
  /** Entries of trees. */
  files: number;
  /** Links that are followed. */
  links: number;
  /** Of the links' paths and targets, once more for each link on the way. */
  linkBytes: number;
}

/** So many bytes, and so many files, are read at once. */
const MAX_AT_ONCE = 32 * 1024 * 1024;
const MAX_OBJECTS = 5000;
const NEWLINE = 10;

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

/** What git prints. Throws `io` with what it says. */
export async function must(commit: CommitObjects, args: readonly string[], input?: Uint8Array): Promise<Uint8Array> {
  const { code, stdout, stderr } = await commit.run(args, input);
  if (code === 0) return stdout;
  const said = reasonIn(stderr);
  throw new RaError("io", `git cannot read the commit ${commit.name}: ${said ?? "git says nothing"}`);
}
