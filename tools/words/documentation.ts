/** A folder of Markdown, read once for all engines. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Collection, CollectionDocument } from "../relevance/collection.ts";
import { type Section, sectionsOf } from "../relevance/sections.ts";

export interface Documentation extends Collection {
  readonly folder: string;
  /** The chunks of all pages in order, including those without text of their own. */
  readonly chunks: readonly Section[];
}

const SKIPPED = /(?:^|\/)(?:\.[^/]*|node_modules)(?:\/|$)|(?:^|\/)(?:LICENSE|CODE_OF_CONDUCT)[^/]*$/i;

/** Reads the Markdown below a folder, sorted by path. Treats MDX as Markdown. Leaves out hidden folders and licences. */
export async function readDocumentation(folder: string): Promise<Documentation> {
  const documents = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.mdx?$/i.test(name) && !SKIPPED.test(name))
    .sort()
    .map((name): CollectionDocument => {
      const path = name.replace(/\.mdx$/i, ".md");
      return { id: path, path, markdown: readFileSync(join(folder, name), "utf8") };
    });
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
