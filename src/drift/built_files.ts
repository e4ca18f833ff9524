/** Files for download that a build makes, such as archives. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { fileExtension, fileName, joinPath } from "../text/paths.ts";
import type { Repository } from "./repository.ts";

/** What no author writes by hand. */
const MADE = /^(?:zip|tar|gz|tgz|bz2|xz|zst|7z|pdf|epub|mobi|jar|war|whl|deb|rpm|apk|dmg|exe|msi|wasm)$/;
/** Where a build is described. */
const BUILD =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)\/.*|\.gitlab-ci.*|(?:GNU)?[Mm]akefile|.*\.mk|[Jj]ustfile|Rakefile|Dockerfile.*|.*\.(?:sh|bash|ps1|gradle|kts|cmake|bazel|bzl)|CMakeLists\.txt|BUILD|book\.toml|package\.json|pom\.xml|build\.(?:xml|py|rs|js|ts)|netlify\.toml|vercel\.json|conf\.py|mkdocs\.ya?ml|noxfile\.py|tox\.ini|tasks\.py|Taskfile\.ya?ml)$/;
const MAX_FILES = 1000;
const MAX_BYTES = 500_000;

/** Whether a file of such a kind has a name that the description of a build holds. */
export function builtFiles(fs: FileSystem, { top, files }: Repository): (path: string) => boolean {
  let builds: readonly string[] | undefined;
  const known = new Map<string, boolean>();
  return (path) => {
    const name = fileName(path);
    if (!MADE.test(fileExtension(name).toLowerCase())) return false;
    builds ??= files.filter((file) => BUILD.test(file)).slice(0, MAX_FILES).map((file) => {
      const bytes = orAbsent(() => fs.readFile(joinPath(top, file), { most: MAX_BYTES, noLink: true }));
      return bytes === undefined ? "" : new TextDecoder().decode(bytes);
    });
    const found = known.get(name) ?? builds.some((text) => isNamed(text, name));
    known.set(name, found);
    return found;
  };
}

function isNamed(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!/[\w.-]/.test(text.charAt(at - 1)) && !/^(?:[\w-]|\.\w)/.test(text.slice(end, end + 2))) return true;
  }
  return false;
}
