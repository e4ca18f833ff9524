// Asks the questions of tools/kinds/questions. Run by hand:
//   RA_TEST_DOCS=/path/to/OWNER+NAME[:/another…] npm run test:kinds [-- --lost] [--pool FILE]
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { spawnSync } from "node:child_process";
import { open } from "../../src/workspace.ts";
import { type Expectation, expectationOf, isPage, isSection, type Place, readQuestions } from "./questions.ts";
import { createFts5Sections } from "./fts5_sections.ts";
import { inCells } from "./notebook_cells.ts";
import { poolOf } from "./pool.ts";

const QUESTIONS = fileURLToPath(new URL("questions", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const SHOWN = 5;
const { lost: isVerbose, pool: poolFile } = parseArgs({
  options: { lost: { type: "boolean", default: false }, pool: { type: "string" } },
}).values;

/** How many of the questions have what is right first, and among the first five. */
interface Figures {
  questions: number;
  pageFirst: number;
  page: number;
  sectionFirst: number;
  section: number;
}

type Answer = (query: string) => Promise<readonly Place[]>;

interface Asked {
  readonly expected: readonly Expectation[];
  readonly places: readonly Place[];
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
const known = folders.filter((folder) => existsSync(join(QUESTIONS, `${basename(folder)}.tsv`)));
if (known.length === 0) {
  console.error("kinds: set RA_TEST_DOCS to one or more folders with the names of the files in tools/kinds/questions");
  process.exit(2);
}
const sums = new Map<string, Figures>();
const pool: string[] = [];
for (const folder of known) {
  for (const [name, figures] of await measure(folder)) {
    print(basename(folder), name, figures);
    const sum = sums.get(name) ?? noFigures();
    for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += figures[key];
    sums.set(name, sum);
  }
}
for (const [name, sum] of sums) print("all", name, sum);
if (poolFile !== undefined) writeFileSync(poolFile, pool.map((line) => `${line}\n`).join(""));

async function measure(folder: string): Promise<ReadonlyMap<string, Figures>> {
  const questions = readQuestions(join(QUESTIONS, `${basename(folder)}.tsv`));
  const project = mkdtempSync(join(tmpdir(), "ra-kinds-"));
  try {
    // Links stay as they are written: an absolute one would lead out of the project, where ra reads nothing.
    cpSync(folder, project, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/[\\/](?:\.git|\.ra)$/.test(path),
    });
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "init", "-q"], { cwd: project, encoding: "utf8" });
    if (status !== 0) throw new Error(`ra init: ${stderr}`);
    const config = readFileSync(join(project, ".ra.toml"), "utf8");
    const askAll = async (answer: Answer): Promise<readonly Asked[]> => {
      const asked: Asked[] = [];
      for (const question of questions) {
        asked.push({ expected: expectationOf(question, project), places: await answer(question.query) });
      }
      return asked;
    };
    const withInit = await askAll(await answerOfRa(project));
    // The folder of each tree alone.
    writeFileSync(join(project, ".ra.toml"), (config.match(/^(?:\[tree\.[^.\]]+\]|path = .*)$/gm) ?? []).join("\n"));
    const alone = await askAll(await answerOfRa(project));
    const fts5 = await askAll(await answerOfFts5(project));
    for (const [at, question] of questions.entries()) {
      if (placeOfSection(withInit[at]!) === 0) continue;
      const places = [...withInit[at]!.places, ...fts5[at]!.places];
      pool.push(JSON.stringify(poolOf(questions.name, at + 1, question, places, project)));
    }
    const systems = new Map([["ra init", withInit], ["ra", alone], ["fts5", fts5]]);
    if (isVerbose) {
      for (const [name, asked] of systems) printLost(questions, name, asked);
    }
    return new Map([...systems].map(([name, asked]) => [name, figuresOf(asked)]));
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

async function answerOfRa(project: string): Promise<Answer> {
  const workspace = await open(project, { home: null });
  const roots = new Map(workspace.config.trees.map((tree) => [tree.name, relative(project, tree.path)]));
  return async (query) => {
    const { queries: [entry] } = await workspace.search([query], { limit: SHOWN, list: true });
    return entry!.results.map(({ tree, path, start_line: first, end_line: last, source }) => {
      const place = { path: join(roots.get(tree)!, path), first, last };
      return source?.unit === "cell" ? inCells(place, readFileSync(join(project, place.path))) : place;
    });
  };
}

async function answerOfFts5(project: string): Promise<Answer> {
  const workspace = await open(project, { home: null });
  const roots = new Map(workspace.config.trees.map((tree) => [tree.name, relative(project, tree.path)]));
  const documents = await workspace.list("docs");
  workspace.close();
  const search = await createFts5Sections(project, documents.map(({ tree, path }) => join(roots.get(tree)!, path)));
  return async (query) => search(query, SHOWN);
}

function noFigures(): Figures {
  return { questions: 0, pageFirst: 0, page: 0, sectionFirst: 0, section: 0 };
}

function figuresOf(all: readonly Asked[]): Figures {
  const figures = noFigures();
  for (const asked of all) {
    const page = asked.places.findIndex((place) => asked.expected.some((one) => isPage(one, place)));
    const section = placeOfSection(asked);
    figures.questions += 1;
    figures.pageFirst += Number(page === 0);
    figures.page += Number(page >= 0);
    figures.sectionFirst += Number(section === 0);
    figures.section += Number(section >= 0);
  }
  return figures;
}

function placeOfSection({ expected, places }: Asked): number {
  return places.findIndex((place) => expected.some((one) => isSection(one, place)));
}

/** The questions whose right section is not first, with what stands there and what would be right. */
function printLost(questions: ReturnType<typeof readQuestions>, name: string, all: readonly Asked[]): void {
  for (const [at, asked] of all.entries()) {
    const section = placeOfSection(asked);
    if (section === 0) continue;
    const [found, right] = [asked.places, asked.expected].map((places) =>
      places.map(({ path, first, last }) => `${path}:${first}-${last}`).join(" ")
    );
    console.log(
      [`${questions.name}#${at + 1}`, name, `place ${section + 1}`, questions[at]!.query, found, right].join("\t"),
    );
  }
}

function print(
  documentation: string,
  name: string,
  { questions, pageFirst, page, sectionFirst, section }: Figures,
): void {
  console.log(
    `${documentation.padEnd(36)} ${
      name.padEnd(8)
    } page ${pageFirst} first, ${page} in ${SHOWN}; section ${sectionFirst} first, ${section} in ${SHOWN}; of ${questions}`,
  );
}
