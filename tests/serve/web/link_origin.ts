/** The place of a document, for tests of what the page shows. */
import { chunkId } from "../../../src/document/ids.ts";
import { readDestination } from "../../../src/links/destination.ts";
import { findPage } from "../../../src/links/find_page.ts";
import { LinkMap } from "../../../src/links/link_map.ts";
import type { LinkOrigin } from "../../../src/serve/web/rendering/link_target.ts";

/** A document at this path of the tree `docs` in `/p/docs`, with others beside it. */
export function originAt(path: string, others: readonly string[] = []): LinkOrigin {
  const documents = [path, ...others].map((each) => (
    { id: `docs:${each}`, tree: "docs", path: each, title: each, metadata: {} }
  ));
  const map = new LinkMap([{ name: "docs", path: "/p/docs" }], documents);
  const [own] = map.pages;
  return {
    file: `/p/docs/${path}`,
    root: "/p/docs",
    passagesOf: (destinations) =>
      Promise.resolve(destinations.map((written) => {
        const destination = readDestination(written);
        const found = destination && findPage(map, destination, own);
        return found && { id: chunkId(found.page.document.id, destination.fragment ?? null), note: undefined };
      })),
    imageAt: (file) => (file.startsWith("/p/docs/") ? `/image/docs${file.slice("/p/docs".length)}` : undefined),
    addressOf: (id) => `/?id=${encodeURIComponent(id)}`,
  };
}
