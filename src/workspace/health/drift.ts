/** Finds drift: what the documents of all trees say that no longer fits their repositories. */
import type { TreeConfig } from "../../config/config.ts";
import { documentId } from "../../document/ids.ts";
import { readerOf, readFile } from "../../document/formats/read_file.ts";
import { formatOf } from "../../document/formats/registry.ts";
import { type DriftDocument, driftDocument, type DriftPlace } from "../../drift/document.ts";
import { findDrift } from "../../drift/find_drift.ts";
import { openRepository, type Repository } from "../../drift/repository.ts";
import { RaError } from "../../errors.ts";
import type { Snapshot } from "../../search/ports/snapshot.ts";
import type { CheckIssue } from "../../shapes/reports.ts";
import type { Engine } from "../../store/engine/engine.ts";
import type { TreeScan } from "../../store/files/scan.ts";
import { isInside, joinPath, relativePath, withAncestors } from "../../text/paths.ts";
import { linkSources } from "../answers/find_place.ts";
import type { Environment } from "../environment.ts";

/** Larger documents are left out, so that a check ends in bounded time. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The documents of one repository, by their path. */
interface Documents {
  readonly repository: Repository;
  readonly documents: Map<string, DriftDocument>;
}

/**
 * Gives the warnings `drift-link`, `drift-path` and `drift-identifier`, by tree, document and line, and notes on what
 * ra cannot tell. Writes nothing. The snapshot is one of the documents as they are now.
 */
export async function driftIssues(
  environment: Environment,
  scans: readonly TreeScan[],
  snapshot: Snapshot,
): Promise<readonly CheckIssue[]> {
  const { fs, engine } = environment;
  const core = await (await engine()).whole();
  const repositories = new Map<string, Documents>();
  try {
    const links = await linkSources(environment, snapshot);
    const unread = await readDocuments(environment, core, scans, repositories);
    const issues: CheckIssue[] = [];
    for (const { repository, documents } of repositories.values()) {
      const { findings, notes } = await findDrift({
        fs,
        repository,
        documents: [...documents.values()],
        links,
        read: (path) => readAt(environment, core, repository, placeOf(repository, path)),
      });
      issues.push(
        ...findings.map(({ code, message, path, line }): CheckIssue => ({
          level: "warning",
          code,
          message,
          path,
          line,
        })),
      );
      issues.push(...notes.map((note): CheckIssue => ({ level: "note", ...note })));
    }
    return [...issues, ...unread];
  } finally {
    for (const { repository } of repositories.values()) repository.close();
  }
}

/** Reads all documents into the table, and says which links nobody checks. */
async function readDocuments(
  environment: Environment,
  core: Engine,
  scans: readonly TreeScan[],
  repositories: Map<string, Documents>,
): Promise<readonly CheckIssue[]> {
  const { fs, config } = environment;
  const others = new Map<string, number>();
  for (const { tree, files } of scans) {
    const real = fs.realPath(tree.path) ?? tree.path;
    // Without git, the sources lie in the project's folder, beside the documents.
    const holder = withAncestors(real).find((folder) => fs.stat(joinPath(folder, ".git")) !== undefined);
    const folder = holder ?? (isInside(real, config.root) && !tree.global ? config.root : real);
    const known = repositories.get(folder) ?? { repository: openRepository(fs, folder), documents: new Map() };
    repositories.set(folder, known);
    for (const { path } of files) {
      const { placement, view, name } = formatOf(path, tree);
      if (placement !== "in-place") others.set(name, (others.get(name) ?? 0) + 1);
      if (placement !== "in-place" || view === "text") continue;
      // A file that is reached by a link is read at its real place.
      const absolute = fs.realPath(joinPath(real, path)) ?? joinPath(real, path);
      if (!isInside(absolute, known.repository.top) || known.documents.has(absolute)) continue;
      const place = {
        path: absolute,
        inRepository: relativePath(known.repository.top, absolute),
        origin: originOf(tree, path),
      };
      const document = await readAt(environment, core, known.repository, place, tree);
      if (document !== undefined) known.documents.set(absolute, document);
    }
  }
  return [...others].map(([format, count]) => ({
    level: "note",
    code: "drift-unchecked",
    message: `${count === 1 ? "1 document is" : `${count} documents are`} ${format}, whose links are not checked`,
  }));
}

function originOf({ name, path: folder }: Pick<TreeConfig, "name" | "path">, path: string): DriftPlace["origin"] {
  const document = { id: documentId(name, path), tree: name, path, title: "", metadata: {} };
  return { document, file: joinPath(folder, path) };
}

/** A file of the repository that is in no tree. */
function placeOf({ top }: Repository, inRepository: string): DriftPlace {
  const path = joinPath(top, inRepository);
  return { path, inRepository, origin: originOf({ name: "", path: top }, inRepository) };
}

async function readAt(
  { fs }: Environment,
  core: Engine,
  { top }: Repository,
  place: DriftPlace,
  tree?: TreeConfig,
): Promise<DriftDocument | undefined> {
  try {
    const real = fs.realPath(place.path);
    // A link may lead out of the repository.
    if (real === undefined || !isInside(real, top)) return undefined;
    const bytes = fs.readFile(real, { most: MAX_BYTES, noLink: true });
    if (bytes === undefined) return undefined;
    const reading = await readFile(bytes, place.path, undefined, formatOf(place.origin.document.path, tree));
    const { outline, text, textStart, format } = reading;
    const { markup } = await readerOf(format);
    return driftDocument(
      place,
      reading,
      outline.by === "core" ? core.outline(text, textStart, outline.dialect) : outline,
      markup,
    );
  } catch (error) {
    // The other checks report files that cannot be read.
    if (error instanceof RaError && (error.code === "io" || error.code === "not-text")) return undefined;
    throw error;
  }
}
