/**
 * `[tree.NAME.locales]` and `versions`: folders of a tree with the same pages in other languages or versions.
 * `[tree.NAME.format]`: files whose extension misleads.
 */
import type { KeyGroup } from "./key.ts";

/** Comes after the metadata of a tree. */
export const TREE_LOCALES: KeyGroup = {
  sections: [{
    path: "tree.*.locales",
    meaning:
      "The folders that hold the same pages in several languages, by the code of the language, the default language first.",
  }],
  keys: [{
    path: "tree.*.locales.*",
    type: "string",
    folder: true,
    optional: { unset: "no translations", example: "de" },
    meaning:
      "The folder of this language, relative to the tree; `.` is the tree itself. Languages may share a folder: `page.fr.md` is then French, and `page.md` is in the first of them.",
  }],
};

/** The formats of text, in the order of `registry.ts`. */
const FORMAT_NAMES: readonly string[] = [
  "markdown",
  "mdx",
  "rst",
  "asciidoc",
  "notebook",
  "org",
  "man",
  "html",
  "text",
];

/** Comes after the languages of a tree. */
export const TREE_FORMAT: KeyGroup = {
  sections: [{
    path: "tree.*.format",
    meaning:
      "The formats of files whose extension says something else, or nothing. The first glob that matches counts.",
  }],
  keys: [{
    path: "tree.*.format.*",
    type: "string",
    oneOf: FORMAT_NAMES,
    optional: { unset: "as the extension says", example: "rst" },
    meaning: "The format of the files that match this glob, which is matched on the path relative to the tree.",
  }],
};

/** A language as BCP 47 writes it. `Intl` knows the form of a code; it does not ask whether the language exists. */
export function isLanguageCode(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The folder without `./`, doubled slashes and a slash at its end; `.` for the tree itself. Undefined for what is
 * absolute or leads out of the tree.
 */
export function treeFolder(written: string): string | undefined {
  if (/^[/\\~]|^[A-Za-z]:|\\|\0/.test(written)) return undefined;
  const parts = written.split("/").filter((part) => part !== "" && part !== ".");
  return parts.includes("..") ? undefined : parts.length === 0 ? "." : parts.join("/");
}
