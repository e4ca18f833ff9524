/**
 * Judges the host of a repository before git is asked. git looks names up and follows redirects by itself, so ra does
 * both first: nobody's address leads git into a private network.
 */
import { RaError } from "../../errors.ts";
import { fetchPage, type Lookup, systemLookup } from "../../host/http_client.ts";
import { environmentVariable } from "../../host/process.ts";
import { isPublicAddress, literalAddress } from "../../host/public_address.ts";
import type { WantedCommit } from "../../host/git/fetch_commit.ts";
import { type GitAddress, gitAddress } from "./git_address.ts";

type Remote = Extract<GitAddress, { kind: "remote" }>;

const SERVICE = "/info/refs?service=git-upload-pack";
const REDIRECTS = 5;
const TIMEOUT_MS = 30_000;
const DEFAULT_PORTS = { https: 443, http: 80, ssh: 22, git: 9418 } as const;

/**
 * The address that git may ask. Throws `io` for a host whose address is private, unless `allowed` names it, and for one
 * that cannot be looked up.
 */
export async function reachRemote(
  address: string,
  allowed: readonly string[],
  lookup: Lookup = systemLookup,
): Promise<Pick<WantedCommit, "address" | "resolve">> {
  const remote = gitAddress("/", address);
  if (remote.kind !== "remote") throw new RaError("io", `cannot fetch ${address}: git can follow no such address`);
  if (remote.protocol !== "http" && remote.protocol !== "https") {
    await requireReachable(remote, allowed, lookup);
    return { address };
  }
  const followed = await followRedirects(address, allowed, lookup);
  const target = gitAddress("/", followed) as Remote;
  const addresses = await requireReachable(target, allowed, lookup);
  if (addresses.length === 0) return { address: followed };
  const hosts = addresses.map((one) => (one.includes(":") ? `[${one}]` : one)).join(",");
  return { address: followed, resolve: `${target.host}:${portOf(target)}:${hosts}` };
}

/** Where a server's redirects lead. What it answers besides is left to git, and so is a server that is away. */
async function followRedirects(address: string, allowed: readonly string[], lookup: Lookup): Promise<string> {
  let at = address.replace(/\/+$/, "");
  for (let hop = 0; hop < REDIRECTS; hop++) {
    const remote = gitAddress("/", at) as Remote;
    const answer = await fetchPage({
      url: new URL(`${at}${SERVICE}`),
      headers: { "user-agent": "git/2 (ra)", accept: "*/*" },
      timeoutMs: TIMEOUT_MS,
      body: { mostBytes: 0, cuts: true, wantsBody: () => false },
      addresses: { allowsPrivate: isAllowed(remote, allowed), lookup },
    });
    const location = "status" in answer && answer.status >= 300 && answer.status < 400
      ? answer.headers["location"]
      : undefined;
    if (location === undefined) return at;
    const next = new URL(location, `${at}${SERVICE}`);
    const isHttp = next.protocol === "https:" || (next.protocol === "http:" && remote.protocol === "http");
    if (!isHttp || !next.href.endsWith(SERVICE) || next.username !== "" || next.password !== "") {
      throw new RaError(
        "io",
        `cannot fetch ${address}: its server redirects to ${next.origin}, where git finds nothing`,
      );
    }
    at = next.href.slice(0, -SERVICE.length);
  }
  throw new RaError("io", `cannot fetch ${address}: too many redirects`);
}

/**
 * The addresses of the host, unless it is one itself. A name that only ssh's configuration or a proxy knows may lead
 * into a private network, so it needs what a private address needs. Throws `io`.
 */
async function requireReachable(
  remote: Remote,
  allowed: readonly string[],
  lookup: Lookup,
): Promise<readonly string[]> {
  const { host, protocol } = remote;
  const literal = literalAddress(host);
  if (literal !== undefined) {
    requirePublic(remote, [literal], allowed);
    return [];
  }
  let addresses: readonly string[];
  try {
    addresses = (await lookup(host)).map(({ address }) => address);
  } catch (cause) {
    const isAlias = protocol === "ssh";
    const isOfProxy = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"].some((
      name,
    ) => (environmentVariable(name) ?? "") !== "");
    const isKnownElsewhere = isAlias || (isOfProxy && protocol !== "git");
    if (isKnownElsewhere && isAllowed(remote, allowed)) return [];
    throw new RaError("io", `cannot fetch from ${host}: the name is not known`, {
      hint: isKnownElsewhere
        ? `if ${isAlias ? "ssh" : "your proxy"} knows it, ${permission(remote)}, because it may lead anywhere`
        : undefined,
      cause,
    });
  }
  requirePublic(remote, addresses, allowed);
  return addresses;
}

function requirePublic(remote: Remote, addresses: readonly string[], allowed: readonly string[]): void {
  const wrong = isAllowed(remote, allowed) ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (wrong === undefined) return;
  throw new RaError("io", `${remote.host} has a private address (${wrong})`, {
    hint: permission(remote),
  });
}

function permission({ host }: Remote): string {
  return `allow_private: [${JSON.stringify(host)}] in the source permits it`;
}

function isAllowed(remote: Remote, allowed: readonly string[]): boolean {
  const host = remote.host.includes(":") ? `[${remote.host}]` : remote.host;
  return [remote.host, host, `${host}:${portOf(remote)}`].some((name) => allowed.includes(name));
}

function portOf({ protocol, port }: Remote): number {
  return port ?? DEFAULT_PORTS[protocol];
}
