/** Tells whether a link without the extension of its file leads there. */
import type { Destination } from "../links/destination.ts";
import type { ResolvedPlace } from "../links/resolve.ts";
import type { WrittenLink } from "../links/written_link.ts";
import { fileExtension, fileStem } from "../text/paths.ts";
import type { LinkedFile } from "./link_files.ts";
import type { Repository } from "./repository.ts";
import { type LinkVerdict, LIVES, nowhere } from "./verdict.ts";

/** A link without the extension leads nowhere where nothing makes pages of the files. The other links tell. */
export function extensionVerdict(
  link: WrittenLink,
  { path }: Destination,
  { page, byPage }: ResolvedPlace,
  tree: string,
  { servesBareNames }: Repository,
): LinkVerdict | undefined {
  const stem = fileStem(page.file);
  const isBare = !servesBareNames && byPage === "path" && fileExtension(path) === "" && path.endsWith(stem) &&
    /^(?:md|markdown)$/.test(fileExtension(page.file));
  return isBare && link.kind === "link" ? withoutExtension(link, path, page.file, tree) : undefined;
}

/** The same of a file that is no document of a tree. */
export function bareFileVerdict(
  link: WrittenLink,
  { path }: Destination,
  found: Extract<LinkedFile, { readonly state: "file" }>,
  tree: string,
  { servesBareNames }: Repository,
): LinkVerdict | undefined {
  const isBare = !servesBareNames && found.isAway === true && fileExtension(path) === "" &&
    found.path.endsWith(`${fileStem(path)}.${fileExtension(found.path)}`) &&
    /^(?:md|markdown)$/.test(fileExtension(found.path));
  return isBare && link.kind === "link" ? withoutExtension(link, path, found.path, tree) : undefined;
}

function withoutExtension(link: WrittenLink, path: string, file: string, tree: string): LinkVerdict {
  return {
    state: "broken",
    message: `${nowhere(link)} (other links name the extension: ${path}.${fileExtension(file)})`,
    convention: { name: `${tree}:extension`, least: 20, otherwise: LIVES },
  };
}
