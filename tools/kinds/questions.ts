/** The questions, and what answers them. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

export interface Question {
  readonly kind: string;
  readonly query: string;
  /** A page and a heading in it, or nothing for the page itself. */
  readonly answers: readonly { readonly path: string; readonly heading: string }[];
}

/** Lines of a file, from 1, both included. */
export interface Place {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

/** Where an answer begins. */
export interface Expectation {
  readonly path: string;
  /** The line of the heading; 0 for the page itself. */
  readonly line: number;
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
    if (heading === "") return [{ path, line: 0 }];
    const lines = readFileSync(join(project, path), "utf8").split(/\r?\n/);
    const found = lines.flatMap((line, at) =>
      line.replace(/^#{1,6}[ \t]+/, "").trim() === heading.trim() && line.startsWith("#")
        ? [{ path, line: at + 1 }]
        : []
    );
    if (found.length === 0) throw new Error(`${path} has no heading ${JSON.stringify(heading)}`);
    return found;
  });
}

export function isPage(expected: Expectation, place: Place): boolean {
  return place.path === expected.path;
}

/** A result of several sections holds the heading; one below the heading does not. */
export function isSection(expected: Expectation, place: Place): boolean {
  if (!isPage(expected, place)) return false;
  return expected.line === 0 || (place.first <= expected.line && expected.line <= place.last);
}
