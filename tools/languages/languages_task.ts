/**
 * `bun tools/languages/languages_task.ts [--set open|kept] [--model NAME] [--weight W]… [--lost] TARGET`: asks the
 * questions of a set over the pages that `copy_pages_task.ts` has put in TARGET, by words alone and with each weight of
 * meaning. A line tells how many questions have a right page and section first, and among the first five.
 */
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { expectationOf, isPage, isSection, type Place, type Question, readQuestions } from "../kinds/questions.ts";
import { open, type SearchOptions, type Workspace } from "../../src/workspace.ts";

const LANGUAGES = ["de", "es", "fr", "ja", "ko", "ru", "th", "zh"];
const SHOWN = 5;
const { values, positionals: [target] } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string", default: "open" },
    model: { type: "string" },
    weight: { type: "string", multiple: true, default: [] },
    floor: { type: "string" },
    lost: { type: "boolean", default: false },
  },
});
if (target === undefined) {
  console.error("languages_task: name the folder that copy_pages_task.ts has filled");
  process.exit(2);
}

interface Way {
  readonly name: string;
  readonly options: SearchOptions;
}

const ways: readonly Way[] = [
  { name: "words", options: { lexical: true } },
  ...values.weight.map((weight) => ({ name: `weight ${weight}`, options: { weight: Number(weight) } })),
];

/** Page first, page among the first five, section first, section among the first five. */
type Counts = readonly [number, number, number, number];

const sums = new Map<string, Counts>();
for (const [part, folderOf] of [["within", (language: string) => language], ["across", () => "en"]] as const) {
  for (const language of LANGUAGES) {
    const file = fileURLToPath(new URL(`${values.set}/${part}/${language}.tsv`, import.meta.url));
    const questions = readQuestions(file);
    const project = join(target, folderOf(language));
    const workspace = await openPages(project);
    for (const way of ways) {
      const counts = await ask(workspace, project, questions, way);
      print(`${part} ${language}`, way.name, questions.length, counts);
      const sum = sums.get(`${part}\t${way.name}`) ?? [0, 0, 0, 0];
      sums.set(`${part}\t${way.name}`, sum.map((value, at) => value + counts[at]!) as unknown as Counts);
    }
    workspace.close();
  }
}
for (const [key, counts] of sums) {
  const [part = "", name = ""] = key.split("\t");
  print(part, name, undefined, counts);
}

async function openPages(project: string): Promise<Workspace> {
  const { model } = values;
  const floor = values.floor === undefined ? {} : { floor: Number(values.floor) };
  const workspace = await open(project, {
    config: {
      tree: { pages: { path: "." } },
      ...(model === undefined ? {} : { semantic: { enabled: true, model, ...floor } }),
    },
    onWarning: ({ message }) => console.error(message),
  });
  await workspace.update();
  return workspace;
}

async function ask(workspace: Workspace, project: string, questions: readonly Question[], way: Way): Promise<Counts> {
  const counts = [0, 0, 0, 0];
  for (const question of questions) {
    const { queries: [entry] } = await workspace.search(question.query, { ...way.options, limit: SHOWN });
    const places = (entry?.results ?? []).map(({ path, start_line, end_line }): Place => ({
      path,
      first: start_line,
      last: end_line,
    }));
    const expected = expectationOf(question, project);
    const isRight = (is: typeof isPage, place: Place | undefined): boolean =>
      place !== undefined && expected.some((each) => is(each, place));
    [isPage, isSection].forEach((is, at) => {
      counts[2 * at]! += Number(isRight(is, places[0]));
      counts[2 * at + 1]! += Number(places.some((place) => isRight(is, place)));
    });
    if (values.lost && !places.some((place) => isRight(isPage, place))) {
      console.log(`  ${way.name}: ${question.query} → ${question.answers[0]?.path}`);
    }
  }
  return counts as unknown as Counts;
}

function print(part: string, name: string, questions: number | undefined, counts: Counts): void {
  const of = questions === undefined ? "" : ` of ${questions}`;
  const [pageFirst, page, sectionFirst, section] = counts;
  console.log(
    `${part.padEnd(20)}${name.padEnd(14)}page ${pageFirst} / ${page}, section ${sectionFirst} / ${section}${of}`,
  );
}
