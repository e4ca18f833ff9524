/** Which addresses belong to a crawl. */
import { compileGlob } from "../../text/globs.ts";

export interface Scope {
  /** Undefined for an address that belongs to the crawl, or else why not. */
  excludes(url: URL): "denied" | "out of scope" | undefined;
}

/** Without `allow`, the hosts and folders of the seeds. `deny` counts for more than `allow`. */
export function createScope(seeds: readonly URL[], allow: readonly string[], deny: readonly string[]): Scope {
  const folders = seeds.map((seed) => ({ origin: seed.origin, folder: seed.pathname.replace(/[^/]*$/, "") }));
  const [allowed, denied] = [allow, deny].map((globs) => globs.map(addressGlob));
  return {
    excludes(url) {
      const address = withoutProtocol(url.href);
      if (denied!.some((matches) => matches(address))) return "denied";
      const isIn = allowed!.length > 0
        ? allowed!.some((matches) => matches(address))
        : folders.some(({ origin, folder }) => url.origin === origin && url.pathname.startsWith(folder));
      return isIn ? undefined : "out of scope";
    },
  };
}

/** A glob on the whole address. `*` matches within a segment, `**` across them. It may leave the protocol out. */
function addressGlob(glob: string): (address: string) => boolean {
  return compileGlob(withoutProtocol(glob), { hidden: true });
}

/** Globs are made for paths, where `//` counts as `/`. */
function withoutProtocol(address: string): string {
  return address.replace(/^https?:\/\//i, "");
}
