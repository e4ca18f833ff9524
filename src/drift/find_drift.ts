/** Finds drift in the documents of one repository. */
import type { FileSystem } from "../host/file_system.ts";
import { fileName, fileStem, parentPath } from "../text/paths.ts";
import { type Anchors, anchorsOf } from "./anchors.ts";
import { describesRepository, type Drift, type DriftDocument } from "./document.ts";
import { deletions, lastDefinitions } from "./history.ts";
import { acknowledgesRemoval, describesPresent, goneIdentifiers, identifiersOf } from "./identifiers.ts";
import { type BrokenLink, brokenLinks } from "./links.ts";
import { deletedPaths, missingPaths, orphanedPaths } from "./paths.ts";
import type { Repository } from "./repository.ts";
import { absentWords } from "./sources.ts";

export interface DriftFinding extends Drift {
  /** Absolute path of the document. */
  readonly path: string;
}

/**
 * Finds drift, in the order of the documents and their lines. `read` gives a Markdown file of the repository that is
 * not among the documents.
 */
export function findDrift(
  fs: FileSystem,
  repository: Repository,
  given: readonly DriftDocument[],
  read: (path: string) => DriftDocument | undefined,
): readonly DriftFinding[] {
  const documents = given.filter(({ inRepository }) => describesRepository(inRepository));
  const found = new Map<DriftDocument, Drift[]>(documents.map((document) => [document, []]));
  for (
    const [document, drift] of [
      ...linkDrift(repository, documents, read),
      ...pathDrift(repository, documents),
      ...identifierDrift(fs, repository, documents),
    ]
  ) found.get(document)?.push(drift);
  return documents.flatMap((document) => {
    const sorted = [...(found.get(document) ?? [])].sort((a, b) =>
      a.line - b.line || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0)
    );
    const once = sorted.filter(({ line, message }, at) =>
      sorted[at - 1]?.line !== line || sorted[at - 1]?.message !== message
    );
    return once.map(({ code, message, line }) => ({ code, message, line, path: document.path }));
  });
}

const MAX_IN_OTHER_CASE = 10;
/** Matches a page that represents its folder. */
const FOLDER_PAGE = /(?:^|\/)_?(?:index|readme)(?:\.[\w-]+)?\.(?:md|markdown)$/i;

type LocatedDrift = readonly [document: DriftDocument, drift: Drift];

function linkDrift(
  repository: Repository,
  documents: readonly DriftDocument[],
  read: (path: string) => DriftDocument | undefined,
): readonly LocatedDrift[] {
  const byPath = new Map(documents.map((document) => [document.inRepository, document]));
  const anchors = new Map<string, Anchors | undefined>();
  const byFolder = new Map<string, string[]>();
  for (const path of byPath.keys()) {
    if (FOLDER_PAGE.test(path)) byFolder.set(parentPath(path), [...(byFolder.get(parentPath(path)) ?? []), path]);
  }
  const names = wikiNames(repository, documents);
  const broken = documents.flatMap((document) =>
    brokenLinks(document, {
      repository,
      anchorsOf(path) {
        if (!anchors.has(path)) {
          const target = byPath.get(path) ?? read(path);
          anchors.set(path, target === undefined ? undefined : anchorsOf(target));
        }
        return anchors.get(path);
      },
      pagesAround: (path) =>
        [parentPath(path), parentPath(parentPath(path))].flatMap((folder) => byFolder.get(folder) ?? []),
      isNamed: names,
    }).map((link) => [document, link] as const)
  );
  const isTarget = (target: string | undefined): target is string => target !== undefined;
  const ignored = repository.ignored([...new Set(broken.map(([, { target }]) => target).filter(isTarget))]);
  const served = new Set(documents.flatMap(({ servedAs }) => servedAs));
  const isServed = (target: string): boolean => served.has(fileStem(target));
  // If many links differ only in letter case, the site evidently ignores it.
  const caseMatters = broken.filter(([, { otherCase }]) => otherCase).length <= MAX_IN_OTHER_CASE;
  return broken.filter(([, { target, otherCase }]: readonly [DriftDocument, BrokenLink]) =>
    target === undefined || (!ignored.has(target) && !isServed(target) && (caseMatters || !otherCase))
  );
}

/**
 * Collects the names that wiki links may use. Returns undefined if none of the links fits, because `[[` then means
 * something else here.
 */
function wikiNames(repository: Repository, documents: readonly DriftDocument[]): (name: string) => boolean | undefined {
  const links = documents.flatMap((document) => document.links.filter(({ kind }) => kind === "wiki"));
  if (links.length === 0) return () => undefined;
  const fold = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, " ").trim();
  const names = new Set(documents.flatMap((document) => document.names.map(fold)));
  for (const file of repository.files) names.add(fold(fileName(file))).add(fold(fileStem(file)));
  const isName = (name: string): boolean =>
    names.has(fold(name)) || names.has(fold(fileName(name))) || repository.hasEnding(name) ||
    repository.hasEnding(`${name}.md`);
  const fitting = links.filter(({ destination }) => isName(destination.split("#")[0] ?? "")).length;
  return fitting * 2 >= links.length ? isName : () => undefined;
}

function pathDrift(repository: Repository, documents: readonly DriftDocument[]): readonly LocatedDrift[] {
  const missing = documents.filter(describesPresent).flatMap((document) => {
    const acknowledged = acknowledgesRemoval(document);
    return missingPaths(document, repository).filter(({ line }) => !acknowledged(line)).map((path) =>
      [document, path] as const
    );
  });
  if (missing.length === 0) return [];
  const ignored = repository.ignored([...new Set(missing.flatMap(([, { places }]) => places))]);
  const wasDeleted = deletions(repository);
  return missing.filter(([, { places }]) => !places.some((place) => ignored.has(place))).flatMap(([document, path]) =>
    (wasDeleted === undefined ? orphanedPaths([path], repository) : deletedPaths([path], wasDeleted)).map((drift) =>
      [document, drift] as const
    )
  );
}

function identifierDrift(
  fs: FileSystem,
  repository: Repository,
  documents: readonly DriftDocument[],
): readonly LocatedDrift[] {
  const written = documents.filter(describesPresent).map((document) => {
    const acknowledged = acknowledgesRemoval(document);
    return [document, identifiersOf(document).filter(({ line }) => !acknowledged(line))] as const;
  });
  const absent = absentWords(
    fs,
    repository,
    written.flatMap(([, identifiers]) => identifiers.flatMap(({ words }) => words)),
  );
  if (absent.size === 0) return [];
  const lastSeen = lastDefinitions(repository, absent);
  return written.flatMap(([document, identifiers]) =>
    goneIdentifiers(document, identifiers, lastSeen).map((drift) => [document, drift] as const)
  );
}
