/** Which addresses belong to a crawl. */
import { compileGlob } from "../../text/globs.ts";

export interface Scope {
  /** Undefined for an address that belongs to the crawl, or else why not. */
  excludes(url: URL): "denied" | "out of scope" | undefined;
  /** The address of a seed leads to another. `/docs` that leads below `/docs/` was meant as that folder. */
  narrow(seed: URL, target: URL): void;
}

/** Without `allow`, the hosts and folders of the seeds. `deny` counts for more than `allow`. */
export function createScope(seeds: readonly URL[], allow: readonly string[], deny: readonly string[]): Scope {
  const folders = seeds.map(({ origin, pathname }) => ({ origin, pathname, folder: pathname.replace(/[^/]*$/, "") }));
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
    narrow(seed, target) {
      const folder = `${seed.pathname}/`;
      if (target.origin !== seed.origin || !target.pathname.startsWith(folder)) return;
      for (const each of folders) {
        if (each.origin === seed.origin && each.pathname === seed.pathname) each.folder = folder;
      }
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
