/** Finds the addresses at which a code host shows the files of a repository itself. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { decoded } from "../links/destination.ts";
import { readRemote } from "../links/repository_address.ts";
import { joinPath } from "../text/paths.ts";
import type { Repository } from "./repository.ts";

const MAX_BYTES = 1024 * 1024;
/** A file on the main branch, or a folder. Other branches and tags are other states of the repository. */
const SHOWN =
  /^https?:\/\/(?:www\.)?([\w.-]+)\/([\w.-]+\/[\w.-]+)\/(?:-\/)?(?:blob|tree|raw)\/(?:main|master|HEAD|trunk)\/([^?#]+)/;

/** Gives the path in the repository that an address shows; undefined for any other address. */
export function ownFiles(fs: FileSystem, repository: Repository): (address: string) => string | undefined {
  const own = new Set([remoteOf(repository), packageOf(fs, repository)].filter((name) => name !== undefined));
  return (address) => {
    const [, host, name, path] = SHOWN.exec(address) ?? [];
    return path !== undefined && own.has(`${host}/${name}`.toLowerCase()) ? decoded(path) : undefined;
  };
}

function remoteOf({ git }: Repository): string | undefined {
  return named(git(["config", "--get", "remote.origin.url"])?.trim());
}

function packageOf(fs: FileSystem, { top }: Repository): string | undefined {
  const bytes = orAbsent(() => fs.readFile(joinPath(top, "package.json"), { most: MAX_BYTES, noLink: true }));
  if (bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  return named(/"repository"\s{0,9}:\s{0,9}(?:\{[^{}]{0,500}"url"\s{0,9}:\s{0,9})?"([^"\s]{1,300})"/.exec(text)?.[1]);
}

/** `host/owner/name`, in small letters. */
function named(remote: string | undefined): string | undefined {
  const found = remote === undefined ? undefined : readRemote(remote);
  return found && `${found.host}/${found.name}`;
}
