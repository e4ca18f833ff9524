/** What the address of a git repository leads to. */
import { isAbsolutePath, joinPath } from "../../text/paths.ts";

export type GitAddress =
  /** An absolute path. */
  | { readonly kind: "local"; readonly path: string }
  | {
    readonly kind: "remote";
    readonly protocol: "https" | "http" | "ssh" | "git";
    /** Without the brackets of IPv6. */
    readonly host: string;
    /** As the address says. */
    readonly port: number | undefined;
  }
  /** ra does not follow it. */
  | { readonly kind: "unknown" };

const PROTOCOLS: Readonly<Record<string, "https" | "http" | "ssh" | "git">> = {
  "https:": "https",
  "http:": "http",
  "ssh:": "ssh",
  "git+ssh:": "ssh",
  "ssh+git:": "ssh",
  "git:": "git",
};
const UNKNOWN: GitAddress = { kind: "unknown" };

/** Reads an address as git does. A path is relative to `folder`. */
export function gitAddress(folder: string, git: string): GitAddress {
  if (isAbsolutePath(git)) return { kind: "local", path: joinPath(folder, git) };
  const scheme = /^([a-z][a-z0-9+.-]*:)\/\//i.exec(git)?.[1]?.toLowerCase();
  if (scheme === "file:") return filePath(git);
  if (scheme !== undefined) return remoteUrl(git, PROTOCOLS[scheme]);
  // `helper::address` starts a program of git's.
  if (/^[\w+.-]+::/.test(git)) return UNKNOWN;
  const host = /^(?:[^/@]*@)?(\[[^\]/]*\]|[^/:]+):/.exec(git)?.[1];
  if (host !== undefined) return { kind: "remote", protocol: "ssh", host: withoutBrackets(host), port: undefined };
  return /^[^/]*:/.test(git) ? UNKNOWN : { kind: "local", path: joinPath(folder, git) };
}

/** `file:///srv/docs.git`. git takes the signs `%2e` for dots, so they count here too. */
function filePath(git: string): GitAddress {
  const path = git.slice(git.indexOf("://") + 3).replace(/^localhost(?=\/)/i, "");
  try {
    const plain = decodeURIComponent(path);
    const isPath = isAbsolutePath(plain) && !plain.includes("\0");
    return isPath ? { kind: "local", path: joinPath("/", plain) } : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

function remoteUrl(git: string, protocol: "https" | "http" | "ssh" | "git" | undefined): GitAddress {
  if (protocol === undefined) return UNKNOWN;
  try {
    // Only of `http:` does every runtime read the host in the same way.
    const { hostname, port } = new URL(git.replace(/^[^:]*:/, "http:"));
    if (hostname === "") return UNKNOWN;
    return {
      kind: "remote",
      protocol,
      host: withoutBrackets(decodeURIComponent(hostname)),
      port: port === "" ? undefined : Number(port),
    };
  } catch {
    return UNKNOWN;
  }
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

/** The address that a submodule states, seen from its repository. Undefined for one that leads nowhere. */
export function submoduleAddress(parent: string, stated: string): string | undefined {
  if (!/^\.\.?(?:\/|$)/.test(stated)) return stated;
  let base = parent.replace(/\/+$/, "");
  let rest = stated;
  for (;;) {
    if (rest.startsWith("./")) rest = rest.slice(2);
    else if (rest.startsWith("../") || rest === "..") {
      const cut = Math.max(base.lastIndexOf("/"), base.lastIndexOf(":"));
      if (cut <= 0 || base.slice(0, cut).endsWith(":/") || base.endsWith("://")) return undefined;
      rest = rest.slice(3);
      // `host:path` keeps its colon.
      base = base[cut] === ":" ? base.slice(0, cut + 1) : base.slice(0, cut);
      if (base.endsWith(":") && rest !== "" && !rest.startsWith("../")) return base + rest;
    } else break;
  }
  return rest === "" || rest === "." ? base : `${base}/${rest}`;
}
