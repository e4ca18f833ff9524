/** Opens the commit of a git source, wherever its repository lies. */
import { RaError } from "../../errors.ts";
import type { CommitObjects } from "../../host/git/commit_objects.ts";
import { fetchCommit, type ObjectsFolder } from "../../host/git/fetch_commit.ts";
import { localRepository, repositoryPlaces } from "../../host/git/local_repository.ts";
import { openGit } from "../../host/git/open_git.ts";
import type { RagPlaces } from "../places/rag_places.ts";
import { gitAddress } from "./git_address.ts";
import { reachRemote } from "./reach_remote.ts";

export interface CommitAddress {
  /** Where relative paths begin. */
  readonly folder: string;
  readonly address: string;
  readonly ref: string | undefined;
  /** Hosts whose addresses may be private. */
  readonly allowed: readonly string[];
}

export interface OpenCommit {
  readonly objects: CommitObjects;
  /** Opens a commit of a submodule. Throws `io`. */
  open(address: string, commit: string): Promise<OpenCommit>;
  /** Where it was opened. */
  readonly from: CommitAddress;
  close(): void;
}

/** What is fetched lies in `folder`, and what lies on this machine must lie where the configuration may read. */
export type CommitHost = ObjectsFolder & Pick<RagPlaces, "mayRead">;

/** Objects of a repository on this machine are read where they are; others are fetched. Throws `io`. */
export async function openCommit(host: CommitHost, from: CommitAddress): Promise<OpenCommit> {
  const found = gitAddress(from.folder, from.address);
  const opened: OpenCommit[] = [];
  const open = async (address: string, commit: string): Promise<OpenCommit> => {
    if (found.kind === "remote" && gitAddress(from.folder, address).kind !== "remote") {
      throw new RaError("io", `a repository elsewhere names a place on this machine, ${address}`);
    }
    const submodule = await openCommit(host, { ...from, address, ref: commit });
    opened.push(submodule);
    return submodule;
  };
  const close = (): void => opened.forEach((submodule) => submodule.close());
  if (found.kind === "local") {
    const local = openLocal(host, found.path, from.ref);
    return { ...local, open, from: { ...from, address: found.path }, close: () => (close(), local.close()) };
  }
  const reached = await reachRemote(from.address, from.allowed);
  return { objects: await fetchCommit(host, { ...reached, ref: from.ref }), open, from, close };
}

function openLocal(
  { fs, mayRead }: CommitHost,
  path: string,
  ref: string | undefined,
): Pick<OpenCommit, "objects" | "close"> {
  const failed = (why: string): RaError => new RaError("io", `cannot fetch ${path}: ${why}`, { path });
  const repository = localRepository(fs, path);
  if (repository === undefined) throw failed("it is not a git repository, or it holds links or pipes of a stranger");
  const outside = repositoryPlaces(fs, repository).find((place) => !mayRead(place));
  if (outside !== undefined) throw failed(`a part of it lies outside the project, in ${outside}`);
  const git = openGit(fs, repository);
  if (git === undefined) {
    throw failed("git is missing or may not be run, or its objects lie behind links, or in places that ra cannot tell");
  }
  for (const revision of ref === undefined ? ["HEAD"] : [ref, `refs/remotes/origin/${ref}`]) {
    const { code, stdout } = git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
    const name = new TextDecoder().decode(stdout).trim();
    if (code === 0) return { objects: { name, run: git.run }, close: git.close };
  }
  git.close();
  throw failed(`it has no ${ref ?? "commit yet"}`);
}
