/** Reads the scenarios that `ra rag eval` runs, and the questions that `ra rag compare` asks. */
import { z } from "zod";
import { RaError } from "../errors.ts";
import type { FileSystem } from "../host/file_system.ts";
import { compileGlob } from "../text/globs.ts";
import { fileName, joinPath, parentPath } from "../text/paths.ts";
import type { Problem } from "../sources/config/problems.ts";
import { valueAt } from "../sources/config/problems.ts";
import { readChecked } from "../sources/config/read_checked.ts";

const text = z.string().min(1);
const glob = text.refine((value) => {
  try {
    compileGlob(value);
    return true;
  } catch {
    return false;
  }
}, "is not a valid glob");

const Expectation = z.strictObject({
  sources: z.array(text).default([]),
  paths: z.array(glob).default([]),
  says: z.array(text).default([]),
  not_says: z.array(text).default([]),
  no_answer: z.boolean().default(false),
  max_tokens: z.int().positive().optional(),
}).prefault({});

const ScenarioFile = z.strictObject({
  scenarios: z.array(z.strictObject({
    id: text,
    question: text,
    attach: z.array(text).default([]),
    expect: Expectation,
  })).min(1),
});

export type Expected = z.output<typeof Expectation>;

export interface Scenario {
  readonly id: string;
  readonly question: string;
  /** Absolute. */
  readonly attach: readonly string[];
  readonly expect: Expected;
}

const MAX_BYTES = 1024 * 1024;

/** Throws `config-missing`, `config-syntax`, `config-value` and `config-key`. */
export function readScenarios(fs: FileSystem, path: string): readonly Scenario[] {
  const { scenarios } = readChecked(fs, path, ScenarioFile, {
    hint: "docs/evaluation.md shows one",
    alsoWrong: crossProblems,
  });
  return scenarios.map((scenario) => ({
    ...scenario,
    attach: scenario.attach.map((place) => joinPath(parentPath(path), place)),
  }));
}

function crossProblems(file: unknown): readonly Problem[] {
  const scenarios = valueAt(file, ["scenarios"]);
  if (!Array.isArray(scenarios)) return [];
  const seen = new Map<unknown, number>();
  return scenarios.flatMap((scenario: unknown, index): readonly Problem[] => {
    const problems: Problem[] = [];
    const id = valueAt(scenario, ["id"]);
    const first = seen.get(id);
    if (typeof id === "string" && first !== undefined) {
      problems.push({ at: ["scenarios", index, "id"], what: "value", message: `is that of scenarios[${first}] too` });
    }
    seen.set(id, first ?? index);
    const expect = valueAt(scenario, ["expect"]);
    const hasAnswer = ["sources", "paths", "says", "max_tokens"].some((key) => valueAt(expect, [key]) !== undefined);
    if (valueAt(expect, ["no_answer"]) === true && hasAnswer) {
      problems.push({
        at: ["scenarios", index, "expect", "no_answer"],
        what: "key",
        message: "expects no answer, and other keys expect one",
      });
    }
    return problems;
  });
}

/** The questions of scenarios, or of a text with one on each line. Throws what {@link readScenarios} throws. */
export function readQuestions(fs: FileSystem, path: string): readonly string[] {
  if (/\.ya?ml$/i.test(path)) return readScenarios(fs, path).map(({ question }) => question);
  const bytes = fs.readFile(path, { most: MAX_BYTES });
  if (bytes === undefined) {
    throw new RaError("config-missing", `there is no ${fileName(path)}`, {
      path,
      hint: "it has one question on each line, or scenarios in YAML",
    });
  }
  const questions = new TextDecoder().decode(bytes).split(/\r?\n/).map((line) => line.trim()).filter((line) =>
    line !== "" && !line.startsWith("#")
  );
  if (questions.length === 0) throw new RaError("config-value", "there is no question in the file", { path });
  return questions;
}
