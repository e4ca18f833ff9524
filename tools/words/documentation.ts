/** A folder of Markdown, read once for all engines. */
import { basename } from "node:path";
import type { Collection } from "../relevance/collection.ts";
import { markdownBelow } from "../relevance/markdown_folder.ts";
import { type Section, sectionsOf } from "../relevance/sections.ts";

export interface Documentation extends Collection {
  readonly folder: string;
  /** The chunks of all pages in order, including those without text of their own. */
  readonly chunks: readonly Section[];
}

/** Reads the Markdown below a folder. */
export async function readDocumentation(folder: string): Promise<Documentation> {
  const documents = markdownBelow(folder);
  return {
    name: basename(folder),
    folder,
    documents,
    chunks: await sectionsOf(documents),
    queries: [],
    judgments: new Map(),
    sections: new Map(),
  };
}

/** Joins the titles and bodies of a page's chunks: its Markdown without the frontmatter. Document id → text. */
export function textByPage({ chunks }: Documentation): ReadonlyMap<string, string> {
  const pages = new Map<string, string[]>();
  for (const { document, title, body } of chunks) {
    pages.set(document, [...(pages.get(document) ?? []), title, body]);
  }
  return new Map([...pages].map(([document, texts]) => [document, texts.join("\n\n")]));
}
