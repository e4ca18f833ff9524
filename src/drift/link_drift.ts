/** Finds the links of documents that lead nowhere. */
import { canonicalAnchor, canonicalSegment, isIndexName } from "../links/canonical.ts";
import { type LinkMap, segmentsOf } from "../links/link_map.ts";
import { languageSuffix } from "../links/page_languages.ts";
import type { LinkSources } from "../links/resolve.ts";
import { fileStem, parentPath } from "../text/paths.ts";
import { antoraPartLinks } from "./antora_parts.ts";
import { checkLink } from "./check_link.ts";
import type { CheckedLink } from "./checked_link.ts";
import { builtFiles } from "./built_files.ts";
import { componentPages } from "./component_pages.ts";
import { unknownConditions } from "./conditions.ts";
import type { LinkTargets } from "./link_targets.ts";
import type { Drift, DriftDocument } from "./document.ts";
import { exampleLinks } from "./examples.ts";
import { foreignLabels } from "./foreign_labels.ts";
import { commentedTemplates, hiddenLinks } from "./hidden_links.ts";
import type { LabelUse } from "./label_use.ts";
import type { WrittenLink } from "../links/written_link.ts";
import type { DriftSubject, LocatedDrift } from "./subject.ts";
import { ownFiles } from "./own_address.ts";
import { PageAnchors } from "./page_anchors.ts";
import { type SystemicCause, systemicCauses } from "./systemic.ts";
import { unchecked, type UncheckedReason } from "./verdict.ts";

/** Links of one reason. */
interface UncheckedLinks {
  readonly count: number;
  readonly first: readonly [DriftDocument, WrittenLink];
}

export interface LinkDrift {
  readonly drift: readonly LocatedDrift[];
  readonly unchecked: ReadonlyMap<UncheckedReason, UncheckedLinks>;
  /** What is no document of a tree, and has links that are checked. */
  readonly parts: readonly DriftDocument[];
  /** Broken links that are not among the findings, because they share a cause. */
  readonly systemic: readonly SystemicCause[];
}

/** `all` are the documents of the repository that links may lead to. */
export async function linkDrift(subject: DriftSubject, all: readonly DriftDocument[]): Promise<LinkDrift> {
  const { repository, documents } = subject;
  const targets = await targetsOf(subject, all);
  const checked: CheckedLink[] = [];
  for (const document of documents) {
    const isVault = targets.isVault(document.origin.document.tree);
    // A vault keeps there what new notes begin with.
    if (isVault && TEMPLATES.test(document.inRepository)) continue;
    const isHidden = isVault ? hiddenLinks(document.text) : () => false;
    const isCommented = commentedTemplates(document.text);
    for (const link of document.links) {
      if (isHidden(link) || isCommented(link)) continue;
      const verdict = await checkLink(document, link, targets);
      checked.push({ document, link, verdict, isIgnored: document.isIgnored(link.line) });
    }
  }
  const ofParts = await antoraPartLinks(subject, all, targets);
  checked.push(...ofParts);
  const shown = withoutConditions(checked, unknownConditions(subject.fs, repository, all));
  const judged = withoutGenerated(subject, documents, withoutExamples(withConventions(shown)));
  const reasons = new Map<UncheckedReason, UncheckedLinks>();
  for (const { document, link, verdict } of judged) {
    if (verdict.state !== "unchecked") continue;
    const known = reasons.get(verdict.reason);
    reasons.set(verdict.reason, { count: (known?.count ?? 0) + 1, first: known?.first ?? [document, link] });
  }
  const parts = [...new Set(ofParts.map(({ document }) => document))];
  const headings = new Map(all.map((document) => [document.inRepository, document.headings.length]));
  const systemic = systemicCauses(judged, (page) => headings.get(page) ?? 0);
  const isSystemic = new Set(systemic.flatMap(({ links }) => links));
  const drift = judged.flatMap((one): readonly LocatedDrift[] => {
    const { document, link: { line }, verdict } = one;
    return verdict.state === "broken" && !isSystemic.has(one)
      ? [[document, { code: "drift-link", line, message: verdict.message }]]
      : [];
  });
  return { drift: [...drift, ...await labelDrift(documents, targets)], unchecked: reasons, systemic, parts };
}

/**
 * Labels that nothing defines. Some generators define labels for all documents (`[mkdocs.nav]`), or make them of what
 * macros name: a label of several documents is one of these, and so is one with the same beginning.
 */
async function labelDrift(
  documents: readonly DriftDocument[],
  { anchors, foreign }: LinkTargets,
): Promise<readonly LocatedDrift[]> {
  const usedIn = new Map<string, Set<DriftDocument>>();
  const made = new Set<string>();
  for (const document of documents) {
    (await anchors.of(document.origin.document.id))?.made.forEach((name) => made.add(name));
    for (const { kind, label } of document.undefinedLabels) {
      if (kind === "link") usedIn.set(beginning(label), (usedIn.get(beginning(label)) ?? new Set()).add(document));
    }
  }
  const isMade = async ({ label, isLikeOwn }: LabelUse, document: DriftDocument): Promise<boolean> =>
    (!isLikeOwn && (foreign.inMarkdown || usedIn.get(beginning(label))!.size > 1)) || OF_PROGRAM.test(label) ||
    made.has(canonicalAnchor(label)) ||
    (await anchors.of(document.origin.document.id))?.has(label) === "yes";
  const found: LocatedDrift[] = [];
  for (const document of documents) {
    for (const use of document.undefinedLabels) {
      const { kind, label, line } = use;
      if (kind === "link" && await isMade(use, document)) continue;
      const message = kind === "footnote"
        ? `nothing defines this footnote: [^${label}]`
        : `nothing defines the label of this link: [${label}]`;
      found.push([document, { code: "drift-link", line, message } satisfies Drift]);
    }
  }
  return found;
}

const TEMPLATES = /(?:^|\/)(?:\d+[ _-]*)?_?templates?\//i;

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
    const { name, least, most = 0, otherwise } = one.verdict.convention;
    const breaks = broken.get(name)!;
    return breaks <= most || (kept.get(name) ?? 0) >= least * breaks ? one : { ...one, verdict: otherwise };
  });
}

/** What no reader of these documents sees, another build may show. */
function withoutConditions(
  checked: readonly CheckedLink[],
  conditionsOf: ReturnType<typeof unknownConditions>,
): readonly CheckedLink[] {
  const known = new Map<DriftDocument, (line: number) => boolean>();
  return checked.map((one) => {
    if (one.verdict.state !== "broken") return one;
    const isHidden = known.get(one.document) ?? conditionsOf(one.document);
    known.set(one.document, isHidden);
    return isHidden(one.link.line) ? { ...one, verdict: unchecked("condition") } : one;
  });
}

/** Looks for the code of links that lead nowhere. `checked` is in the order of the documents. */
function withoutExamples(checked: readonly CheckedLink[]): readonly CheckedLink[] {
  const known = new Map<DriftDocument, ReturnType<typeof exampleLinks>>();
  return checked.map((one) => {
    if (one.verdict.state !== "broken") return one;
    const isExample = known.get(one.document) ?? exampleLinks(one.document);
    known.set(one.document, isExample);
    return isExample(one.link) ? { ...one, verdict: unchecked("example") } : one;
  });
}

/**
 * What git ignores, a build makes, and so it does with what its own files name. A page may be served under the name
 * that its frontmatter states.
 */
function withoutGenerated(
  { fs, repository }: Pick<DriftSubject, "fs" | "repository">,
  documents: readonly DriftDocument[],
  checked: readonly CheckedLink[],
): readonly CheckedLink[] {
  const missing = checked.flatMap(({ verdict }) =>
    verdict.state === "broken" && verdict.target !== undefined ? [verdict.target] : []
  );
  const ignored = repository.ignored([...new Set(missing)]);
  const isBuilt = builtFiles(fs, repository);
  const served = new Set(documents.flatMap(({ servedAs }) => servedAs));
  return checked.map((one) => {
    const target = one.verdict.state === "broken" ? one.verdict.target : undefined;
    if (target === undefined) return one;
    if (ignored.has(target)) return { ...one, verdict: unchecked("ignored-by-git") };
    if (isBuilt(target)) return { ...one, verdict: unchecked("generated") };
    return served.has(target.replace(/\.(?:mdx?|html?)$/, "")) ? { ...one, verdict: unchecked("generated") } : one;
  });
}

async function targetsOf(subject: DriftSubject, all: readonly DriftDocument[]): Promise<LinkTargets> {
  const { repository, links } = subject;
  const { map } = links;
  const byId = new Map(all.map((document) => [document.origin.document.id, document]));
  const byFolder = new Map<string, DriftDocument[]>();
  for (const document of all) {
    if (!isIndexName(fileStem(document.inRepository))) continue;
    const folder = parentPath(document.inRepository);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), document]);
  }
  const folders = documentFolders(map);
  const vaults = treesOfWikiLinks(all);
  const flat = flatTrees(map);
  return {
    repository,
    map,
    catalogue: remembering(links.catalogue),
    textOf: (document) => links.textOf(document),
    anchors: new PageAnchors(subject, all),
    foreign: foreignLabels(subject.fs, repository, all),
    ownFile: ownFiles(map, repository),
    isMade: componentPages(subject.fs, repository),
    isVault: (tree) => vaults.has(tree) || map.trees.some(({ name, isVault }) => name === tree && isVault === true),
    isFlat: (tree) => flat.has(tree),
    isDocumentFolder: (path) => folders.has(segmentsOf(`${path}/x`).slice(0, -1).join("/")),
    pagesAround(id) {
      const path = byId.get(id)?.inRepository ?? ".";
      const folder = parentPath(path);
      return [folder, parentPath(folder)].flatMap((each) => byFolder.get(each) ?? []).filter(({ inRepository }) =>
        languageSuffix(inRepository) === languageSuffix(path)
      ).map(({ origin }) => origin.document.id);
    },
  };
}

/** Trees in which at least one of ten links is a wiki link. */
function treesOfWikiLinks(documents: readonly DriftDocument[]): ReadonlySet<string> {
  const counts = new Map<string, { all: number; wiki: number }>();
  for (const { links, origin: { document: { tree } } } of documents) {
    const { all, wiki } = counts.get(tree) ?? { all: 0, wiki: 0 };
    counts.set(tree, { all: all + links.length, wiki: wiki + links.filter(({ kind }) => kind === "wiki").length });
  }
  return new Set([...counts].filter(([, { all, wiki }]) => wiki > 0 && wiki * 10 >= all).map(([tree]) => tree));
}

const MIN_AT_TOP = 10;

function flatTrees({ pages }: LinkMap): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { segments, document: { tree } } of pages) {
    if (segments.length === 1) counts.set(tree, (counts.get(tree) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= MIN_AT_TOP).map(([tree]) => tree));
}

/** The ends of the paths of all folders with documents in them or below, in their canonical form. */
function documentFolders({ pages }: LinkMap): ReadonlySet<string> {
  const whole = new Set<string>();
  for (const { file, document } of pages) {
    const depth = document.path.split("/").length - 1;
    let folder = parentPath(file);
    for (let at = 0; at < Math.max(1, depth) && !whole.has(folder); at++, folder = parentPath(folder)) {
      whole.add(folder);
    }
  }
  const ends = new Set<string>();
  for (const folder of whole) {
    const parts = folder.split("/").filter((part) => part !== "").map(canonicalSegment);
    for (let at = parts.length - 1; at >= 0; at--) ends.add(parts.slice(at).join("/"));
  }
  return ends;
}

/** Many links lead to the same documents. */
function remembering(catalogue: LinkSources["catalogue"]): LinkSources["catalogue"] {
  const sections = new Map<string, ReturnType<typeof catalogue.sections>>();
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
