/** Finds the links of documents that lead nowhere. */
import { canonicalAnchor, canonicalSegment, isIndexName } from "../links/canonical.ts";
import { type LinkMap, segmentsOf } from "../links/link_map.ts";
import type { LinkCatalogue } from "../links/resolve.ts";
import { fileStem, parentPath } from "../text/paths.ts";
import { type Anchors, anchorsOf } from "./anchors.ts";
import { checkLink, type LinkTargets } from "./check_link.ts";
import type { Drift, DriftDocument, WrittenLink } from "./document.ts";
import type { LabelUse } from "./markdown_prose.ts";
import type { DriftSubject, LocatedDrift } from "./find_drift.ts";
import type { Repository } from "./repository.ts";
import type { UncheckedReason, Verdict } from "./verdict.ts";

/** Links of one reason. */
interface UncheckedLinks {
  readonly count: number;
  readonly first: readonly [DriftDocument, WrittenLink];
}

export interface LinkDrift {
  readonly drift: readonly LocatedDrift[];
  readonly unchecked: ReadonlyMap<UncheckedReason, UncheckedLinks>;
}

interface CheckedLink {
  readonly document: DriftDocument;
  readonly link: WrittenLink;
  readonly verdict: Verdict;
}

/** `all` are the documents of the repository that links may lead to. */
export async function linkDrift(subject: DriftSubject, all: readonly DriftDocument[]): Promise<LinkDrift> {
  const { repository, documents } = subject;
  const targets = await targetsOf(subject, all);
  const checked: CheckedLink[] = [];
  for (const document of documents) {
    for (const link of document.links) {
      checked.push({ document, link, verdict: await checkLink(document, link, targets) });
    }
  }
  const judged = withoutGenerated(repository, documents, withConventions(checked));
  const unchecked = new Map<UncheckedReason, UncheckedLinks>();
  for (const { document, link, verdict } of judged) {
    if (verdict.state !== "unchecked") continue;
    const known = unchecked.get(verdict.reason);
    unchecked.set(verdict.reason, { count: (known?.count ?? 0) + 1, first: known?.first ?? [document, link] });
  }
  const drift = judged.flatMap(({ document, link: { line }, verdict }): readonly LocatedDrift[] =>
    verdict.state === "broken" ? [[document, { code: "drift-link", line, message: verdict.message }]] : []
  );
  return { drift: [...drift, ...labelDrift(documents, targets)], unchecked };
}

/**
 * Labels that nothing defines. Some generators define labels for all documents (`[mkdocs.nav]`), or make them of what
 * macros name: a label of several documents is one of these, and so is one with the same beginning.
 */
function labelDrift(documents: readonly DriftDocument[], { anchorsOf }: LinkTargets): readonly LocatedDrift[] {
  const usedIn = new Map<string, Set<DriftDocument>>();
  const made = new Set<string>();
  for (const document of documents) {
    anchorsOf(document.origin.document.id)?.made.forEach((name) => made.add(name));
    for (const { kind, label } of document.undefinedLabels) {
      if (kind === "link") usedIn.set(beginning(label), (usedIn.get(beginning(label)) ?? new Set()).add(document));
    }
  }
  const isMade = ({ label }: LabelUse, document: DriftDocument): boolean =>
    OF_PROGRAM.test(label) || usedIn.get(beginning(label))!.size > 1 || made.has(canonicalAnchor(label)) ||
    anchorsOf(document.origin.document.id)?.has(label) === "yes";
  return documents.flatMap((document) =>
    document.undefinedLabels.filter((use) => use.kind === "footnote" || !isMade(use, document)).map((
      { kind, label, line },
    ) => {
      const message = kind === "footnote"
        ? `nothing defines this footnote: [^${label}]`
        : `nothing defines the label of this link: [${label}]`;
      return [document, { code: "drift-link", line, message } satisfies Drift] as const;
    })
  );
}

/** `std::cell`, `macro@Clone`, `f()`: tools lead such labels to what a program describes. */
const OF_PROGRAM = /::|@|\(/;

function beginning(label: string): string {
  return /^\w+(?=[.-])/.exec(label)?.[0] ?? label;
}

/** A break of what hardly any link keeps to is none. */
function withConventions(checked: readonly CheckedLink[]): readonly CheckedLink[] {
  const kept = new Map<string, number>();
  const broken = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const { verdict } of checked) {
    if (verdict.state !== "unchecked") verdict.keeps?.forEach((name) => add(kept, name));
    if (verdict.state === "broken" && verdict.convention !== undefined) add(broken, verdict.convention.name);
  }
  return checked.map((one) => {
    if (one.verdict.state !== "broken" || one.verdict.convention === undefined) return one;
    const { name, least, otherwise } = one.verdict.convention;
    return (kept.get(name) ?? 0) >= least * broken.get(name)! ? one : { ...one, verdict: otherwise };
  });
}

/** What git ignores, a build makes. A page may be served under the name that its frontmatter states. */
function withoutGenerated(
  repository: Repository,
  documents: readonly DriftDocument[],
  checked: readonly CheckedLink[],
): readonly CheckedLink[] {
  const missing = checked.flatMap(({ verdict }) =>
    verdict.state === "broken" && verdict.target !== undefined ? [verdict.target] : []
  );
  const ignored = repository.ignored([...new Set(missing)]);
  const served = new Set(documents.flatMap(({ servedAs }) => servedAs));
  return checked.map((one) => {
    const target = one.verdict.state === "broken" ? one.verdict.target : undefined;
    if (target === undefined) return one;
    if (ignored.has(target)) return { ...one, verdict: { state: "unchecked", reason: "ignored-by-git" } };
    return served.has(fileStem(target)) ? { ...one, verdict: { state: "unchecked", reason: "generated" } } : one;
  });
}

async function targetsOf(subject: DriftSubject, all: readonly DriftDocument[]): Promise<LinkTargets> {
  const { repository, map, read } = subject;
  const byId = new Map(all.map((document) => [document.origin.document.id, document]));
  const byFolder = new Map<string, string[]>();
  for (const { inRepository, origin: { document: { id } } } of all) {
    if (!isIndexName(fileStem(inRepository))) continue;
    const folder = parentPath(inRepository);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), id]);
  }
  const folders = documentFolders(map);
  const takenIn = new Set(all.flatMap(({ text }) => namesTakenIn(text)));
  const known = new Map<string, Anchors | undefined>();
  const outside = new Map<string, Anchors | undefined>();
  return {
    repository,
    map,
    catalogue: remembering(subject.catalogue),
    anchorsOf(id) {
      if (!known.has(id)) {
        const document = byId.get(id);
        known.set(id, document === undefined ? undefined : anchorsOf(document));
      }
      return known.get(id);
    },
    async anchorsOfFile(path) {
      if (!outside.has(path)) {
        const document = await read(path);
        outside.set(path, document === undefined ? undefined : anchorsOf(document));
      }
      return outside.get(path);
    },
    isTakenIn: ({ inRepository }) => takenIn.has(fileStem(inRepository).toLowerCase()),
    isDocumentFolder: (path) => folders.has(segmentsOf(`${path}/x`).slice(0, -1).join("/")),
    pagesAround(id) {
      const folder = parentPath(byId.get(id)?.inRepository ?? ".");
      return [folder, parentPath(folder)].flatMap((each) => byFolder.get(each) ?? []);
    },
  };
}

/** The ends of the paths of all folders with documents, in their canonical form. */
function documentFolders({ pages }: LinkMap): ReadonlySet<string> {
  const whole = new Set(pages.map(({ file }) => parentPath(file)));
  const ends = new Set<string>();
  for (const folder of whole) {
    const parts = folder.split("/").filter((part) => part !== "").map(canonicalSegment);
    for (let at = parts.length - 1; at >= 0; at--) ends.add(parts.slice(at).join("/"));
  }
  return ends;
}

const TAKES_IN =
  /(?:\b(?:include|readfile|partial|render|snippet|import\b.{0,200}\bfrom)\b[^"'\n]{0,100}["']|include::|-8<-+[ \t]+["'])([^"'\s[\]]{1,300})/gi;

/** The names of files that a text takes in, without their extension. */
function namesTakenIn(text: string): readonly string[] {
  return [...text.matchAll(TAKES_IN)].map(([, path = ""]) => fileStem(path).toLowerCase());
}

/** Many links lead to the same documents. */
function remembering(catalogue: LinkCatalogue): LinkCatalogue {
  const sections = new Map<string, ReturnType<LinkCatalogue["sections"]>>();
  const anchors = catalogue.anchors();
  const ids = catalogue.ids();
  return {
    anchors: () => anchors,
    ids: () => ids,
    find: (id) => catalogue.find(id),
    chunksAt: (refs) => catalogue.chunksAt(refs),
    sections(id) {
      const known = sections.get(id) ?? catalogue.sections(id);
      sections.set(id, known);
      return known;
    },
  };
}
