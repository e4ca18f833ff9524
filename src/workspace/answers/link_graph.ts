/** The links of a workspace's documents, as their files have them now. */
import { RaError } from "../../errors.ts";
import { readFile } from "../../document/formats/read_file.ts";
import { placeAt } from "../../document/formats/source_map.ts";
import { formatOf } from "../../document/formats/registry.ts";
import type { GraphSources, LinkedText } from "../../links/graph.ts";
import type { Page } from "../../links/link_map.ts";
import { writtenLinks } from "../../links/written_link.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { Environment } from "../environment.ts";
import { linkSources } from "./find_place.ts";

/** Larger documents are left out. */
const MAX_BYTES = 4 * 1024 * 1024;
/** More links of a document are left out. */
const MAX_LINKS = 10_000;

export async function graphSources(environment: Environment, snapshot: Snapshot): Promise<GraphSources> {
  const sources = await linkSources(environment, snapshot);
  const { linking, documentsAt } = snapshot.catalogue;
  const core = await (await environment.engine()).whole();
  const read = new Map<string, LinkedText | undefined>();
  const trees = new Map(environment.config.trees.map((tree) => [tree.name, tree]));
  return {
    ...sources,
    catalogue: { ...sources.catalogue, linking, documentsAt },
    async linksOf(page) {
      if (!read.has(page.file)) read.set(page.file, await linksIn(page));
      return read.get(page.file);
    },
  };

  async function linksIn({ file, document: { path, tree } }: Page): Promise<LinkedText | undefined> {
    const format = formatOf(path, trees.get(tree));
    // What is converted keeps no links.
    if (format.readBy === "converter") return undefined;
    try {
      const bytes = environment.fs.readFile(file, { most: MAX_BYTES });
      if (bytes === undefined) return undefined;
      const { outline, text, textStart, map } = await readFile(bytes, path, undefined, format);
      const found = outline.by === "core" ? core.outline(text, textStart, outline.dialect) : outline;
      const links = writtenLinks(text, found.links.slice(0, MAX_LINKS));
      if (map?.unit !== "line") return { text, links };
      return { text, links: links.map((link) => ({ ...link, line: placeAt(map, link.start) })) };
    } catch (error) {
      // `ra check` reports files that cannot be read.
      if (error instanceof RaError && (error.code === "io" || error.code === "not-text")) return undefined;
      throw error;
    }
  }
}
