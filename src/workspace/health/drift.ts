/** Finds drift: what the Markdown documents of all trees say that no longer fits their repositories. */
import { type DriftDocument, readDocument } from "../../drift/document.ts";
import { findDrift } from "../../drift/find_drift.ts";
import { openRepository, type Repository } from "../../drift/repository.ts";
import { isMarkdown } from "../../document/formats/registry.ts";
import { RaError } from "../../errors.ts";
import type { CheckIssue } from "../../shapes/reports.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { decodeText } from "../../text/decode_text.ts";
import { isInside, joinPath, relativePath, withAncestors } from "../../text/paths.ts";
import type { Environment } from "../environment.ts";

/** Larger documents are left out, so that a check ends in bounded time. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Gives the warnings `drift-link`, `drift-path` and `drift-identifier`, by tree, document and line. Writes nothing. */
export async function driftIssues(
  { fs, config, engine }: Environment,
  scans: readonly TreeScan[],
): Promise<readonly CheckIssue[]> {
  const core = await (await engine()).whole();
  const repositories = new Map<
    string,
    { readonly repository: Repository; readonly documents: Map<string, DriftDocument> }
  >();
  const read = (repository: Repository, path: string): DriftDocument | undefined => {
    try {
      const real = fs.realPath(path);
      // A link may lead out of the repository.
      if (real === undefined || !isInside(real, repository.top)) return undefined;
      const bytes = fs.readFile(real, { most: MAX_BYTES, noLink: true });
      const decoded = bytes && decodeText(bytes);
      return decoded && readDocument(path, relativePath(repository.top, path), decoded.text, core.outline);
    } catch (error) {
      // The other checks report files that cannot be read.
      if (error instanceof RaError && (error.code === "io" || error.code === "not-text")) return undefined;
      throw error;
    }
  };
  try {
    for (const { tree, files } of scans) {
      const real = fs.realPath(tree.path) ?? tree.path;
      // Without git, the sources lie in the project's folder, beside the documents.
      const holder = withAncestors(real).find((folder) => fs.stat(joinPath(folder, ".git")) !== undefined);
      const folder = holder ?? (isInside(real, config.root) && !tree.global ? config.root : real);
      const known = repositories.get(folder) ??
        { repository: openRepository(fs, folder), documents: new Map<string, DriftDocument>() };
      repositories.set(folder, known);
      for (const { path } of files) {
        if (!isMarkdown(path, tree)) continue;
        // A file that is reached by a link is read at its real place.
        const absolute = fs.realPath(joinPath(real, path)) ?? joinPath(real, path);
        if (!isInside(absolute, known.repository.top) || known.documents.has(absolute)) continue;
        const document = read(known.repository, absolute);
        if (document !== undefined) known.documents.set(absolute, document);
      }
    }
    return [...repositories.values()].flatMap(({ repository, documents }) =>
      findDrift(fs, repository, [...documents.values()], (path) => read(repository, joinPath(repository.top, path)))
        .map(({ code, message, path, line }): CheckIssue => ({ level: "warning", code, message, path, line }))
    );
  } finally {
    for (const { repository } of repositories.values()) repository.close();
  }
}
