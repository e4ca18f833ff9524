/** Finds the addresses at which a code host shows the files of a repository itself. */
import { decoded } from "../links/destination.ts";
import type { LinkMap } from "../links/link_map.ts";
import { readRepositoryFile } from "../links/repository_address.ts";
import type { Repository } from "./repository.ts";

const ADDRESS = /^https?:\/\/([\w.-]+)\/([^?#]+)/;

/**
 * Gives the path in the repository that an address shows; undefined for any other address. Only the main branch counts:
 * other branches and tags are other states of the repository.
 */
export function ownFiles({ trees }: LinkMap, { top }: Repository): (address: string) => string | undefined {
  const own = new Set(
    trees.flatMap(({ repository }) => repository?.folder === top ? [`${repository.host}/${repository.name}`] : []),
  );
  return (address) => {
    const [, host = "", path = ""] = ADDRESS.exec(address) ?? [];
    const file = readRepositoryFile(host.toLowerCase(), path);
    if (file?.isMain !== true || !own.has(`${file.host}/${file.name}`)) return undefined;
    const [shown = ""] = file.paths;
    return shown === "" ? undefined : decoded(shown);
  };
}
