/** Finds one chunk or document by its id, or by what people paste. */
import { formatOf } from "../../document/formats/registry.ts";
import { definitionsFor } from "../../links/definitions.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { LinksReport } from "../../shapes/links.ts";
import { withoutUndefined } from "../../shapes/without_undefined.ts";
import { presentChunk } from "../../search/retrieval/present.ts";
import type { SearchResult } from "../../shapes/search.ts";
import type { GetOptions } from "../contract.ts";
import type { Environment } from "../environment.ts";
import type { LiveIndex } from "../live/live_index.ts";
import { namedChunk } from "./named_chunk.ts";

/** Only a section of Markdown can have reference links whose definitions stand outside of it. */
async function definitionsOf(
  { config }: Environment,
  { catalogue, passages }: Snapshot,
  { id, docId, path, tree }: IndexedChunk,
  { content = "" }: SearchResult,
): Promise<readonly string[] | undefined> {
  const rules = config.trees.find(({ name }) => name === tree);
  if (id === docId || !content.includes("[") || formatOf(path, rules).view !== "markdown") return undefined;
  const document = await catalogue.find(docId);
  const passage = document && await passages.read(document, { start: 0, end: document.byteEnd });
  if (passage === undefined || typeof passage === "string") return undefined;
  const found = definitionsFor(content, new TextDecoder().decode(passage.bytes));
  return found.length === 0 ? undefined : found;
}

/** The notes that a passage shows in place. */
async function takenIn(
  environment: Environment,
  snapshot: Snapshot,
  { docId, tree, path }: IndexedChunk,
  { content = "" }: SearchResult,
): Promise<readonly string[] | undefined> {
  const rules = environment.config.trees.find(({ name }) => name === tree);
  if (!content.includes("![[") || formatOf(path, rules).view !== "markdown") return undefined;
  const { embeddedPassages } = await import("./embedded_passages.ts");
  return await embeddedPassages(environment, snapshot, docId, content);
}

async function linksOf(
  environment: Environment,
  snapshot: Snapshot,
  chunk: IndexedChunk,
  most: number,
): Promise<LinksReport> {
  const { linksOfChunk } = await import("./links.ts");
  return await linksOfChunk(environment, snapshot, chunk, most);
}

/** Throws `unknown-id`. */
export async function getChunk(
  environment: Environment,
  index: LiveIndex,
  id: string,
  { fullDocument = false, frontmatter = fullDocument, links = false, backlinks = false, ...asked }: GetOptions & {
    readonly update: boolean;
  },
): Promise<SearchResult> {
  return await index.answer(asked, async (view) => {
    const { catalogue, passages } = view.snapshot;
    const { chunk: found, resolved } = await namedChunk(environment, view, id);
    const chunk = fullDocument && found.id !== found.docId ? ((await catalogue.find(found.docId)) ?? found) : found;
    const result = await presentChunk(chunk, passages, { frontmatter });
    const definitions = await definitionsOf(environment, view.snapshot, chunk, result);
    const most = backlinks === true ? Infinity : Number(backlinks);
    const linked = links || most > 0 ? await linksOf(environment, view.snapshot, chunk, most) : undefined;
    return withoutUndefined<SearchResult>({
      ...result,
      definitions,
      takes_in: await takenIn(environment, view.snapshot, chunk, result),
      links: links ? linked?.links : undefined,
      backlinks: most > 0 ? linked?.backlinks : undefined,
      resolved,
    });
  });
}
