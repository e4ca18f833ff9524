/**
 * Replaces several files together. The new ones are written beside the old ones. `switch.json` then names them, and
 * from then on they count: whoever finds `switch.json` finishes the renames first. A run that is killed before leaves
 * the old files, and one that is killed later leaves the new ones.
 */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { joinPath, leadsBelow } from "../../text/paths.ts";

const SWITCH = "switch.json";
/** What a run leaves that is killed while it writes the names. */
const UNFINISHED = /^switch\.json\.[0-9a-f-]{36}\.tmp$/;
/** Between the name of a file and its generation. */
const MARK = ".new-";

interface Switch {
  readonly generation: string;
  /** Paths in the folder. */
  readonly files: readonly string[];
}

/** Where a file of a generation is written before it counts. */
export function draftPath(folder: string, name: string, generation: string): string {
  return joinPath(folder, `${name}${MARK}${generation}`);
}

/** The drafts of these files, all of them written and flushed, take the place of the files. Throws `io`. */
export function switchGeneration(
  fs: FileSystem,
  folder: string,
  generation: string,
  files: readonly string[],
): void {
  const content: Switch = { generation, files };
  fs.writeFile(joinPath(folder, SWITCH), new TextEncoder().encode(`${JSON.stringify(content)}\n`));
  finishSwitch(fs, folder);
}

/** Finishes what a killed run began, before anything is read, and removes drafts that do not count. Throws `io`. */
export function finishSwitch(fs: FileSystem, folder: string): void {
  const path = joinPath(folder, SWITCH);
  if (fs.kindOf(path) === "file") {
    const { generation, files } = readSwitch(fs, path);
    for (const name of files) {
      const draft = draftPath(folder, name, generation);
      // What an earlier try has renamed is no longer there.
      if (fs.kindOf(draft) !== "file") continue;
      try {
        fs.rename(draft, joinPath(folder, name));
      } catch (error) {
        // Another reader may have been faster.
        if (fs.kindOf(draft) === "file") throw error;
      }
    }
    fs.removeFile(path);
  }
}

/** Removes drafts of runs that were killed before they counted. Only the one who holds the lock may do it. */
export function removeDrafts(fs: FileSystem, folder: string): void {
  for (const { name, kind } of fs.readDirectory(folder)) {
    if (kind === "file" && (name.includes(MARK) || UNFINISHED.test(name))) fs.removeFile(joinPath(folder, name));
  }
}

function readSwitch(fs: FileSystem, path: string): Switch {
  try {
    const { generation, files } = JSON.parse(new TextDecoder().decode(fs.readFile(path))) as Partial<Switch>;
    const isPath = (path: unknown): boolean =>
      typeof path === "string" && /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && leadsBelow(path);
    const isName = typeof generation === "string" && /^[\w-]+$/.test(generation);
    if (isName && Array.isArray(files) && files.every(isPath)) return { generation, files };
  } catch (error) {
    if (error instanceof RaError) throw error;
  }
  throw new RaError("io", `${path} is damaged`, { path, hint: "remove it, and build the index again" });
}
