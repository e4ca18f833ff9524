/** Finds a section by an id that it had in an earlier version of ra. */
import { presentId } from "../../document/former_ids.ts";
import { NO_OCR } from "../../document/formats/format.ts";
import { readFile } from "../../document/formats/read_file.ts";
import { formatOf } from "../../document/formats/registry.ts";
import { possibleDocumentIds } from "../../document/ids.ts";
import type { IndexedChunk } from "../../search/ports/catalogue.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import { chunkSizes } from "../../store/update/tree_settings.ts";
import type { Environment } from "../environment.ts";

/** Reads the document that the id names again, because the index does not store former ids. */
export async function findFormerId(
  { config, engine }: Environment,
  { catalogue, passages }: Snapshot,
  id: string,
): Promise<IndexedChunk | undefined> {
  for (const docId of possibleDocumentIds(id)) {
    const document = await catalogue.find(docId);
    const tree = config.trees.find(({ name }) => name === document?.tree);
    if (document === undefined || document.id !== document.docId || tree === undefined) continue;
    // Only Markdown has former ids.
    const format = formatOf(document.path, tree);
    if (format.placement === "extracted") continue;
    const passage = await passages.read(document, { start: 0, end: document.byteEnd });
    if (typeof passage === "string") continue;
    const core = await (await engine()).whole();
    const reading = await readFile(passage.bytes, document.path, NO_OCR, format);
    const present = presentId({
      tree: tree.name,
      path: document.path,
      reading,
      readOutline: (from, dialect) => core.outline(reading.text, from, dialect),
      chunking: tree.chunking,
      sizes: { ...chunkSizes(config), ...tree.sizes },
    }, id);
    if (present !== undefined) return await catalogue.find(present);
  }
  return undefined;
}
