/** The Markdown pages of a folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CollectionDocument } from "./collection.ts";

const SKIPPED = /(?:^|\/)(?:\.[^/]*|node_modules)(?:\/|$)|(?:^|\/)(?:LICENSE|CODE_OF_CONDUCT)[^/]*$/i;

/**
 * Reads the Markdown below a folder, sorted by path. Treats MDX as Markdown. Leaves out hidden folders, licences, and
 * the paths for which `isLeftOut` is true.
 */
export function markdownBelow(
  folder: string,
  isLeftOut: (path: string) => boolean = () => false,
): readonly CollectionDocument[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.mdx?$/i.test(name) && !SKIPPED.test(name) && !isLeftOut(name))
    .sort()
    .map((name) => {
      const path = name.replace(/\.mdx$/i, ".md");
      return { id: path, path, markdown: readFileSync(join(folder, name), "utf8") };
    });
}
