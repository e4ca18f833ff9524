/** Starts a module of ra in a process of its own, with the runtime that runs ra. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { noteChild } from "./child_notes.ts";
import { deno } from "./deno.ts";
import { isOneFile } from "./one_file.ts";
import { isPermitted } from "./permissions.ts";
import { onExit, passedEnvironment } from "./process.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "./temporary_folder.ts";

export interface Child {
  readonly process: ChildProcess;
  /** Ends it at once. */
  end(): void;
}

/** Whether the runtime permits it. Without asking: only Deno may refuse. */
export function canStartChild(): boolean {
  return isPermitted({ name: "run", command: process.execPath });
}

export interface ChildPlace {
  start(): Child;
  /** Removes what the children needed. Call it after their end. */
  remove(): void;
}

/**
 * How `module` is started. A one-file program has no modules that another process could read, so it starts itself, with
 * `words`.
 *
 * Bun runs what the `bunfig.toml` of its working directory names and takes variables from `.env` there, and a
 * `tsconfig.json` there or above says what it runs in place of a module. So the process begins in an empty folder of
 * ra's own, and on Bun without the variables that a `.env` may have set.
 */
export function childPlace(module: URL, words: readonly string[]): ChildPlace {
  const args = isOneFile() ? words : ownArguments(module);
  const isBun = process.versions["bun"] !== undefined;
  let folder: TemporaryFolder | undefined;
  return {
    start() {
      if (folder === undefined) {
        folder = makeTemporaryFolder("ra-run-");
        if (isBun && folder !== undefined) writeFileSync(`${folder.path}/tsconfig.json`, "{}\n");
      }
      const started = spawn(process.execPath, args, {
        stdio: ["pipe", "pipe", "ignore"],
        cwd: folder?.path ?? "/",
        ...(isBun ? { env: passedEnvironment() } : {}),
      });
      const end = (): void => void started.kill("SIGKILL");
      const forget = onExit(end);
      noteChild(started.pid, folder?.path, true);
      const over = (): void => {
        forget();
        noteChild(started.pid, folder?.path, false);
      };
      started.once("close", over).once("error", over);
      // A child that dies while it is written to is found by its end.
      started.stdin.on("error", () => {});
      return { process: started, end };
    },
    remove() {
      folder?.remove();
      folder = undefined;
    },
  };
}

function ownArguments(module: URL): readonly string[] {
  const path = pathOf(module);
  if (deno !== undefined) {
    // Deno looks for a configuration beside the module. Only a checkout needs its own, which says where packages are.
    const isCheckout = path.endsWith(".ts") || existsSync(fileURLToPath(new URL("../deno.json", module)));
    const configured = isCheckout ? [] : ["--no-config"];
    const permissions = ["--allow-read", "--allow-env", "--allow-sys"];
    return ["run", "--no-prompt", "--no-lock", "--no-check", "--no-remote", ...configured, ...permissions, path];
  }
  return process.versions["bun"] === undefined ? [path] : ["--no-install", "--no-env-file", path];
}

/** In a build, the module has the same name with another extension. */
function pathOf(module: URL): string {
  const path = fileURLToPath(module);
  return existsSync(path) ? path : path.replace(/\.ts$/, ".js");
}
