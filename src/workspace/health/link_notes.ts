/** Counts the documents that no other document links to, and those that link to none. */
import { destinationOf, type GraphSources } from "../../links/graph.ts";
import { findPage } from "../../links/find_page.ts";
import { isIndexName } from "../../links/canonical.ts";
import type { Page } from "../../links/link_map.ts";
import { resolve } from "../../links/resolve.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { CheckIssue } from "../../shapes/reports.ts";
import type { Manifest } from "../../store/published/manifest.ts";
import { fileStem } from "../../text/paths.ts";
import { graphSources } from "../answers/link_graph.ts";
import type { Environment } from "../environment.ts";

/** More documents are not read for this. */
const MAX_DOCUMENTS = 20_000;
/** So many are named. */
const MAX_NAMED = 3;

/** Two notes for each tree with links: a person may want to know, and nothing is wrong. */
export async function linkNotes(
  environment: Environment,
  snapshot: Snapshot,
  manifest: Manifest,
): Promise<readonly CheckIssue[]> {
  const sources = await graphSources(environment, snapshot);
  const { pages, trees } = sources.map;
  if (pages.length > MAX_DOCUMENTS) {
    const message = `ra does not look for documents without links, because there are more than ${MAX_DOCUMENTS}`;
    return [{ level: "note", code: "orphan", message }];
  }
  const linked = new Set<string>();
  const linking = new Set<string>();
  for (const page of pages) {
    for (const target of await targetsOf(sources, page)) {
      if (target.file === page.file) continue;
      linked.add(target.file);
      linking.add(page.file);
    }
  }
  return trees.flatMap(({ name, path }) => {
    const own = pages.filter(({ document }) => document.tree === name);
    if (!own.some(({ file }) => linking.has(file))) return [];
    // What a site's navigation names can be reached, and so can the page of a folder.
    const orphans = own.filter(({ file, document }) =>
      !linked.has(file) && !isIndexName(fileStem(file)) && manifest.get(name)?.get(document.path)?.place === undefined
    );
    const deadEnds = own.filter(({ file }) => !linking.has(file));
    return [
      ...noteOf(
        "orphan",
        path,
        orphans,
        own.length,
        ["is linked", "are linked"],
        "from no other document and from no navigation",
      ),
      ...noteOf("dead-end", path, deadEnds, own.length, ["links", "link"], "to no other document"),
    ];
  });
}

function noteOf(
  code: "orphan" | "dead-end",
  path: string,
  pages: readonly Page[],
  all: number,
  [one, several]: readonly [string, string],
  what: string,
): readonly CheckIssue[] {
  const [first, ...more] = pages.map(({ document }) => document.path);
  if (first === undefined) return [];
  const named = [first, ...more].slice(0, MAX_NAMED).join(", ");
  const others = more.length >= MAX_NAMED ? `, and ${more.length + 1 - MAX_NAMED} more` : "";
  const count = `${pages.length} of ${all} documents ${pages.length === 1 ? one : several}`;
  return [{ level: "note", code, message: `${count} ${what}: ${named}${others}`, path }];
}

/** The documents to which a document links. Only labels need more than the path of a link. */
async function targetsOf(sources: GraphSources, page: Page): Promise<readonly Page[]> {
  const found = await sources.linksOf(page);
  const targets: Page[] = [];
  for (const link of found?.links ?? []) {
    const destination = destinationOf(link);
    if (destination === undefined) continue;
    const target = destination.form === "label"
      ? (await resolve(sources, destination, page))?.page
      : findPage(sources.map, destination, page)?.page;
    if (target !== undefined) targets.push(target);
  }
  return targets;
}
