/** Tells which labels generators take from the inventories of other projects, which ra does not have. */
import type { FileSystem } from "../host/file_system.ts";
import { orAbsent } from "../host/or_absent.ts";
import { canonicalAnchor, canonicalLabel } from "../links/canonical.ts";
import { fileName, fileStem, joinPath } from "../text/paths.ts";
import type { DriftDocument } from "./document.ts";
import { ALIKE } from "./markdown_prose.ts";
import type { Repository } from "./repository.ts";

const MAX_BYTES = 1024 * 1024;
const DEFINED = /^[ \t]{0,80}\.\. _`?([^`:\n]{1,200})`?:/gm;

/** Whether an unknown label may be one of another project, in reStructuredText and in Markdown. */
export interface ForeignLabels {
  inSphinx(label: string): boolean;
  /** Whether Sphinx may know documents of other projects. */
  readonly hasInventories: boolean;
  readonly inMarkdown: boolean;
}

/**
 * Sphinx (`intersphinx_mapping`, or what an extension from elsewhere sets) and mkdocstrings know the labels of other
 * projects. One of Sphinx that begins like a label of these documents is one of them. Labels in sources come with what
 * autodoc takes in.
 */
export function foreignLabels(
  fs: FileSystem,
  { top, files }: Repository,
  documents: readonly DriftDocument[],
): ForeignLabels {
  const read = (file: string): string => {
    const bytes = orAbsent(() => fs.readFile(joinPath(top, file), { most: MAX_BYTES, noLink: true }));
    return bytes === undefined ? "" : new TextDecoder().decode(bytes);
  };
  const named = (name: RegExp): readonly string[] => files.filter((file) => name.test(fileName(file))).map(read);
  const modules = new Set(files.filter((file) => file.endsWith(".py")).map((file) => fileStem(file)));
  const hasInventories = named(/^conf\.py$/).some((text) =>
    /^[ \t]*intersphinx_mapping\b/m.test(text) || extensionsOf(text).some((name) => mayMap(name, modules))
  );
  const own = new Set<string>();
  if (hasInventories) {
    for (const { text, format } of documents) {
      if (format !== "rst") continue;
      for (const [, label = ""] of text.matchAll(DEFINED)) own.add(canonicalAnchor(label).slice(0, ALIKE));
    }
  }
  const isLikeOwn = (label: string): boolean => {
    const letters = canonicalAnchor(label);
    return letters.length >= MIN_LETTERS && own.has(letters.slice(0, ALIKE));
  };
  let inSources: ReadonlySet<string> | undefined;
  const isInSource = (label: string): boolean => {
    if (!documents.some(({ text }) => TAKES_IN_SOURCES.test(text))) return false;
    inSources ??= new Set(
      files.filter((file) => file.endsWith(".py")).flatMap((file) =>
        [...read(file).matchAll(DEFINED)].map(([, name = ""]) => canonicalLabel(name))
      ),
    );
    return inSources.has(canonicalLabel(label));
  };
  return {
    hasInventories,
    inSphinx: (label) => (hasInventories && !isLikeOwn(label)) || isInSource(label),
    inMarkdown: named(/^mkdocs\.ya?ml$/).some((text) => /^[ \t]*-[ \t]+["']?(?:mkdocstrings|autorefs)\b/m.test(text)),
  };
}

/** Shorter labels are mostly words of a language, as `async` is one of Python. */
const MIN_LETTERS = 7;

const TAKES_IN_SOURCES = /^[ \t]{0,80}\.\. auto\w+::/m;

/** The names in `extensions = [ … ]`. */
function extensionsOf(configuration: string): readonly string[] {
  const [, list = ""] = /^extensions\s*\+?=\s*\[([^\]]{0,10000})\]/m.exec(configuration) ?? [];
  return [...list.replace(/#.*$/gm, "").matchAll(/["']([\w.]{1,200})["']/g)].map(([, name = ""]) => name);
}

/** Extensions that show something and map no projects. */
const PLAIN_EXTENSION =
  /^(?:sphinx\.ext\.|sphinx_(?:copybutton|design|tabs|rtd|inline_tabs|togglebutton|reredirects|sitemap|notfound|click|issues|argparse|autodoc_typehints)|sphinxext\.|sphinxcontrib\.|notfound\.|myst_parser|myst_nb|nbsphinx|numpydoc|recommonmark|autoapi|furo|pallets_sphinx_themes)/;

function mayMap(extension: string, modules: ReadonlySet<string>): boolean {
  return !PLAIN_EXTENSION.test(extension) && !modules.has(extension.split(".").at(-1)!);
}
