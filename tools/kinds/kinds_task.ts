// Asks the questions of tools/kinds/questions. Run by hand:
//   RA_TEST_DOCS=/path/to/OWNER+NAME[:/another…] npm run test:kinds [-- --lost]
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import { open } from "../../src/workspace.ts";
import { expectationOf, isPage, isSection, type Place, type Question, readQuestions } from "./questions.ts";
import { createFts5Sections } from "./fts5_sections.ts";
import { inCells } from "./notebook_cells.ts";

const QUESTIONS = fileURLToPath(new URL("questions", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const SHOWN = 5;
const isVerbose = process.argv.includes("--lost");

/** How many of the questions have what is right first, and among the first five. */
interface Figures {
  questions: number;
  pageFirst: number;
  page: number;
  sectionFirst: number;
  section: number;
}

type Answer = (query: string) => Promise<readonly Place[]>;

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
const known = folders.filter((folder) => existsSync(join(QUESTIONS, `${basename(folder)}.tsv`)));
if (known.length === 0) {
  console.error("kinds: set RA_TEST_DOCS to one or more folders with the names of the files in tools/kinds/questions");
  process.exit(2);
}
const sums = new Map<string, Figures>();
for (const folder of known) {
  for (const [name, figures] of await measure(folder)) {
    print(basename(folder), name, figures);
    const sum = sums.get(name) ?? noFigures();
    for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += figures[key];
    sums.set(name, sum);
  }
}
for (const [name, sum] of sums) print("all", name, sum);

async function measure(folder: string): Promise<ReadonlyMap<string, Figures>> {
  const questions = readQuestions(join(QUESTIONS, `${basename(folder)}.tsv`));
  const project = mkdtempSync(join(tmpdir(), "ra-kinds-"));
  try {
    cpSync(folder, project, { recursive: true, filter: (path) => !/[\\/](?:\.git|\.ra)$/.test(path) });
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "init", "-q"], { cwd: project, encoding: "utf8" });
    if (status !== 0) throw new Error(`ra init: ${stderr}`);
    const config = readFileSync(join(project, ".ra.toml"), "utf8");
    const out = new Map<string, Figures>();
    out.set("ra init", await ask(questions, project, await answerOfRa(project, questions.name, "ra init")));
    // The folder of each tree alone.
    writeFileSync(join(project, ".ra.toml"), (config.match(/^(?:\[tree\.[^.\]]+\]|path = .*)$/gm) ?? []).join("\n"));
    out.set("ra", await ask(questions, project, await answerOfRa(project, questions.name, "ra")));
    out.set("fts5", await ask(questions, project, await answerOfFts5(project)));
    return out;
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

async function answerOfRa(project: string, name: string, variant: string): Promise<Answer> {
  const workspace = await open(project, { home: null });
  const roots = new Map(workspace.config.trees.map((tree) => [tree.name, relative(project, tree.path)]));
  return async (query) => {
    const { queries: [entry] } = await workspace.search([query], { limit: SHOWN, list: true });
    const places = entry!.results.map(({ tree, path, start_line: first, end_line: last, source }) => {
      const place = { path: join(roots.get(tree)!, path), first, last };
      return source?.unit === "cell" ? inCells(place, readFileSync(join(project, place.path))) : place;
    });
    if (isVerbose) {
      console.log(`${name}\t${variant}\t${query}\t${places.map(({ path, first }) => `${path}:${first}`).join(" ")}`);
    }
    return places;
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

async function ask(
  questions: readonly Question[] & { readonly name: string },
  project: string,
  answer: Answer,
): Promise<Figures> {
  const figures = noFigures();
  for (const question of questions) {
    const expected = expectationOf(question, project);
    const places = await answer(question.query);
    const page = places.findIndex((place) => expected.some((one) => isPage(one, place)));
    const section = places.findIndex((place) => expected.some((one) => isSection(one, place)));
    figures.questions += 1;
    figures.pageFirst += Number(page === 0);
    figures.page += Number(page >= 0);
    figures.sectionFirst += Number(section === 0);
    figures.section += Number(section >= 0);
    if (isVerbose && section !== 0) {
      console.log(
        `${questions.name}\tplace ${section + 1}\t${question.query}\t${
          expected.map(({ path, first, last }) => `${path}:${first}-${last}`).join(" ")
        }`,
      );
    }
  }
  return figures;
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
