/** `[tree.NAME.locales]` and `versions`: folders of a tree with the same pages in other languages or versions. */
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
