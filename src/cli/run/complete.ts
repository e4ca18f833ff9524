/** `ra complete -- WORDS`, which the script of `ra completions` calls at each press of Tab. */
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { loadConfig } from "../../config/find.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { createDiskFileSystem } from "../../host/disk_file_system.ts";
import { homeDirectory, workingDirectory } from "../../host/process.ts";
import { joinPath } from "../../text/paths.ts";
import { createProgram } from "../program.ts";

/** Prints the candidates for the last word, one on each line. */
export async function complete(words: readonly string[]): Promise<void> {
  const fs = createDiskFileSystem();
  const directory = workingDirectory();
  const trees = await treeNames(fs, directory);
  const own = "completion-script";
  const program = createProgram({ invoke: () => Promise.resolve(), print: () => {} });
  const root = tab(program as unknown as Command, { completionCommandName: own });
  root.commands.delete(own);
  for (const command of root.commands.values()) {
    // Options of the program may also stand after a command.
    for (const [name, option] of root.options) if (!command.options.has(name)) command.options.set(name, option);
    const tree = command.options.get("tree");
    if (tree !== undefined) tree.handler = (add) => trees.forEach((name) => add(name, "tree"));
    const file = command.arguments.get("file") ?? command.arguments.get("dir");
    if (file !== undefined) {
      file.handler = (add) => entries(fs, directory, words.at(-1) ?? "").forEach(({ path, kind }) => add(path, kind));
    }
  }
  root.parse([...words]);
}

async function treeNames(fs: FileSystem, directory: string): Promise<readonly string[]> {
  try {
    return (await loadConfig(fs, directory, homeDirectory() ?? null)).trees.map((tree) => tree.name);
  } catch {
    return []; // Without a configuration, or with a broken one, there is nothing to suggest.
  }
}

/**
 * Lists files and folders that begin with the typed path, without those that a line cannot name. The scripts of the
 * shells know names of files by what is said of them: `file` or `folder`.
 */
function entries(fs: FileSystem, directory: string, typed: string) {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  try {
    return fs.readDirectory(joinPath(directory, folder || "."))
      .filter(({ name }) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name))
      .map(({ name, kind }) =>
        kind === "directory"
          ? { path: `${folder}${name}/`, kind: "folder" }
          : { path: `${folder}${name}`, kind: "file" }
      );
  } catch {
    return [];
  }
}
