/**
 * Replaces several files together. The new ones are written beside the old ones. `switch.json` then names them, and
 * from then on they count: whoever finds `switch.json` finishes the renames first. A run that is killed before leaves
 * the old files, and one that is killed later leaves the new ones.
 */
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { placeRefused } from "../../host/io_error.ts";
import { requireOwnFolder } from "../../host/places.ts";
import { foreignArtefact } from "./foreign_artefacts.ts";
import { fileName, joinPath, leadsBelow, parentPath } from "../../text/paths.ts";

const SWITCH = "switch.json";
/** What a run leaves that is killed while it writes the names. */
const UNFINISHED = /^switch\.json\.[0-9a-f-]{36}\.tmp$/;
/** Between the name of a file and its generation. */
const MARK = ".new-";
/** The name of a generation, and of what is written before it gets its own name. */
const GENERATION = /^[0-9a-f-]{36}(?:\.[0-9a-f-]{36}\.tmp)?$/;
const MAX_BYTES = 64 * 1024;

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
  finish(fs, folder, files, true);
}

/**
 * Finishes what a killed run began, before anything is read. Only files among `known` may be replaced. Throws `io`, and
 * `place-refused` where `switch.json` is not a regular file, and where somebody else's file would be replaced.
 */
export function finishSwitch(fs: FileSystem, folder: string, known: readonly string[]): void {
  finish(fs, folder, known, false);
}

/** `isOwn`: this process wrote `switch.json`, and has judged the files that it replaces. */
function finish(fs: FileSystem, folder: string, known: readonly string[], isOwn: boolean): void {
  const path = joinPath(folder, SWITCH);
  const kind = fs.kindOf(path);
  if (kind !== undefined && kind !== "file") {
    throw placeRefused("read", path, kind === "symlink" ? "LINK" : "NOT_REGULAR");
  }
  if (kind === "file") {
    const { generation, files } = readSwitch(fs, path);
    const due = files.filter((name) => known.includes(name));
    if (!isOwn) {
      const replaced = due.filter((name) => fs.kindOf(draftPath(folder, name, generation)) === "file");
      const foreign = foreignArtefact(fs, folder, replaced, ["generation", "unreadable"]);
      if (foreign !== undefined) throw placeRefused("replace", foreign, "NOT_OWN");
    }
    for (const name of due) {
      const draft = draftPath(folder, name, generation);
      // What an earlier try has renamed is no longer there.
      if (fs.kindOf(draft) !== "file") continue;
      requireOwnFolder(fs, folder, parentPath(draft));
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

/**
 * Removes drafts of such files, of runs that were killed before they counted. Only the one who holds the lock may do
 * it.
 */
export function removeDrafts(fs: FileSystem, folder: string, known: readonly string[]): void {
  const names = new Set(known.map(fileName));
  for (const { name, kind } of fs.readDirectory(folder)) {
    const at = name.lastIndexOf(MARK);
    const isDraft = at > 0 && names.has(name.slice(0, at)) && GENERATION.test(name.slice(at + MARK.length));
    if (kind === "file" && (isDraft || UNFINISHED.test(name))) fs.removeFile(joinPath(folder, name));
  }
}

function readSwitch(fs: FileSystem, path: string): Switch {
  try {
    const { generation, files } = JSON.parse(
      new TextDecoder().decode(fs.readFile(path, { most: MAX_BYTES })),
    ) as Partial<Switch>;
    const isPath = (path: unknown): boolean =>
      typeof path === "string" && /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && leadsBelow(path);
    const isName = typeof generation === "string" && /^[\w-]+$/.test(generation);
    if (isName && Array.isArray(files) && files.every(isPath)) return { generation, files };
  } catch (error) {
    if (error instanceof RaError) throw error;
  }
  throw new RaError("io", `${path} is damaged`, { path, hint: "remove it, and build the index again" });
}
