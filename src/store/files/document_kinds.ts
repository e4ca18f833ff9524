/** The kinds of files that are documents, and the folders that generators and package managers fill. */
import { formatOf, TEXT_EXTENSIONS } from "../../document/formats/registry.ts";
import { fileExtension, fileName } from "../../text/paths.ts";

/** Documents that people write, read by ra or not. Pictures, data and sources are none. */
const DOCUMENT_EXTENSIONS: ReadonlySet<string> = new Set([
  ...TEXT_EXTENSIONS.filter((extension) => extension !== "txt"),
  ...["mdtext", "mkdown"],
  ...["xhtml", "docx", "docm", "doc", "odt", "fodt", "rtf", "pdf", "epub", "pptx", "pptm", "ppt", "odp", "fodp"],
  ...["xlsx", "xlsm", "xls", "ods", "fods", "odg", "pages", "mobi", "azw3", "fb2", "djvu", "wpd"],
  ...["rst", "rest", "adoc", "asciidoc", "org", "textile", "mediawiki", "wiki", "creole", "dj", "djot", "typ"],
  ...["tex", "texi", "texinfo", "pod", "rdoc", "t2t", "dbk", "docbook", "dita", "ditamap"],
]);

/** `git-log.1`, and not `v1.2`, `libc.so.6` or `system.log.1`. */
const MAN_PAGE = /^[^.].*[^0-9.]\.([1-8])$/;
const NUMBERED = /\.(?:so|log|bak|orig|gz)\.[1-8]$/;

/** The extension of a document, in lower case without its dot. Undefined for a file that is none. */
export function documentExtension(path: string): string | undefined {
  const extension = fileExtension(path);
  if (DOCUMENT_EXTENSIONS.has(extension)) return extension;
  if (extension.length !== 1) return undefined;
  const name = fileName(path);
  return NUMBERED.test(name) ? undefined : MAN_PAGE.exec(name)?.[1];
}

/** Markdown is a document wherever it lies. HTML and plain text outside all trees are mostly something else. */
export function isMarkdownName(path: string): boolean {
  return formatOf(path).view === "markdown";
}

/** The folder of dependencies that a tree leaves out unless an include names it. */
export const DEPENDENCIES = "node_modules";

/** Folders of what a generator writes, or of what it lays pages out with. An `exclude` of `ra init` may name them. */
export const GENERATED_FOLDERS: ReadonlySet<string> = new Set([
  DEPENDENCIES,
  ...["_build", "_site", "_book", "_output", "_freeze", "site", "public", "resources", "build", "book"],
  ...[
    "vendor",
    "themes",
    "layouts",
    "partials",
    "_layouts",
    "_includes",
    "_sass",
    "_templates",
    "templates",
    "listings",
  ],
]);
