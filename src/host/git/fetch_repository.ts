/**
 * Fetches one commit of a repository into a working tree. The server and the repository may be hostile: git runs no
 * hook and no filter, follows no other protocol than the address needs, and asks nobody for a password.
 */
import process from "node:process";
import { RaError } from "../../errors.ts";
import { joinPath } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { isPermitted } from "../permissions.ts";
import { environmentVariable } from "../process.ts";
import { type FinishedProgram, runLongProgram } from "../run_program.ts";

export interface WantedCommit {
  /** What git clones: an address, or an absolute path. */
  readonly address: string;
  /** A branch, a tag or a commit. Undefined: the default branch. */
  readonly ref: string | undefined;
  /** The patterns of the files to check out, in the form of `.gitignore`. Empty: all. */
  readonly sparse: readonly string[];
  readonly submodules: boolean;
}

const COMMIT = /^[0-9a-f]{7,64}$/;
/** What a kill may have left. Nobody else works in the folder. */
const LOCKS = ["index.lock", "HEAD.lock", "config.lock", "shallow.lock", "packed-refs.lock"];
/** A server that sends less than 1 kB a second for so many seconds is away. */
const STALLED_SECONDS = 60;

/**
 * Brings the commit into `folder` and gives its name. What lies there and is not of the commit goes. Throws `io` with
 * what git says.
 */
export async function fetchRepository(
  fs: FileSystem,
  folder: string,
  wanted: WantedCommit,
  onLine: (line: string) => void,
): Promise<string> {
  fs.makeDirectory(folder);
  const git = async (...args: readonly string[]): Promise<FinishedProgram> => {
    const ran = await runLongProgram("git", [...settingsFor(wanted.address), ...args], {
      directory: folder,
      environment: environment(folder),
    }, onLine);
    if (ran === undefined) {
      throw new RaError("io", "git is missing, or may not be run", { hint: "install git (Deno: --allow-run=git)" });
    }
    return ran;
  };
  const must = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await git(...args);
    if (code !== 0) throw failed(wanted, stderr);
    return new TextDecoder().decode(stdout).trim();
  };
  if (fs.kindOf(joinPath(folder, ".git")) === undefined) await must("init", "--quiet", "--template=");
  for (const lock of LOCKS) fs.removeFile(joinPath(folder, `.git/${lock}`));
  const info = joinPath(folder, ".git/info");
  fs.makeDirectory(info);
  // These attributes outrank those of the repository, so no filter runs and no byte changes on the way.
  writeText(fs, joinPath(info, "attributes"), "* -filter -text -ident -eol -working-tree-encoding\n");
  writeText(
    fs,
    joinPath(info, "sparse-checkout"),
    `${(wanted.sparse.length === 0 ? ["/*"] : wanted.sparse).join("\n")}\n`,
  );
  const commit = await fetchCommit(wanted, git, must);
  await must("checkout", "--quiet", "--force", "--detach", commit);
  // A checkout of the same commit does not look at the patterns again.
  await must("read-tree", "-m", "-u", "HEAD");
  await must("clean", "--quiet", "-ffdx");
  if (wanted.submodules) await must("submodule", "update", "--quiet", "--init", "--recursive", "--depth=1", "--force");
  return commit;
}

/** Fetches as little as the server allows, and gives the name of the commit. */
async function fetchCommit(
  { address, ref }: WantedCommit,
  git: (...args: readonly string[]) => Promise<FinishedProgram>,
  must: (...args: readonly string[]) => Promise<string>,
): Promise<string> {
  const nameOf = (revision: string): Promise<string> =>
    must("rev-parse", "--verify", "--quiet", "--end-of-options", revision);
  const shallow = ["fetch", "--quiet", "--no-tags", "--depth=1", "--end-of-options", address, ref ?? "HEAD"];
  if (ref === undefined || !COMMIT.test(ref)) {
    await must(...shallow);
    return await nameOf("FETCH_HEAD^{commit}");
  }
  // Some servers give a commit only with the branch that leads to it, and none knows a shortened name.
  const first = await git(...shallow);
  if (first.code === 0) return await nameOf("FETCH_HEAD^{commit}");
  const all = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"];
  const isShallow = (await must("rev-parse", "--is-shallow-repository")) === "true";
  await must(
    "fetch",
    "--quiet",
    "--no-tags",
    ...(isShallow ? ["--unshallow"] : []),
    "--end-of-options",
    address,
    ...all,
  );
  return await nameOf(`${ref}^{commit}`);
}

/** Settings on the command line outrank all files. */
function settingsFor(address: string): readonly string[] {
  const isLocal = !/^[a-z][a-z0-9+.-]*:\/\//i.test(address) && !/^[^/]+@[^/]+:/.test(address);
  const settings = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.autocrlf": "false",
    "core.sparseCheckout": "true",
    "core.sparseCheckoutCone": "false",
    "core.protectHFS": "true",
    "core.protectNTFS": "true",
    "protocol.allow": "never",
    "protocol.https.allow": "always",
    "protocol.http.allow": "always",
    "protocol.ssh.allow": "always",
    "protocol.git.allow": "always",
    "protocol.file.allow": isLocal || /^file:/i.test(address) ? "always" : "never",
    "fetch.recurseSubmodules": "false",
    "submodule.recurse": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "advice.detachedHead": "false",
    "http.lowSpeedLimit": "1000",
    "http.lowSpeedTime": String(STALLED_SECONDS),
  };
  return Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
}

/** The user's own variables, because a proxy or an agent of ssh may be needed, without those that steer git. */
function environment(folder: string): Readonly<Record<string, string>> {
  const own = isPermitted({ name: "env" }) ? process.env : {};
  const kept = Object.entries(own).filter((entry): entry is [string, string] =>
    entry[1] !== undefined && (!entry[0].startsWith("GIT_") || /^GIT_SSH|^GIT_SSL|^GIT_PROXY/.test(entry[0]))
  );
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_DIR: joinPath(folder, ".git"),
    GIT_WORK_TREE: folder,
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GCM_INTERACTIVE: "never",
    GIT_SSH_COMMAND: environmentVariable("GIT_SSH_COMMAND") ??
      `ssh -oBatchMode=yes -oConnectTimeout=${STALLED_SECONDS}`,
  };
}

function writeText(fs: FileSystem, path: string, text: string): void {
  fs.writeFile(path, new TextEncoder().encode(text));
}

function failed({ address, ref }: WantedCommit, stderr: string): RaError {
  const said = withoutCredentials(stderr).split("\n").map((line) => line.trim()).filter((line) => line !== "").at(-1);
  const what = ref === undefined ? "" : ` at ${ref}`;
  return new RaError("io", `cannot fetch ${withoutCredentials(address)}${what}: ${said ?? "git says nothing"}`, {
    hint: "git must be able to fetch it without a question: see `git ls-remote ADDRESS`",
  });
}

/** Hides user names and passwords in addresses. */
function withoutCredentials(text: string): string {
  return text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^/@\s]+@/gi, "$1");
}
