/** Finds the addresses at which a code host shows the files of a repository itself. */
import type { Destination } from "../links/destination.ts";
import type { LinkMap } from "../links/link_map.ts";
import { readRepositoryFile } from "../links/repository_address.ts";
import type { Repository } from "./repository.ts";

/**
 * Gives the path in the repository that an address shows; undefined for any other address. Only the main branch counts:
 * other branches and tags are other states of the repository.
 */
export function ownFiles(
  { trees }: LinkMap,
  { top }: Repository,
): (address: Pick<Destination, "host" | "path">) => string | undefined {
  const own = new Set(
    trees.flatMap(({ repository }) => repository?.folder === top ? [`${repository.host}/${repository.name}`] : []),
  );
  return ({ host = "", path }) => {
    const file = readRepositoryFile(host, path);
    if (file?.isMain !== true || !own.has(`${file.host}/${file.name}`)) return undefined;
    const [shown = ""] = file.paths;
    return shown === "" ? undefined : shown;
  };
}
