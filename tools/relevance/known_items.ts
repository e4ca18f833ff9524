/**
 * `bun tools/relevance/known_items.ts FOLDER OUT [PER_KIND] [--exact]`: makes a collection of known items from a folder
 * of Markdown. With `--exact`, the queries are whole titles, names of code, flags, commands and error messages.
 */
import { writeCollection } from "./collection.ts";
import { makeExactItems } from "./make_exact_items.ts";
import { makeKnownItems } from "./make_known_items.ts";
import { markdownBelow } from "./markdown_folder.ts";

/** Pages that name everything and explain nothing. */
const NOTICES = /(?:^|\/)(?:CHANGELOG|ThirdPartyNotices)[^/]*$/i;

const exact = process.argv.includes("--exact");
const [folder, out, perKind = "120"] = process.argv.slice(2).filter((argument) => argument !== "--exact");
if (folder === undefined || out === undefined) {
  console.error("usage: bun tools/relevance/known_items.ts FOLDER OUT [PER_KIND] [--exact]");
  process.exit(2);
}
const make = exact ? makeExactItems : makeKnownItems;
const collection = await make(markdownBelow(folder, (path) => NOTICES.test(path)), Number(perKind));
writeCollection(out, collection);
console.log(`${collection.documents.length} documents, ${collection.queries.length} queries in ${out}`);
