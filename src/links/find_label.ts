/** Finds the place that a label names, in any document. */
import type { Catalogue, ChunkAnchor, IndexedChunk } from "../search/ports/catalogue.ts";
import { fileStem } from "../text/paths.ts";
import { slugify } from "../text/slug.ts";
import { canonicalLabel } from "./canonical.ts";
import { grouped } from "./grouped.ts";
import type { LinkingPage } from "./pages_at.ts";
import type { LinkMap, Page } from "./link_map.ts";

interface LabelSources {
  readonly catalogue: Pick<Catalogue, "sections" | "anchors" | "chunksAt" | "ids" | "find">;
  readonly map: LinkMap;
}

interface FoundLabel {
  readonly chunk: IndexedChunk;
  readonly page: Page;
  readonly byPage: "label";
  readonly bySection: "anchor" | "id";
  readonly isSure: boolean;
  readonly others: readonly string[];
}

/** Sections that a label may mean. */
interface Candidates {
  readonly chunks: readonly IndexedChunk[];
  readonly by: "anchor" | "id";
  /** Whether only one of them can be meant, where there is one. */
  readonly isExact: boolean;
}

/** A label of the same document comes before that of another one. */
export async function findLabel(
  sources: LabelSources,
  label: string,
  origin: LinkingPage | undefined,
): Promise<FoundLabel | undefined> {
  const own = origin === undefined ? [] : await sources.catalogue.sections(origin.document.id);
  const isOwn = new Set(own.map(({ ref }) => ref));
  const { chunks: found, by, isExact } = await candidates(sources, label, isOwn);
  const [chunk, ...more] = [...found].sort((a, b) => Number(isOwn.has(b.ref)) - Number(isOwn.has(a.ref)));
  if (chunk === undefined) return await ofProgram(sources, label) ?? await aroundMember(sources, label, origin);
  const page = sources.map.withId(chunk.docId);
  if (page === undefined) return undefined;
  const others = [...new Set(more.map(({ id }) => id))].filter((id) => id !== chunk.id);
  return { chunk, page, byPage: "label", bySection: by, isSure: isExact && others.length === 0, others };
}

/** `program --option` is the option that the page of the program describes. */
async function ofProgram(
  sources: LabelSources,
  label: string,
): Promise<FoundLabel | undefined> {
  const [, program, option] = /^([\w.-]+)\s+(--?[\w-]+)/.exec(label) ?? [];
  if (option === undefined) return undefined;
  const { chunks } = await candidates(sources, option, new Set());
  const own = chunks.filter(({ path }) => fileStem(path) === program);
  const chunk = own[0] ?? chunks[0];
  const page = chunk && sources.map.withId(chunk.docId);
  if (chunk === undefined || page === undefined) return undefined;
  const others = (own.length > 0 ? own : chunks).filter(({ id }) => id !== chunk.id).map(({ id }) => id);
  return { chunk, page, byPage: "label", bySection: "anchor", isSure: own.length === 1, others };
}

/** A member of what has a section of its own: documentation that is made of the program describes it there. */
async function aroundMember(
  sources: LabelSources,
  label: string,
  origin: LinkingPage | undefined,
): Promise<FoundLabel | undefined> {
  const around = /^(\w+(?:\.\w+)*)\.\w+$/.exec(label)?.[1];
  if (around === undefined || !/\p{Lu}/u.test(around)) return undefined;
  const found = await findLabel(sources, around, origin);
  return found && { ...found, isSure: false };
}

/**
 * What a program describes is a section, and is often named without its module. No heading has a slug like such a name,
 * unless the name is in small letters: then a section may have it by chance.
 */
async function candidates(
  { catalogue }: LabelSources,
  label: string,
  isOwn: ReadonlySet<unknown>,
): Promise<Candidates> {
  const labels = labelsOf(await catalogue.anchors());
  const slugs = slugsOf(await catalogue.ids());
  const named = labels.get(canonicalLabel(label)) ?? [];
  const exact = named.filter(({ name }) => name === label);
  // Sphinx puts these before the names of terms and modules.
  const prefixed = ["term-", "module-"].flatMap((prefix) => labels.get(canonicalLabel(prefix + label)) ?? [])
    .filter(({ name }) => !name.startsWith("module-") || name.endsWith(label));
  const exactOwn = exact.filter(({ ref }) => isOwn.has(ref));
  // The full name may stand beside the name alone where it is described twice.
  const described = [...slugs.get(`.${label}`) ?? [], ...slugs.get(label) ?? []];
  const isName = slugify(label) !== label || label.includes("_");
  const ofAnchors = async (anchors: readonly ChunkAnchor[]): Promise<readonly IndexedChunk[]> =>
    await catalogue.chunksAt([...new Set(anchors.slice(0, MAX_LABELS).map(({ ref }) => ref))]);
  const ofIds = async (ids: readonly string[] = []): Promise<readonly IndexedChunk[]> =>
    (await Promise.all(ids.slice(0, MAX_LABELS).map((id) => catalogue.find(id)))).filter((chunk) =>
      chunk !== undefined
    );
  const tries: readonly (() => Promise<Candidates>)[] = [
    async () => ({ chunks: await ofAnchors(exactOwn), by: "anchor", isExact: true }),
    async () => ({ chunks: await ofAnchors(exact), by: "anchor", isExact: true }),
    async () => ({ chunks: isName ? await ofIds(described) : [], by: "id", isExact: true }),
    async () => ({ chunks: await ofAnchors(labels.get(`.${label}`) ?? []), by: "anchor", isExact: isName }),
    async () => ({ chunks: await ofAnchors(prefixed), by: "anchor", isExact: true }),
    async () => ({ chunks: await ofAnchors(named), by: "anchor", isExact: true }),
    async () => ({ chunks: await ofIds(described), by: "id", isExact: false }),
    async () => ({ chunks: await ofIds(slugs.get(slugify(label))), by: "id", isExact: false }),
  ];
  for (const attempt of tries) {
    const found = await attempt();
    if (found.chunks.length > 0) return isName ? found : { ...found, isExact: found.isExact && await isOnlyOne(found) };
  }
  return { chunks: [], by: "id", isExact: false };

  /** A role, a directive and a term may have the same name; a link tells only the name. */
  async function isOnlyOne({ chunks }: Candidates): Promise<boolean> {
    const terms = (await ofAnchors(prefixed)).map(({ id }) => id);
    const sections = (await ofIds(described)).filter(({ title }) => title === label).map(({ id }) => id);
    return [...terms, ...sections].every((each) => chunks.some(({ id }) => id === each));
  }
}

/** More places with the same label are not named. */
const MAX_LABELS = 20;
/** The most parts of a name without its module. */
const MAX_ENDS = 8;

const labelled = new WeakMap<readonly ChunkAnchor[], ReadonlyMap<string, readonly ChunkAnchor[]>>();
const slugged = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** Whether an anchor has exactly this name. */
export function isAnchor(anchors: readonly ChunkAnchor[], name: string): boolean {
  return labelsOf(anchors).get(canonicalLabel(name))?.some((anchor) => anchor.name === name) === true;
}

/** The anchors by the form in which labels are compared, and by each of their ends that begins at a dot. */
function labelsOf(anchors: readonly ChunkAnchor[]): ReadonlyMap<string, readonly ChunkAnchor[]> {
  return kept(labelled, anchors, ({ name }) => [canonicalLabel(name), ...dottedEnds(name)]);
}

/** The ids of sections by their slug, and by each of its ends that begins at a dot. */
function slugsOf(ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return kept(slugged, ids, (id) => {
    const at = id.lastIndexOf("#");
    if (at < 0) return [];
    const slug = id.slice(at + 1);
    return [slug, ...dottedEnds(slug)];
  });
}

function dottedEnds(name: string): readonly string[] {
  return [...name.matchAll(/\./g)].slice(-MAX_ENDS).map(({ index }) => name.slice(index));
}

/** A reader gives the same list each time. */
function kept<T>(
  tables: WeakMap<readonly T[], ReadonlyMap<string, readonly T[]>>,
  items: readonly T[],
  keysOf: (item: T) => readonly string[],
): ReadonlyMap<string, readonly T[]> {
  const known = tables.get(items);
  if (known !== undefined) return known;
  const table = grouped(items, keysOf);
  tables.set(items, table);
  return table;
}
