/** `ra rag eval` and `ra rag compare` */
import { RaError } from "../../errors.ts";
import { evaluationPage } from "../../output/html/evaluation_page.ts";
import { formatJson } from "../../output/json.ts";
import { formatComparison, formatEvaluation } from "../../output/text/evaluation_text.ts";
import { type RagConfig, ragConfigPath, readRagConfig } from "../../sources/config/rag_config.ts";
import { openPlaces, type RagPlaces } from "../../sources/places/rag_places.ts";
import { readEarlierRun } from "../../evaluate/baseline.ts";
import { compare } from "../../evaluate/compare.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { requireAttached, requireNamedFile } from "../../evaluate/named_files.ts";
import { readQuestions, readScenarios } from "../../evaluate/scenarios.ts";
import { requireFolders } from "../../sources/requirements.ts";
import { joinPath } from "../../text/paths.ts";
import type { RagFlags } from "../commands/rag.ts";
import type { RagEvalFlags } from "../commands/rag_answer.ts";
import type { Invocation } from "../invocation.ts";
import { createProgressLine } from "./progress_line.ts";
import { inFormat } from "./in_format.ts";

/** Ends with exit code 1 if a scenario fails. Throws what reading the files and retrieving throw, and `key-refused`. */
export async function evaluateRag(
  invocation: Invocation,
  [file]: [file: string],
  { html, baseline, ...flags }: RagEvalFlags,
): Promise<number> {
  const { fs, directory, home = null, warn, quiet, palette, print } = invocation;
  const { config, places } = readConfig(invocation, flags);
  const named = namedPath(invocation, file);
  const scenarios = readScenarios(fs, named);
  if (!invocation.trust) requireAttached({ fs, home, mayRead: places.mayRead }, named, scenarios);
  const earlier = baseline === undefined ? undefined : readEarlierRun(fs, namedPath(invocation, baseline));
  if (html !== undefined) requireWritable(invocation, html);
  const line = createProgressLine(quiet);
  const report = await evaluate(config, scenarios, {
    file,
    earlier,
    onScenario: ({ id }, at) => line.show(`${at + 1} of ${scenarios.length}: ${id}`),
  }, { fs: places.fs, home, warn }).finally(line.clear);
  if (html !== undefined) fs.writeFile(joinPath(directory, html), new TextEncoder().encode(evaluationPage(report)));
  print(inFormat(flags.format, { json: () => formatJson(report), text: () => formatEvaluation(report, palette) }));
  return report.summary.failed === 0 ? 0 : 1;
}

/** Throws what reading the files, retrieving and generating throw. */
export async function compareRag(invocation: Invocation, [file]: [file: string], flags: RagFlags): Promise<void> {
  const { fs, home = null, warn, quiet, verbose, palette, print, columns } = invocation;
  const { config, places } = readConfig(invocation, flags);
  const questions = readQuestions(fs, namedPath(invocation, file));
  const line = createProgressLine(quiet);
  const report = await compare(config, questions, {
    file,
    onQuestion: (question, at) =>
      line.show(`question ${at + 1} of ${questions.length}${verbose ? `: ${question}` : ""}`),
  }, { fs: places.fs, home, warn }).finally(line.clear);
  print(
    inFormat(flags.format, { json: () => formatJson(report), text: () => formatComparison(report, columns, palette) }),
  );
}

interface RagPaths {
  readonly config: RagConfig;
  readonly places: RagPlaces;
}

function readConfig(invocation: Invocation, flags: RagFlags): RagPaths {
  const { fs, directory, home = null, trust } = invocation;
  const config = readRagConfig(fs, ragConfigPath(directory, flags.config), home);
  const places = openPlaces(fs, config, home, trust);
  requireFolders(places.fs, config);
  return { config, places };
}

/** Throws `place-refused` for a link that leads out of its project. */
function namedPath(invocation: Invocation, file: string): string {
  const { fs, directory, home = null, trust } = invocation;
  const path = joinPath(directory, file);
  if (!trust) requireNamedFile({ fs, home }, path);
  return path;
}

/** A run may take minutes, so its page is tried first. */
function requireWritable({ fs, directory }: Invocation, html: string): void {
  const path = joinPath(directory, html);
  if (fs.stat(path)?.kind === "directory") {
    throw new RaError("usage", `--html: ${html} is a folder`, { hint: "name a file" });
  }
  const bytes = fs.readFile(path) ?? new Uint8Array();
  fs.writeFile(path, bytes);
}
