/** Tells which labels generators take from the inventories of other projects, which ra does not have. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { canonicalAnchor } from "../links/canonical.ts";
import { fileName, joinPath } from "../text/paths.ts";
import type { DriftDocument } from "./document.ts";
import { ALIKE } from "./markdown_prose.ts";
import type { Repository } from "./repository.ts";

const MAX_BYTES = 1024 * 1024;
const DEFINED = /^[ \t]{0,80}\.\. _`?([^`:\n]{1,200})`?:/gm;

/** Whether an unknown label may be one of another project, in reStructuredText and in Markdown. */
export interface ForeignLabels {
  inSphinx(label: string): boolean;
  readonly inMarkdown: boolean;
}

/**
 * Sphinx (`intersphinx_mapping`) and mkdocstrings know the labels of other projects. One of Sphinx that begins like a
 * label of these documents is one of them.
 */
export function foreignLabels(
  fs: FileSystem,
  { top, files }: Repository,
  documents: readonly DriftDocument[],
): ForeignLabels {
  const says = (name: RegExp, words: RegExp): boolean =>
    files.filter((file) => name.test(fileName(file))).some((file) => {
      const bytes = orAbsent(() => fs.readFile(joinPath(top, file), { most: MAX_BYTES, noLink: true }));
      return bytes !== undefined && words.test(new TextDecoder().decode(bytes));
    });
  const hasInventories = says(/^conf\.py$/, /^[ \t]*intersphinx_mapping\b/m);
  const own = new Set<string>();
  if (hasInventories) {
    for (const { text, format } of documents) {
      if (format !== "rst") continue;
      for (const [, label = ""] of text.matchAll(DEFINED)) own.add(canonicalAnchor(label).slice(0, ALIKE));
    }
  }
  return {
    inSphinx: (label) => hasInventories && !own.has(canonicalAnchor(label).slice(0, ALIKE)),
    inMarkdown: says(/^mkdocs\.ya?ml$/, /^[ \t]*-[ \t]+["']?(?:mkdocstrings|autorefs)\b/m),
  };
}
