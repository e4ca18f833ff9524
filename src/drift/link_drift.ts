/** Finds the links of documents that lead nowhere. */
import { isIndexName } from "../links/canonical.ts";
import type { LinkCatalogue } from "../links/resolve.ts";
import { fileStem, parentPath } from "../text/paths.ts";
import { type Anchors, anchorsOf } from "./anchors.ts";
import { checkLink, type LinkTargets } from "./check_link.ts";
import type { Drift, DriftDocument, WrittenLink } from "./document.ts";
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
  return { drift: [...drift, ...documents.flatMap(labelDrift)], unchecked };
}

function labelDrift(document: DriftDocument): readonly LocatedDrift[] {
  return document.undefinedLabels.map(({ kind, label, line }) => {
    const message = kind === "footnote"
      ? `nothing defines this footnote: [^${label}]`
      : `nothing defines the label of this link: [${label}]`;
    return [document, { code: "drift-link", line, message } satisfies Drift];
  });
}

/** A break of what hardly any link keeps to is none. */
function withConventions(checked: readonly CheckedLink[]): readonly CheckedLink[] {
  const kept = new Map<string, number>();
  const broken = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const { verdict } of checked) {
    if (verdict.state === "lives") verdict.keeps?.forEach((name) => add(kept, name));
    if (verdict.state === "broken" && verdict.convention !== undefined) add(broken, verdict.convention.name);
  }
  return checked.map((one) => {
    if (one.verdict.state !== "broken" || one.verdict.convention === undefined) return one;
    const { name, least } = one.verdict.convention;
    return (kept.get(name) ?? 0) >= least * broken.get(name)!
      ? one
      : { ...one, verdict: { state: "unchecked", reason: "convention" } };
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
    pagesAround(id) {
      const folder = parentPath(byId.get(id)?.inRepository ?? ".");
      return [folder, parentPath(folder)].flatMap((each) => byFolder.get(each) ?? []);
    },
  };
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
