/**
 * Fetches one commit of a repository elsewhere into a folder of objects that is ra's own. The server and the repository
 * may be hostile: nothing is checked out, git runs no hook and no filter, sees no configuration but ra's and the user's
 * own, follows no other protocol than the address needs, and asks nobody for a password.
 */
import process from "node:process";
import { RaError } from "../../errors.ts";
import { joinPath } from "../../text/paths.ts";
import type { FileSystem } from "../file_system.ts";
import { isPermitted } from "../permissions.ts";
import { environmentVariable } from "../process.ts";
import { type FinishedProgram, runLongProgram } from "../run_program.ts";
import type { CommitObjects } from "./commit_objects.ts";
import { reasonIn } from "./git_errors.ts";

export interface WantedCommit {
  /** What git clones. Never a path. */
  readonly address: string;
  /** A branch, a tag or a commit. Undefined: the default branch. */
  readonly ref: string | undefined;
  /** `HOST:PORT:ADDRESS`, so that no second look-up of the name can lead elsewhere. */
  readonly resolve?: string | undefined;
}

export interface ObjectsFolder {
  readonly fs: FileSystem;
  /** The folder of ra's own that holds the objects. It is made. Nobody else works in it. */
  readonly folder: string;
  /** git is not started from below it. */
  readonly project: string;
}

const COMMIT = /^[0-9a-f]{7,64}$/;
/** What a kill may have left. */
const LOCKS = ["HEAD.lock", "config.lock", "shallow.lock", "packed-refs.lock"];
/** A server that sends less than 1 kB a second for so many seconds is away. */
const STALLED_SECONDS = 60;

/** Throws `io` with what git says. */
export async function fetchCommit(
  { fs, folder, project }: ObjectsFolder,
  wanted: WantedCommit,
): Promise<CommitObjects> {
  makeObjectsFolder(fs, folder);
  const run = async (args: readonly string[], input?: Uint8Array): Promise<FinishedProgram> => {
    const ran = await runLongProgram("git", [...settingsFor(wanted), ...args], {
      directory: folder,
      environment: environment(folder),
      foreign: project,
      input,
    });
    if (ran === undefined) {
      throw new RaError("io", "git is missing, or may not be run", { hint: "install git (Deno: --allow-run=git)" });
    }
    return ran;
  };
  const must = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(args);
    if (code !== 0) throw failed(wanted, stderr);
    return new TextDecoder().decode(stdout).trim();
  };
  return { name: await fetched(wanted, run, must), run };
}

/** A bare repository without anything but its configuration. ra writes it anew, whatever is there. */
function makeObjectsFolder(fs: FileSystem, folder: string): void {
  const write = (name: string, text: string): void =>
    fs.writeFile(joinPath(folder, name), new TextEncoder().encode(text), { durable: false });
  for (const name of ["objects", "refs", "info"]) fs.makeDirectory(joinPath(folder, name), { isPrivate: true });
  for (const lock of LOCKS) fs.removeFile(joinPath(folder, lock));
  write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  if (fs.kindOf(joinPath(folder, "HEAD")) === undefined) write("HEAD", "ref: refs/heads/main\n");
}

/** Fetches as little as the server allows, and gives the name of the commit. */
async function fetched(
  { address, ref }: WantedCommit,
  run: (args: readonly string[]) => Promise<FinishedProgram>,
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
  if ((await run(shallow)).code === 0) return await nameOf("FETCH_HEAD^{commit}");
  const all = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"];
  const isShallow = (await must("rev-parse", "--is-shallow-repository")) === "true";
  const deepen = isShallow ? ["--unshallow"] : [];
  await must("fetch", "--quiet", "--no-tags", ...deepen, "--end-of-options", address, ...all);
  return await nameOf(`${ref}^{commit}`);
}

/** Settings on the command line outrank all files. */
function settingsFor({ resolve }: WantedCommit): readonly string[] {
  const settings = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "protocol.allow": "never",
    "protocol.https.allow": "always",
    "protocol.http.allow": "always",
    "protocol.ssh.allow": "always",
    "protocol.git.allow": "always",
    "protocol.file.allow": "never",
    "protocol.ext.allow": "never",
    "fetch.recurseSubmodules": "false",
    "submodule.recurse": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "http.lowSpeedLimit": "1000",
    "http.lowSpeedTime": String(STALLED_SECONDS),
    // Redirects are followed before git is asked, so that each address is judged.
    "http.followRedirects": "false",
    "http.curloptResolve": resolve,
  };
  return Object.entries(settings).flatMap(([key, value]) => value === undefined ? [] : ["-c", `${key}=${value}`]);
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
    GIT_DIR: folder,
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GCM_INTERACTIVE: "never",
    GIT_SSH_COMMAND: environmentVariable("GIT_SSH_COMMAND") ??
      `ssh -oBatchMode=yes -oConnectTimeout=${STALLED_SECONDS}`,
  };
}

function failed({ address, ref }: WantedCommit, stderr: string): RaError {
  const said = reasonIn(withoutCredentials(stderr));
  const what = ref === undefined ? "" : ` at ${ref}`;
  return new RaError("io", `cannot fetch ${withoutCredentials(address)}${what}: ${said ?? "git says nothing"}`, {
    hint: "git must be able to fetch it without a question: see `git ls-remote ADDRESS`",
  });
}

/** Hides user names and passwords in addresses. */
function withoutCredentials(text: string): string {
  return text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^/@\s]+@/gi, "$1");
}
