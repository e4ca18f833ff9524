/** The top level, and `[tree.NAME]`. */
import type { ChunkingStrategy } from "../config.ts";
import type { KeyGroup } from "./key.ts";
import { STEMMERS } from "./stemmers.ts";

const STRATEGIES: readonly ChunkingStrategy[] = ["headings", "adaptive", "leaves", "code", "prose", "auto"];

/** The form of a tree's name. `/` and `:` would make the ids of chunks ambiguous. */
export const TREE_NAME = /^[A-Za-z0-9_.-]+$/;

/** Comes after the sizes of a tree. */
export const TREE_METADATA: KeyGroup = {
  sections: [{
    path: "tree.*.metadata",
    meaning:
      "Properties of every document of this tree, as if its frontmatter had them. What a file says itself counts more.",
  }],
  keys: [{
    path: "tree.*.metadata.*",
    type: "string",
    optional: { unset: "no property", example: "docs" },
    meaning: "The value of this property. `meta.KEY:value` in a query finds the documents that have it.",
  }],
};

export const TREE: KeyGroup = {
  sections: [
    { path: "", meaning: "The top level of the file." },
    { path: "tree.*", meaning: "A tree: a named directory of documents; its name starts the id of every chunk in it." },
  ],
  keys: [
    {
      path: "root",
      type: "boolean",
      default: false,
      meaning:
        "Stop looking for `.ra.toml` files in the directories above this one; the file in the home directory still applies.",
    },
    {
      path: "tree.*.path",
      type: "string",
      required: true,
      meaning: "The directory: absolute, relative to this file, or starting with `~/` for the home directory.",
    },
    {
      path: "tree.*.include",
      type: "strings",
      globs: true,
      default: [
        ...["**/*.md", "**/*.markdown", "**/*.mkd", "**/*.mkdn", "**/*.mdown", "**/*.mdwn", "**/*.markdn"],
        ...["**/*.qmd", "**/*.rmd", "**/*.rmarkdown", "**/*.markdoc", "**/*.mdoc", "**/*.mdc", "**/*.mdx"],
        ...["**/*.rst", "**/*.rest", "**/*.adoc", "**/*.asciidoc", "**/*.asc", "**/*.ipynb", "**/*.org"],
        ...["**/*.[1-9]", "**/*.[1-9][a-z]*"],
        ...["**/*.html", "**/*.htm", "**/*.txt"],
      ],
      meaning: "Globs of the files to index, matched on the path relative to the tree.",
    },
    {
      path: "tree.*.exclude",
      type: "strings",
      globs: true,
      default: [],
      meaning:
        "Globs of files and folders to leave out. They override `include`. A glob that matches a folder leaves out everything in it.",
    },
    {
      path: "tree.*.versions",
      type: "strings",
      folder: true,
      default: [],
      meaning: "The folders that hold the same pages for several versions, relative to the tree, the newest first.",
    },
    {
      path: "tree.*.base_url",
      type: "string",
      address: true,
      optional: { example: "https://docs.example.org/", unset: "no address is known to be of this tree" },
      meaning: "The address at which the site of these documents begins, so that links to it lead to them.",
    },
    {
      path: "tree.*.gitignore",
      type: "boolean",
      default: true,
      meaning: "Whether ra leaves out what `.gitignore` and `.raignore` files name.",
    },
    {
      path: "tree.*.chunking",
      type: "string",
      default: "headings",
      oneOf: STRATEGIES,
      meaning: "How documents are split into chunks.",
    },
    {
      path: "tree.*.stemmer",
      type: "string",
      inherits: "search.stemmer",
      oneOf: STEMMERS,
      meaning: "The language of this tree's documents; it takes the same values as `search.stemmer`.",
    },
    {
      path: "tree.*.ocr",
      type: "string",
      default: "never",
      oneOf: ["never", "auto", "always"],
      meaning:
        "Whether ra reads text from pictures: `never`; `auto`: from pictures and from PDF pages without text; `always`: from all PDF pages.",
    },
    {
      path: "tree.*.languages",
      type: "strings",
      default: ["eng"],
      meaning: "The languages of the text in pictures, as Tesseract calls them. `ra model add tesseract:eng` adds one.",
    },
    {
      path: "tree.*.notebook_outputs",
      type: "boolean",
      default: false,
      meaning:
        "Whether text that the code of notebooks printed is read: what it shows as text or Markdown, and its errors. Pictures and HTML never are.",
    },
    {
      path: "tree.*.source_records",
      type: "boolean",
      default: false,
      meaning:
        "Whether ra takes where a text comes from out of `NAME.md.source.json` beside it. `ra rag` writes such records beside the texts that it makes of pages and documents.",
    },
  ],
};
