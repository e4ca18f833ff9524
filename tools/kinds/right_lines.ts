/** Lines by which a section is known in any answer: those that stand in no other place of the documents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Expectation } from "./questions.ts";

/** A shorter line may stand anywhere. */
const MIN_LENGTH = 20;

export interface Lines {
  readonly ofFile: ReadonlyMap<string, readonly string[]>;
  /** How often each line stands in the documents. */
  readonly counts: ReadonlyMap<string, number>;
}

export function linesOf(project: string, paths: readonly string[]): Lines {
  const ofFile = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  for (const path of paths) {
    const lines = readFileSync(join(project, path), "utf8").split("\n").map((line) => line.replace(/\s+/g, " ").trim());
    ofFile.set(path, lines);
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return { ofFile, counts };
}

/** The lines of the sections that answer, their headings included. */
export function rightLines(expected: readonly Expectation[], { ofFile, counts }: Lines): ReadonlySet<string> {
  const right = new Set<string>();
  for (const { path, first, last } of expected) {
    const lines = ofFile.get(path) ?? [];
    for (const line of first === 0 ? lines : lines.slice(first - 1, last)) {
      if (line.length >= MIN_LENGTH && counts.get(line) === 1) right.add(line);
    }
  }
  return right;
}
