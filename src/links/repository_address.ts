/** Reads addresses of files in a repository, as the pages of GitHub, GitLab, Gitea and Bitbucket have them. */
import { decoded } from "./destination.ts";

/** Where the origin of a repository is, in lower case. */
export interface RepositoryName {
  readonly host: string;
  /** `owner/name`; GitLab has groups in groups. */
  readonly name: string;
}

export interface RepositoryFile extends RepositoryName {
  /** The path after the name of the branch, which may hold slashes: the most likely first. */
  readonly paths: readonly string[];
  /** Whether the address is that of the main branch, and not of a version. */
  readonly isMain: boolean;
}

/** The parts of a path, after its owner and name, before the branch. */
const VIEWS =
  /^(?:-\/)?(?:blob|tree|raw|edit|blame)\/|^src\/(?:branch|tag|commit)\/|^raw\/(?:branch|tag|commit)\/|^src\//;
const MAIN = /^(?:main|master|HEAD|trunk|develop|dev|current)$/;
/** Longer names of branches are not tried. */
const MAX_BRANCH_PARTS = 4;

/** Undefined for an address that cannot be one of a file, such as that of an issue. */
export function readRepositoryFile(host: string, path: string): RepositoryFile | undefined {
  const parts = path.split("/").filter((part) => part !== "");
  if (/^raw\.githubusercontent\.com$/.test(host)) {
    const [owner = "", name = "", ...rest] = parts;
    return inBranch({ host: "github.com", name: `${owner}/${name}` }, rest);
  }
  const plain = host.replace(/^www\./, "");
  for (let owners = 2; owners <= Math.min(parts.length, MAX_BRANCH_PARTS + 1); owners++) {
    const name = parts.slice(0, owners).join("/");
    const view = VIEWS.exec(`${parts.slice(owners).join("/")}/`)?.[0];
    if (view !== undefined) return inBranch({ host: plain, name }, parts.slice(owners + view.split("/").length - 1));
  }
  return parts.length === 2 ? inBranch({ host: plain, name: parts.join("/") }, ["HEAD"]) : undefined;
}

function inBranch({ host, name }: RepositoryName, parts: readonly string[]): RepositoryFile {
  const below = /^refs\/(?:heads|tags)\//.test(parts.join("/")) ? parts.slice(2) : parts;
  const longest = Math.min(MAX_BRANCH_PARTS, Math.max(1, below.length - 1));
  const paths = Array.from({ length: longest }, (_, at) => below.slice(at + 1).join("/"));
  return { host, name: name.toLowerCase().replace(/\.git$/, ""), paths, isMain: MAIN.test(below[0] ?? "HEAD") };
}

/** The forms of a remote: `https://host/owner/name.git`, `git@host:owner/name`, `github:owner/name`, `owner/name`. */
export function readRemote(text: string): RepositoryName | undefined {
  const written = text.trim().replace(/^git\+/, "").replace(/#.*$/, "").replace(/\/+$/, "");
  if (written.length > 500) return undefined;
  const [, host = "", name = ""] = /^(?:[a-z]+:\/\/)(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(written) ??
    /^(?:[^@/\s]+@)([^/:]+):(?!\d+\/)(.+)$/.exec(written) ?? shorthand(written);
  const path = decoded(name).replace(/\.git$/, "").toLowerCase();
  return /^[^/\s]+(?:\/[^/\s]+)+$/.test(path) && !/(?:^|\/)\.{1,2}\//.test(path)
    ? { host: host.toLowerCase().replace(/^www\./, ""), name: path }
    : undefined;
}

/** As `package.json` may name it. */
function shorthand(text: string): readonly string[] {
  const [, host, name = ""] = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  return ["", host === "bitbucket" ? "bitbucket.org" : `${host ?? "github"}.com`, name];
}

/** The repository that the badges of a README name: those of its builds, and those of shields.io. */
export function ofBadges(readme: string): RepositoryName | undefined {
  const [, build, shield] =
    /github\.com\/([\w.-]+\/[\w.-]+)\/(?:actions\/)?workflows\/|img\.shields\.io\/github\/[\w/-]*\/([\w.-]+\/[\w.-]+)(?=[?")\s/])/
      .exec(readme) ?? [];
  const name = build ?? shield;
  return name === undefined ? undefined : readRemote(`https://github.com/${name}`);
}
