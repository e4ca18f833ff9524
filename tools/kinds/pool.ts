/** Candidates for someone who judges answers without knowing which system gave them. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { outlineOf } from "./headings.ts";
import type { Place, Question } from "./questions.ts";

/** A line of the pool. */
interface Pooled {
  /** The documentation and the number of the question in its file, from 1. */
  readonly id: string;
  readonly documentation: string;
  readonly kind: string;
  readonly query: string;
  readonly candidates: readonly Candidate[];
}

/** In notebooks, cells take the place of lines. */
interface Candidate {
  readonly n: number;
  readonly path: string;
  /** As it stands in the file; nothing for the page itself. */
  readonly heading: string;
  readonly start_line: number;
  readonly end_line: number;
}

/**
 * All places of all systems. Those that begin under one heading are one candidate, and the order follows from a hash,
 * so neither length nor order says who found it.
 */
export function poolOf(
  documentation: string,
  number: number,
  { kind, query }: Question,
  places: readonly Place[],
  project: string,
): Pooled {
  const id = `${documentation}#${number}`;
  const found = new Map<string, Omit<Candidate, "n">>();
  for (const place of places) {
    const candidate = candidateOf(place, project);
    const key = `${candidate.path}\t${candidate.start_line}`;
    const other = found.get(key);
    if (other === undefined || other.end_line < candidate.end_line) found.set(key, candidate);
  }
  const candidates = [...found].sort(([one], [other]) => rank(id, one) < rank(id, other) ? -1 : 1)
    .map(([, candidate], at) => ({ n: at + 1, ...candidate }));
  return { id, documentation, kind, query, candidates };
}

/** The section of the last heading at or before the place's first line, as long as the place or longer. */
function candidateOf({ path, first, last }: Place, project: string): Omit<Candidate, "n"> {
  const { lines, headings } = outlineOf(path, readFileSync(join(project, path), "utf8"));
  // The last line of frontmatter has a line of dashes below, as headings have.
  const isFence = ({ text }: { readonly text: string }): boolean => text.trimEnd() === "---";
  const frontmatter = lines[0] !== undefined && isFence(lines[0])
    ? lines.findIndex((line, at) => at > 0 && isFence(line))
    : -1;
  const heading = headings.findLast(({ at }) => at > frontmatter && lines[at]!.place <= first);
  if (heading === undefined) return { path, heading: "", start_line: 1, end_line: last };
  const { at, end, text } = heading;
  return {
    path,
    heading: text,
    start_line: lines[at]!.place,
    end_line: Math.max(last, lines[end - 1]!.place),
  };
}

function rank(id: string, key: string): string {
  return createHash("sha256").update(`${id}\t${key}`).digest("hex");
}
