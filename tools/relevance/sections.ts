/** Divides Markdown documents into chunks with their text, as ra does. */
import { markdown as format } from "../../src/document/formats/markdown/markdown.ts";
import { read } from "../../src/document/formats/markdown/read_markdown.ts";
import { parseDocument } from "../../src/document/parse.ts";
import { loadEngine } from "../../src/store/engine/load.ts";
import { SIZES } from "../../tests/document/parse_text.ts";
import type { CollectionDocument } from "./collection.ts";
import type { ParentSections } from "./metrics.ts";

export interface Section {
  readonly document: string;
  /** `path` or `path#slug`. */
  readonly id: string;
  readonly parent: string | null;
  readonly title: string;
  readonly breadcrumb: string;
  /** The Markdown between the heading and the next one, without frontmatter. */
  readonly body: string;
}

/** Lists all chunks in order, including those without text of their own. */
export async function sectionsOf(documents: readonly CollectionDocument[]): Promise<readonly Section[]> {
  const engine = await loadEngine();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  return documents.flatMap(({ id, path, markdown }) => {
    const bytes = encoder.encode(markdown);
    const parsed = parseDocument({
      tree: null,
      path,
      reading: { ...read(bytes), format },
      readOutline: (from) => engine.outline(bytes, from),
      chunking: "headings",
      sizes: SIZES,
    });
    return parsed.chunks.map((chunk) => ({
      document: id,
      id: chunk.id,
      parent: chunk.parentId,
      title: chunk.title,
      breadcrumb: chunk.breadcrumb,
      body: chunk.indexedRanges.map(({ start, end }) => decoder.decode(bytes.subarray(start, end))).join("\n"),
    }));
  });
}

export function parentSections(sections: readonly Section[]): ParentSections {
  return new Map(sections.map(({ id, parent }) => [id, parent]));
}
