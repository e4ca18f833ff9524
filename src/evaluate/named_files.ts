/**
 * What the files of `ra rag eval` and `ra rag compare` may do by themselves. They may have come with a clone, so they
 * lead nowhere outside their project: neither the files nor what they attach.
 */
import { projectFolder } from "../config/project_folder.ts";
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { placeRefused } from "../host/io_error.ts";
import { realPlace } from "../host/places.ts";
import { isInside, parentPath } from "../text/paths.ts";
import type { Scenario } from "./scenarios.ts";

interface FileHost {
  readonly fs: FileSystem;
  readonly home: string | null;
}

/** Throws `place-refused` for a link that leads out of the project in which it lies. */
export function requireNamedFile({ fs, home }: FileHost, path: string): void {
  if (!isOfProject(fs, home, path, realPlace(fs, path))) throw placeRefused("read", path, "LEADS_OUT");
}

/**
 * `mayRead` is that of `rag.yaml`: what its user has trusted it for may be attached, too. Throws `config-untrusted` for
 * any other place outside the project of the file.
 */
export function requireAttached(
  { fs, home, mayRead }: FileHost & { mayRead(path: string): boolean },
  file: string,
  scenarios: readonly Scenario[],
): void {
  for (const [at, { attach }] of scenarios.entries()) {
    for (const path of attach) {
      const real = realPlace(fs, path);
      if (isOfProject(fs, home, file, real) || mayRead(path)) continue;
      throw new RaError("config-untrusted", `scenarios[${at}].attach lies outside the project: ${real}`, {
        path: file,
        hint: "if you trust the file, run the command with `--trust`",
      });
    }
  }
}

/** Whether a real path lies in the project of a file, or beside it. */
function isOfProject(fs: FileSystem, home: string | null, file: string, real: string): boolean {
  const folder = realPlace(fs, parentPath(file));
  const project = projectFolder(fs, folder, home === null ? null : realPlace(fs, home));
  return isInside(real, folder) || isInside(real, project);
}
