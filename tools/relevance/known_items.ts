/**
 * `bun tools/relevance/known_items.ts FOLDER OUT [PER_KIND] [--exact]`: makes a collection of known items from a folder
 * of Markdown. With `--exact`, the queries are whole titles, names of code, flags, commands and error messages.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CollectionDocument, writeCollection } from "./collection.ts";
import { makeExactItems } from "./make_exact_items.ts";
import { makeKnownItems } from "./make_known_items.ts";

const SKIPPED =
  /(?:^|\/)(?:\.[^/]*|node_modules)(?:\/|$)|(?:^|\/)(?:LICENSE|CHANGELOG|CODE_OF_CONDUCT|ThirdPartyNotices)[^/]*$/i;

/**
 * Reads the Markdown below a folder, sorted by path. Treats MDX as Markdown. Leaves out hidden folders and licences.
 */
export function markdownBelow(folder: string): readonly CollectionDocument[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.mdx?$/i.test(name) && !SKIPPED.test(name))
    .sort()
    .map((name) => {
      const path = name.replace(/\.mdx$/i, ".md");
      return { id: path, path, markdown: readFileSync(join(folder, name), "utf8") };
    });
}

const exact = process.argv.includes("--exact");
const [folder, out, perKind = "120"] = process.argv.slice(2).filter((argument) => argument !== "--exact");
if (folder === undefined || out === undefined) {
  console.error("usage: bun tools/relevance/known_items.ts FOLDER OUT [PER_KIND] [--exact]");
  process.exit(2);
}
const make = exact ? makeExactItems : makeKnownItems;
const collection = await make(markdownBelow(folder), Number(perKind));
writeCollection(out, collection);
console.log(`${collection.documents.length} documents, ${collection.queries.length} queries in ${out}`);
