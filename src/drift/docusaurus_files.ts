/** Docusaurus looks for a file that a link names from the root (`/guide/setup.md`) in the documents of one version. */
import type { Repository } from "./repository.ts";

const VERSION = /(?:^|\/)(?:[\w-]+_)?versioned_docs\/(version-[^/]+)\//;
const TRANSLATION = /(?:^|\/)i18n\/([^/]+)\/[^/]+\/(?:(version-[^/]+)\/)?/;

/**
 * Whether only other versions, or translations into other languages, have the file. A translation takes what is missing
 * from the documents that it translates.
 */
export function isOfOtherEdition(
  path: string,
  { inRepository }: { readonly inRepository: string },
  { isDocusaurus, withEnding }: Pick<Repository, "isDocusaurus" | "withEnding">,
): boolean {
  if (!isDocusaurus || !/^\/[^/].*\.mdx?$/.test(path)) return false;
  const files = withEnding(path.slice(1));
  const own = editionOf(inRepository);
  return files.length > 0 &&
    files.map(editionOf).every(({ language, version }) =>
      language === "" ? version !== "" && version !== own.version : language !== own.language || version !== own.version
    );
}

/** Both are empty for the newest documents in their own language. */
function editionOf(path: string): { readonly language: string; readonly version: string } {
  const [, language = "", translated = ""] = TRANSLATION.exec(path) ?? [];
  return { language, version: VERSION.exec(path)?.[1] ?? translated };
}
