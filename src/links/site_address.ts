/** The addresses at which the sites of trees begin. */
import { isInside } from "../text/paths.ts";
import type { Destination } from "./destination.ts";
import type { LinkMap, LinkTree } from "./link_map.ts";

/** The path from the root of a site, if an address is one of a tree's own. */
export function ownPath(map: LinkMap, { host, path }: Pick<Destination, "host" | "path">): string | undefined {
  const base = map.trees.map(baseOf).find((each) =>
    each !== undefined && each.host === host && isInside(`${path}/`, `${each.path}/`)
  );
  return base === undefined ? undefined : `/${path.slice(base.path.length).replace(/^\/+/, "")}`;
}

export function baseOf(
  { homepage, base_url: url = homepage }: LinkTree,
): { readonly host: string; readonly path: string } | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { host, pathname } = new URL(url);
  return { host: host.toLowerCase(), path: pathname.replace(/\/+$/, "") };
}

/** A path that begins with a site's own (`/docs/guide` of `https://example.org/docs`), from the site's root. */
export function belowBase(trees: readonly LinkTree[], path: string): string | undefined {
  const base = trees.map(baseOf).find((each) => each !== undefined && each.path !== "" && isInside(path, each.path));
  return base === undefined ? undefined : `/${path.slice(base.path.length).replace(/^\/+/, "")}`;
}
