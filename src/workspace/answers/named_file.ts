/** Decides which files a user may name: any file, but no link that leads out of the project and its trees. */
import { type DocumentPlaces, LEADS_OUT } from "../../config/document_places.ts";
import { RaError } from "../../errors.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { joinPath } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";

/** Whether a path in the project or a tree leads out of them, itself or through a folder. */
export function leadsOut({ fs, directory }: Environment, places: DocumentPlaces, file: string): boolean {
  const named = joinPath(orAbsent(() => fs.realPath(directory)) ?? directory, file);
  return places.hold(named) && orAbsent(() => places.reach(named)) === null;
}

/** Throws `unknown-file` for such a path. */
export function requireInPlaces(environment: Environment, places: DocumentPlaces, file: string): void {
  if (!leadsOut(environment, places, file)) return;
  throw new RaError("unknown-file", `ra does not read this file: ${LEADS_OUT}`, {
    path: joinPath(environment.directory, file),
    hint: "name the file that it leads to, or make a tree of its folder",
  });
}
