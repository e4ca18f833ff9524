/** What a crawl keeps between its runs: the bodies of pages by their hash, and for each address what it gave. */
import type { FileSystem } from "../../host/file_system.ts";
import { hashBytes, sha256 } from "../../host/hash.ts";
import { orAbsent } from "../../host/or_absent.ts";
import { joinPath } from "../../text/paths.ts";
import { parseBoundedJson } from "../../text/bounded_json.ts";

/** What an address gave when it was last asked. */
export interface Visit {
  readonly url: string;
  /** The run that asked. */
  readonly run: string;
  readonly result: "page" | "redirect" | "gone" | "skipped" | "failed" | "sitemap";
  /** Why it was skipped, or failed. */
  readonly reason?: string | undefined;
  /** The reason holds for the whole host. */
  readonly isOfHost?: boolean | undefined;
  /** Where a redirect leads. What failed for now keeps what it gave before: this, or a page. */
  readonly target?: string | undefined;
  readonly page?: VisitedPage | undefined;
  /** What the page links to. A crawl keeps them on the disk only: a hostile site has gigabytes of them. */
  readonly links?: readonly string[] | undefined;
}

export interface VisitedPage {
  readonly sha256: string;
  /** Without parameters, in lower case. */
  readonly contentType: string;
  /** As the header says. */
  readonly charset: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** When these bytes came, ISO 8601. */
  readonly fetchedAt: string;
  readonly canonical: string | null;
  readonly noindex: boolean;
}

export interface CrawlStore {
  /** The name of this run: that of a run that was killed, if its settings were the same. */
  readonly run: string;
  visitOf(url: string): Visit | undefined;
  /** Writes it down before anything else happens. Throws `io`. */
  note(visit: Visit): void;
  /** Stores a body, and gives its hash. Throws `io`. */
  keep(body: Uint8Array): string;
  /** Undefined when it is not there, or damaged. */
  bodyOf(hash: string): Uint8Array | undefined;
  /** Ends the run: drops what this run did not find, and bodies that no page needs. Throws `io`. */
  finish(visits: readonly Visit[]): void;
}

const VERSION = 1;
/** No page that was stored is larger. */
const MAX_BYTES = 2 ** 31;
const encoder = new TextEncoder();

/** `settings` is what shapes the crawl. With other settings, a run that was killed does not go on. Throws `io`. */
export function openCrawlStore(fs: FileSystem, folder: string, settings: string): CrawlStore {
  const at = (name: string): string => joinPath(folder, name);
  fs.makeDirectory(at("bodies"));
  fs.makeDirectory(at("visits"));
  const begun = begunRun(fs, at("run.json"));
  const run = begun?.settings === settings ? begun.run : crypto.randomUUID();
  fs.writeFile(at("run.json"), encoder.encode(`${JSON.stringify({ version: VERSION, run, settings })}\n`));
  const bodyOf: CrawlStore["bodyOf"] = (hash) => {
    const bytes = orAbsent(() => fs.readFile(at(`bodies/${hash}`), { most: MAX_BYTES }));
    return bytes !== undefined && sha256(bytes) === hash ? bytes : undefined;
  };
  return {
    run,
    visitOf(url) {
      const visit = visitIn(orAbsent(() => fs.readFile(at(`visits/${nameOf(url)}`), { most: MAX_BYTES })));
      return visit?.url === url ? visit : undefined;
    },
    note(visit) {
      fs.writeFile(at(`visits/${nameOf(visit.url)}`), encoder.encode(`${JSON.stringify(visit)}\n`));
    },
    keep(body) {
      const hash = sha256(body);
      if (bodyOf(hash) === undefined) fs.writeFile(at(`bodies/${hash}`), body);
      return hash;
    },
    bodyOf,
    finish(found) {
      const isNeeded = {
        visits: new Set(found.map(({ url }) => nameOf(url))),
        bodies: new Set(found.map(({ page }) => page?.sha256)),
      };
      for (const kind of ["visits", "bodies"] as const) {
        for (const { name } of fs.readDirectory(at(kind))) {
          if (!isNeeded[kind].has(name)) fs.removeFile(at(`${kind}/${name}`));
        }
      }
      fs.removeFile(at("run.json"));
    },
  };
}

function nameOf(url: string): string {
  return `${hashBytes(encoder.encode(url)).slice(0, 32)}.json`;
}

function visitIn(bytes: Uint8Array | undefined): Visit | undefined {
  try {
    const visit = parseBoundedJson(bytes ?? new Uint8Array()) as Partial<Visit> | null;
    return typeof visit?.url === "string" && typeof visit.result === "string" ? visit as Visit : undefined;
  } catch {
    return undefined;
  }
}

function begunRun(fs: FileSystem, path: string): { readonly run: string; readonly settings: string } | undefined {
  const bytes = orAbsent(() => fs.readFile(path));
  try {
    const { version, run, settings } = parseBoundedJson(bytes ?? new Uint8Array()) as Readonly<Record<string, unknown>>;
    return version === VERSION && typeof run === "string" && typeof settings === "string"
      ? { run, settings }
      : undefined;
  } catch {
    return undefined;
  }
}
