/** Pages of one folder in several languages, told apart by the end of their names: `guide.de.md`, `_index.de.md`. */
import { fileExtension, fileName, fileStem, parentPath } from "../text/paths.ts";
import { isIndexName } from "./canonical.ts";
import { grouped } from "./grouped.ts";

const LANGUAGE = /\.([a-z]{2,3}(?:[-_][a-z]{2,4})?)$/i;

/** The code before the extension, in small letters, whether or not it is one of a language. */
export function languageSuffix(file: string): string | undefined {
  return LANGUAGE.exec(fileStem(file))?.[1]?.toLowerCase();
}

/** The path of the page without the code of its language. */
export function withoutLanguage(file: string): string {
  const folder = parentPath(file);
  const name = `${fileStem(file).replace(LANGUAGE, "")}.${fileExtension(file)}`;
  return folder === "." ? name : `${folder}/${name}`;
}

/** The codes that tell files apart: those of index pages, and those of which a page has several. */
export function languagesIn(files: readonly string[]): ReadonlySet<string> {
  const suffixed = files.filter((file) => languageSuffix(file) !== undefined);
  const pages = [...grouped(suffixed, (file) => [withoutLanguage(file)])];
  return new Set(
    pages.filter(([page, same]) => same.length > 1 || isIndexName(fileStem(fileName(page)))).flatMap(([, same]) =>
      same.map((file) => languageSuffix(file)!)
    ),
  );
}
