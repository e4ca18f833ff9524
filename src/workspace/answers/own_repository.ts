/** Finds which repository of GitHub, GitLab, … the documents of a tree are in, for links to addresses of its files. */
import type { FileSystem } from "../../host/file_system.ts";
import { findRepository } from "../../host/git/find_repository.ts";
import { orAbsent } from "../../host/or_absent.ts";
import type { LinkTree } from "../../links/link_map.ts";
import { ofBadges, readRemote, type RepositoryName } from "../../links/repository_address.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { isInside, joinPath, withAncestors } from "../../text/paths.ts";

/** What is longer is read so far. */
const MAX_BYTES = 200_000;

type OwnRepository = NonNullable<LinkTree["repository"]>;

const found = new WeakMap<readonly LinkTree[], readonly LinkTree[]>();

/** The trees, each with its repository where that is known. It is looked up once for each configuration. */
export function withRepositories(fs: FileSystem, trees: readonly LinkTree[], root: string): readonly LinkTree[] {
  const known = found.get(trees);
  if (known !== undefined) return known;
  const named = trees.map(({ name, path, base_url }): LinkTree => {
    const repository = repositoryOf(fs, path, root);
    const homepage = base_url === undefined ? homepageOf(fs, path, root) : undefined;
    const isVault = isVaultIn(fs, path, repository?.folder ?? root) ? true : undefined;
    return withoutUndefined<LinkTree>({ name, path, base_url, homepage, isVault, repository });
  });
  found.set(trees, named);
  return named;
}

/** What apps for notes, and generators that resolve links as they do, keep beside the notes. */
const OF_VAULT = [".obsidian", ".foam", "logseq/config.edn", "quartz.config.ts"];

function isVaultIn(fs: FileSystem, path: string, top: string): boolean {
  return foldersTo(path, top).some((folder) =>
    OF_VAULT.some((name) => orAbsent(() => fs.stat(joinPath(folder, name))) !== undefined)
  );
}

/** The origin of the git repository, what `package.json` states, or the badges of the README, in this order. */
function repositoryOf(fs: FileSystem, path: string, root: string): OwnRepository | undefined {
  const git = orAbsent(() => findRepository(fs, path));
  const origin = git && originIn(textOf(fs, joinPath(git.commonFolder, "config")));
  if (git !== undefined && origin !== undefined) return { ...origin, folder: git.top };
  const folders = foldersTo(path, git?.top ?? root);
  for (const folder of folders) {
    const stated = repositoryIn(packageIn(fs, folder), folder);
    if (stated !== undefined) return stated;
  }
  const outer = folders.at(-1) ?? path;
  const badges = ofBadges(textOf(fs, joinPath(outer, "README.md")));
  return badges && { ...badges, folder: outer };
}

/** Addresses of repositories and packages. */
const OF_CODE = /^https?:\/\/(?:[\w-]+\.)*(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|npmjs\.com)(?:\/|$)/;

/** The address that `package.json` states. That of the repository itself is not one of a site. */
function homepageOf(fs: FileSystem, path: string, root: string): string | undefined {
  for (const folder of foldersTo(path, root)) {
    const { homepage } = packageIn(fs, folder);
    if (typeof homepage === "string") return OF_CODE.test(homepage) ? undefined : homepage;
  }
  return undefined;
}

/** The folder, and those above it up to `top`. */
function foldersTo(path: string, top: string): readonly string[] {
  return withAncestors(path).filter((folder) => isInside(folder, top) || folder === path);
}

function originIn(config: string): RepositoryName | undefined {
  const section = /^[ \t]*\[remote "origin"\][^\n]*\n([^[]*)/m.exec(config)?.[1];
  const url = section === undefined ? undefined : /^[ \t]*url[ \t]*=[ \t]*(.+)$/m.exec(section)?.[1];
  return url === undefined ? undefined : readRemote(url);
}

interface PackageFile {
  readonly repository?: unknown;
  readonly homepage?: unknown;
}

/** Empty where there is none, or none that can be read. */
function packageIn(fs: FileSystem, folder: string): PackageFile {
  try {
    return Object(JSON.parse(textOf(fs, joinPath(folder, "package.json")))) as PackageFile;
  } catch {
    return {};
  }
}

/** `directory` says where in the repository the package is. */
function repositoryIn({ repository }: PackageFile, folder: string): OwnRepository | undefined {
  const { url = repository, directory = "" } = Object(repository) as { url?: unknown; directory?: unknown };
  const name = typeof url === "string" ? readRemote(url) : undefined;
  const inside = typeof directory === "string" ? directory.replace(/^\.?\/+|\/+$/g, "") : "";
  if (name === undefined || (inside !== "" && !folder.endsWith(`/${inside}`))) return undefined;
  return { ...name, folder: inside === "" ? folder : folder.slice(0, -inside.length - 1) };
}

function textOf(fs: FileSystem, path: string): string {
  const bytes = orAbsent(() => fs.readFile(path, { most: MAX_BYTES, cut: true }));
  return bytes === undefined ? "" : new TextDecoder().decode(bytes);
}
