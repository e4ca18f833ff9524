/** Finds drift in the documents of one repository. */
import type { FileSystem } from "../host/file_system.ts";
import { describesRepository, type Drift, type DriftDocument } from "./document.ts";
import { deletions, lastDefinitions } from "./history.ts";
import {
  acknowledgesRemoval,
  describesPresent,
  foreignWords,
  givesExample,
  goneIdentifiers,
  identifiersOf,
  type WrittenIdentifier,
} from "./identifiers.ts";
import { linkDrift } from "./link_drift.ts";
import { deletedPaths, linesBeyondEnd, missingPaths, orphanedPaths, type WrittenPath } from "./paths.ts";
import type { Repository } from "./repository.ts";
import type { DriftSubject, LocatedDrift } from "./subject.ts";
import { absentWords } from "./sources.ts";
import type { SystemicCause } from "./systemic.ts";
import { REASONS } from "./verdict.ts";

export interface DriftFinding extends Drift {
  /** Absolute path of the document. */
  readonly path: string;
}

/** What ra cannot tell, and where that is so first. */
export interface DriftNote {
  readonly code: "drift-unchecked" | "drift-ignored" | "drift-history" | "drift-systemic";
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
  /** Of several findings with one cause: what each would say, and where. */
  readonly places?: readonly { readonly path: string; readonly line: number; readonly message: string }[];
}

/** Finds drift, in the order of the documents and their lines. */
export async function findDrift(
  subject: DriftSubject,
): Promise<{ readonly findings: readonly DriftFinding[]; readonly notes: readonly DriftNote[] }> {
  const { fs, repository } = subject;
  const documents = subject.documents.filter(describesRepository);
  const links = await linkDrift({ ...subject, documents }, subject.documents);
  const reported = [...documents, ...links.parts];
  const names = identifierDrift(fs, repository, documents);
  const found = new Map<DriftDocument, Drift[]>(reported.map((document) => [document, []]));
  for (
    const [document, drift] of [
      ...links.drift,
      ...pathDrift(fs, repository, documents),
      ...names.drift,
    ]
  ) found.get(document)?.push(drift);
  let ignored = 0;
  const findings = reported.flatMap((document) => {
    const sorted = [...(found.get(document) ?? [])].sort((a, b) =>
      a.line - b.line || (a.message < b.message ? -1 : a.message > b.message ? 1 : 0)
    );
    const once = sorted.filter(({ line, message }, at) =>
      sorted[at - 1]?.line !== line || sorted[at - 1]?.message !== message
    );
    const kept = once.filter(({ line }) => !document.isIgnored(line));
    ignored += once.length - kept.length;
    return kept.map(({ code, message, line }) => ({ code, message, line, path: document.path }));
  });
  return {
    findings,
    notes: [
      ...historyNotes(repository),
      ...systemicNotes(links.systemic),
      ...uncheckedNotes(links.unchecked),
      ...elsewhereNotes(names.elsewhere),
      ...ignoredNotes(ignored),
      ...partNotes(subject, documents.length),
    ],
  };
}

function systemicNotes(causes: readonly SystemicCause[]): readonly DriftNote[] {
  return causes.map(({ message, links }) => {
    const places = links.flatMap(({ document: { path }, link: { line }, verdict }) =>
      verdict.state === "broken" ? [{ path, line, message: verdict.message }] : []
    );
    const { path, line } = places[0]!;
    return { code: "drift-systemic", message, path, line, places };
  });
}

function uncheckedNotes(unchecked: Awaited<ReturnType<typeof linkDrift>>["unchecked"]): readonly DriftNote[] {
  return [...unchecked].map(([reason, { count, first: [document, { destination, line }] }]) => ({
    code: "drift-unchecked",
    message: `${count === 1 ? "1 link is" : `${count} links are`} not checked (${destination}${
      count === 1 ? "" : " first"
    }): they ${REASONS[reason]}`,
    path: document.path,
    line,
  }));
}

function elsewhereNotes(elsewhere: NameDrift["elsewhere"]): readonly DriftNote[] {
  const [first] = elsewhere;
  if (first === undefined) return [];
  const [document, { written, line }] = first;
  const what = elsewhere.length === 1
    ? `1 name is not checked (${written})`
    : `${elsewhere.length} names are not checked (${written} first)`;
  const message = `${what}: the commit that removed the code says that another repository has it now`;
  return [{ code: "drift-unchecked", message, path: document.path, line }];
}

function ignoredNotes(count: number): readonly DriftNote[] {
  if (count === 0) return [];
  const what = count === 1 ? "1 finding is" : `${count} findings are`;
  return [{ code: "drift-ignored", message: `${what} left out because of comments \`ra-ignore\`` }];
}

function partNotes({ documents }: DriftSubject, checked: number): readonly DriftNote[] {
  const left = documents.length - checked;
  if (left === 0) return [];
  const what = left === 1 ? "1 document is" : `${left} documents are`;
  return [{
    code: "drift-unchecked",
    message: `${what} not checked: tests, parts of other documents, or other people's`,
  }];
}

/** Without the history, a path that is missing may be an example, and a name of the past is unknown. */
function historyNotes({ top, history }: Repository): readonly DriftNote[] {
  if (history !== "shallow") return [];
  const message = "the clone is shallow, so ra looks for no paths and names that were removed; fetch the history " +
    "(`git fetch --unshallow`, or `fetch-depth: 0` of actions/checkout)";
  return [{ code: "drift-history", message, path: top }];
}

function pathDrift(
  fs: FileSystem,
  repository: Repository,
  documents: readonly DriftDocument[],
): readonly LocatedDrift[] {
  const beyond = documents.filter(describesPresent).flatMap((document) =>
    linesBeyondEnd(fs, document, repository).map((drift) => [document, drift] as const)
  );
  return [...beyond, ...missingPathDrift(repository, documents)];
}

function missingPathDrift(repository: Repository, documents: readonly DriftDocument[]): readonly LocatedDrift[] {
  // The end of a history tells as little as none.
  if (repository.history === "shallow") return [];
  const missing = documents.filter(describesPresent).flatMap((document) => {
    const acknowledged = acknowledgesRemoval(document);
    const isExample = givesExample(document);
    const isMeant = (path: WrittenPath): boolean => !acknowledged(path) && !isExample(path.line);
    return missingPaths(document, repository).filter(isMeant).map((path) => [document, path] as const);
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

/** Names that are gone, and those that another repository has now. */
interface NameDrift {
  readonly drift: readonly LocatedDrift[];
  readonly elsewhere: readonly (readonly [DriftDocument, WrittenIdentifier])[];
}

function identifierDrift(
  fs: FileSystem,
  repository: Repository,
  documents: readonly DriftDocument[],
): NameDrift {
  const foreign = foreignWords(repository, documents);
  const written = documents.filter(describesPresent).map((document) => {
    const acknowledged = acknowledgesRemoval(document);
    const isMeant = (name: WrittenIdentifier): boolean =>
      !name.words.some((word) => foreign.has(word)) && !acknowledged(name);
    return [document, identifiersOf(document).filter(isMeant)] as const;
  });
  const absent = absentWords(
    fs,
    repository,
    written.flatMap(([, identifiers]) => identifiers.flatMap(({ words }) => words)),
  );
  if (absent.size === 0) return { drift: [], elsewhere: [] };
  const lastSeen = lastDefinitions(repository, absent);
  const gone = written.map(([document, identifiers]) =>
    [document, goneIdentifiers(document, identifiers, lastSeen)] as const
  );
  return {
    drift: gone.flatMap(([document, { drift }]) => drift.map((one) => [document, one] as const)),
    elsewhere: gone.flatMap(([document, { elsewhere }]) => elsewhere.map((one) => [document, one] as const)),
  };
}
