/** Copies the pages of each language to a folder of its own: `bun copy_pages_task.ts CHECKOUTS TARGET`. */
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expectationOf, type Question, readQuestions } from "../kinds/questions.ts";

const HERE = import.meta.dirname;
/** The language of the pages that answer the questions of `across`. */
const ENGLISH = "en";

interface Documentation {
  readonly language: string;
  /** The checkout, in a folder named after owner and repository. */
  readonly checkout: string;
  /** The folder of the language. */
  readonly folder: string;
  readonly pages: readonly string[];
}

const [checkouts, target] = process.argv.slice(2);
if (checkouts === undefined || target === undefined) {
  throw new Error("Name the folder of the checkouts and the target.");
}

for (const { language, checkout, folder, pages } of readDocumentations()) {
  for (const page of pages) {
    const path = join(checkout, folder, page);
    cpSync(join(checkouts, path), join(target, language, path));
  }
  console.log(`${language}: ${pages.length} pages of ${checkout}`);
}
for (const half of ["open", "kept"]) {
  for (const set of ["within", "across"]) {
    for (const name of readdirSync(join(HERE, half, set))) {
      const folder = join(target, set === "across" ? ENGLISH : name.slice(0, 2));
      const questions = readQuestions(join(HERE, half, set, name));
      for (const question of questions) checkAnswers(question, folder);
      console.log(`${half}/${set}/${name}: ${questions.length} questions, whose answers are there`);
    }
  }
}

function readDocumentations(): readonly Documentation[] {
  return linesOf("documentations.tsv").slice(1).map((line) => {
    const [language = "", repository = "", , folder = "", list = ""] = line.split("\t");
    return { language, checkout: repository.replace("/", "+"), folder, pages: linesOf(join("pages", list)) };
  });
}

/** Throws when a page or a heading is not there. */
function checkAnswers(question: Question, folder: string): void {
  for (const { path } of question.answers) {
    if (!existsSync(join(folder, path))) throw new Error(`${path} is not among the pages`);
  }
  expectationOf(question, folder);
}

function linesOf(name: string): readonly string[] {
  return readFileSync(join(HERE, name), "utf8").trimEnd().split("\n");
}
