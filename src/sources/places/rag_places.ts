/** The one door to the folders of a `rag.yaml`: who comes through it touches nothing else. */
import { projectFolder } from "../../config/project_folder.ts";
import { RaError } from "../../errors.ts";
import type { FileSystem } from "../../host/file_system.ts";
import { hashBytes } from "../../host/hash.ts";
import { createPlaces, realPlace } from "../../host/places.ts";
import { userCacheFolder, userDataFolder } from "../../host/process.ts";
import { fileName, isInside, joinPath } from "../../text/paths.ts";
import type { RagConfig } from "../config/rag_config.ts";
import { requireTrust } from "../config/rag_trust.ts";
import { ownPlaces, readPlaces } from "./named_places.ts";

export interface RagPlaces {
  /** Everything that a run reads and writes goes through it. */
  readonly fs: FileSystem;
  readonly home: string | null;
  /**
   * The folder in the user's cache where ra remembers what it wrote for this file. It lies below no folder of the file.
   * Throws `io` where ra knows no home directory.
   */
  readonly memory: string;
  /** The project that the file belongs to. Programs that lie there are not started. */
  readonly project: string;
  /** The real folder that what is read at a path of the file must not leave. */
  boundaryOf(path: string): string;
  /** Whether a path lies in the project, or in a place that the file names and was trusted for. */
  mayRead(path: string): boolean;
}

/**
 * Judges what a file names, and hands out its places. Throws `config-untrusted` for what needs trust and has none,
 * and `config-value` for a folder in which ra must not write.
 */
export function openPlaces(fs: FileSystem, config: RagConfig, home: string | null, isTrusted: boolean): RagPlaces {
  requireTrust(fs, config, home, isTrusted);
  const folder = realPlace(fs, config.folder);
  const project = projectFolder(fs, folder, home === null ? null : realPlace(fs, home));
  const roots = ownPlaces(config).map(({ field, path }) => {
    const real = realPlace(fs, path);
    requireRoot(config, field, real, [project, folder]);
    return { path, real };
  });
  const [cache, data] = [userCacheFolder(home), userDataFolder(home)];
  const memory = cache === undefined
    ? undefined
    : joinPath(realPlace(fs, cache), `rag/${keyOf(joinPath(folder, fileName(config.file)))}`);
  const holder = memory === undefined ? undefined : roots.find(({ real }) => isInside(memory, real));
  if (holder !== undefined) {
    throw new RaError("config-value", `${holder.path} holds the folder of your cache, ${cache}`, {
      path: config.file,
      hint: "name a folder of the project",
    });
  }
  const judged = readPlaces(fs, config).map(({ path }) => realPlace(fs, path));
  const known = [folder, project, ...roots.map(({ real }) => real), ...judged];
  const around = (real: string): string | undefined => known.find((place) => isInside(real, place));
  return {
    fs: createPlaces(fs, { roots, free: [cache, memory, data].filter((path) => path !== undefined) }),
    home,
    get memory() {
      if (memory !== undefined) return memory;
      throw new RaError("io", "ra knows no home directory, so it cannot remember what it writes", {
        hint: "set HOME (and let Deno read it: --allow-env=HOME)",
      });
    },
    project,
    boundaryOf: (path) => around(realPlace(fs, path)) ?? path,
    mayRead: (path) => around(realPlace(fs, path)) !== undefined,
  };
}

/** Folders of other programs, and ra's own of a folder of documents. */
const PRIVATE = /(?:^|\/)\.(?:git|hg|svn|ra)(?:\/|$)/i;

/** Throws `config-value` for a folder that holds the project, or lies where others keep their own files. */
function requireRoot(
  { file }: RagConfig,
  field: string,
  real: string,
  projects: readonly [project: string, folder: string],
): void {
  const why = projects.some((project) => isInside(project, real))
    ? "it holds the project itself"
    : PRIVATE.test(real.slice(isInside(real, projects[0]) ? projects[0].length : 0))
    ? "it lies in a folder that another program keeps"
    : undefined;
  if (why === undefined) return;
  throw new RaError("config-value", `${field}: ra does not write in ${real}: ${why}`, {
    path: file,
    hint: "name a folder of its own, such as rag/data",
  });
}

function keyOf(path: string): string {
  return hashBytes(new TextEncoder().encode(path)).slice(0, 32);
}
