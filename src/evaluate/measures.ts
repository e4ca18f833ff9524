/** How well rows and citations meet what a scenario expects. */
import { compileGlob } from "../text/globs.ts";
import type { Expected } from "./scenarios.ts";

/** What a row and a citation have in common. */
export interface FilePlace {
  readonly source_id: string;
  readonly path: string;
  /** Of a chunk. It has the name of the text that was made of a document or a page. */
  readonly id?: string;
  /** Of a page. */
  readonly url?: string | null;
}

export interface Measures {
  readonly ndcg: number | null;
  readonly recall: number | null;
  readonly citation_precision: number | null;
  readonly citation_recall: number | null;
}

/** A path or source that is expected. */
export interface ExpectedPlace {
  readonly name: string;
  readonly is: (place: FilePlace) => boolean;
}

const DEPTH = 10;

/** What stands behind a path where rows and citations are printed: lines, and pages. */
const SPAN = /:\d+-\d+(?: \(pages? [\d-]+\))?$/;

/** A path as rows and citations print it, or a glob. Either may begin with the source's id and a colon. */
export function expectedPaths({ paths }: Expected): readonly ExpectedPlace[] {
  return paths.map((name) => {
    const matches = compileGlob(name);
    const written = [name, name.replace(SPAN, "")];
    const colon = name.indexOf(":");
    const [source, below] = [name.slice(0, Math.max(0, colon)), compileGlob(name.slice(colon + 1))];
    const is = (place: FilePlace): boolean => {
      const names = namesOf(place);
      return names.some((known) => written.includes(known) || matches(known)) ||
        (source === place.source_id && names.some(below));
    };
    return { name, is };
  });
}

/** A page of a site begins with a slash, which a glob leaves out. */
function namesOf({ source_id, path, id, url }: FilePlace): readonly string[] {
  const document = id?.replace(/#.*$/s, "") ?? `${source_id}:${path}`;
  const text = document.startsWith(`${source_id}:`) ? document.slice(source_id.length + 1) : document;
  const bare = [path, path.replace(/^\/+/, ""), text];
  return [...bare, ...bare.map((name) => `${source_id}:${name}`), ...(url === undefined || url === null ? [] : [url])];
}

export function expectedSources({ sources }: Expected): readonly ExpectedPlace[] {
  return sources.map((name) => ({ name, is: ({ source_id }) => source_id === name }));
}

/** Paths are measured, or sources where no path is expected. */
export function measuredPlaces(expected: Expected): readonly ExpectedPlace[] {
  const paths = expectedPaths(expected);
  return paths.length > 0 ? paths : expectedSources(expected);
}

/** `rows` are best first. */
export function measure(expected: Expected, rows: readonly FilePlace[], citations: readonly FilePlace[]): Measures {
  const places = measuredPlaces(expected);
  if (places.length === 0) return { ndcg: null, recall: null, citation_precision: null, citation_recall: null };
  const good = citations.filter((citation) => places.some(({ is }) => is(citation))).length;
  return {
    ndcg: ndcg(places, rows),
    recall: shareFound(places, rows),
    citation_precision: citations.length === 0 ? null : good / citations.length,
    citation_recall: shareFound(places, citations),
  };
}

function shareFound(places: readonly ExpectedPlace[], among: readonly FilePlace[]): number {
  return places.filter(({ is }) => among.some(is)).length / places.length;
}

/**
 * Normalised discounted cumulative gain (Järvelin and Kekäläinen, 2002) of the first ten rows. A row gains 1 when it is
 * the first one of a place; a further row of the same place gains nothing.
 */
function ndcg(places: readonly ExpectedPlace[], rows: readonly FilePlace[]): number {
  const left = new Set(places);
  let gained = 0;
  for (const [at, row] of rows.slice(0, DEPTH).entries()) {
    const place = [...left].find(({ is }) => is(row));
    if (place === undefined) continue;
    left.delete(place);
    gained += 1 / Math.log2(at + 2);
  }
  const ideal = places.slice(0, DEPTH).reduce((sum, _, at) => sum + 1 / Math.log2(at + 2), 0);
  return gained / ideal;
}

/** The mean of each measure over those that have it. */
export function meanMeasures(all: readonly Measures[]): Measures {
  const mean = (key: keyof Measures): number | null => {
    const values = all.flatMap((one) => one[key] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return {
    ndcg: mean("ndcg"),
    recall: mean("recall"),
    citation_precision: mean("citation_precision"),
    citation_recall: mean("citation_recall"),
  };
}
