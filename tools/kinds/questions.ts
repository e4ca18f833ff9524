/** The questions, and what answers them. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { outlineOf } from "./headings.ts";

export interface Question {
  readonly kind: string;
  readonly query: string;
  /** A page and a heading in it, or nothing for the page itself. */
  readonly answers: readonly { readonly path: string; readonly heading: string }[];
}

/** Lines of a file or cells of a notebook, from 1, both included. */
export interface Place {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** The section that answers. */
export interface Expectation extends Place {
  /** The line or the cell of the heading; 0 for the page itself. */
  readonly first: number;
}

export function readQuestions(file: string): readonly Question[] & { readonly name: string } {
  const questions = readFileSync(file, "utf8").trimEnd().split("\n").slice(1).map((line) => {
    const [kind = "", query = "", paths = "", headings = ""] = line.split("\t");
    const each = headings.split("|");
    return { kind, query, answers: paths.split("|").map((path, at) => ({ path, heading: each[at] ?? "" })) };
  });
  return Object.assign(questions, { name: basename(file, ".tsv") });
}

/** A heading that stands several times in a page counts each time. */
export function expectationOf({ answers }: Question, project: string): readonly Expectation[] {
  return answers.flatMap(({ path, heading }) => {
    if (heading === "") return [{ path, first: 0, last: 0 }];
    const { lines, headings } = outlineOf(path, readFileSync(join(project, path), "utf8"));
    const found = headings.filter(({ text }) => text === heading.trim());
    if (found.length === 0) throw new Error(`${path} has no heading ${JSON.stringify(heading)}`);
    return found.map(({ at, end }) => ({ path, first: lines[at]!.place, last: lines[end - 1]!.place }));
  });
}

export function isPage(expected: Expectation, place: Place): boolean {
  return place.path === expected.path;
}

/** A result of several sections holds the heading; one below the heading does not. */
export function isSection(expected: Expectation, place: Place): boolean {
  if (!isPage(expected, place)) return false;
  return expected.first === 0 || (place.first <= expected.first && expected.first <= place.last);
}
