/**
 * `bun tools/words/questions_task.ts [--engine NAME=DIR] [--misses] FOLDER…`: asks ra and its rivals the questions of
 * `questions/LANGUAGE.tsv` about documentations in that language. A folder has the name of its language, and its pages
 * lie as they do in the repository that `questions/README.md` names.
 */
import { readFileSync } from "node:fs";
import { createFts5, createMiniSearch } from "../relevance/rivals.ts";
import { answerAll, type Answered, type Case } from "./cases.ts";
import { readDocumentation } from "./documentation.ts";
import { anyTrigram, createFts5Table } from "./fts5_table.ts";
import { missList } from "./misses.ts";
import { outcomeTable } from "./outcome_table.ts";
import { readOptions } from "./words_options.ts";

/** Reads the questions about a documentation. Paths are those of Markdown: MDX counts as Markdown. */
function questionsIn(language: string): readonly Case[] {
  const file = new URL(`questions/${language}.tsv`, import.meta.url);
  return readFileSync(file, "utf8").trim().split("\n").slice(1).map((line) => {
    const [query = "", pages = ""] = line.split("\t");
    return { query, groups: { language }, right: new Set(pages.replaceAll(/\.mdx\b/g, ".md").split("|")) };
  });
}

const { folders, engines, misses } = readOptions("questions_task", 1);
const answers: Answered[] = [];
for (const folder of folders) {
  const documentation = await readDocumentation(folder);
  answers.push(
    ...await answerAll(documentation, questionsIn(documentation.name), engines, [
      (sections) => createFts5(sections, true),
      (sections) => createFts5Table(sections, { name: "fts5 trigram", tokenize: "trigram", match: anyTrigram }),
      createMiniSearch,
    ]),
  );
}
const languages = [...new Set(answers.map(({ documentation }) => documentation))];
console.log(outcomeTable("language", answers, languages, ({ documentation }) => documentation));
if (misses) console.log(`\n${missList(answers, engines[0]!.name)}`);
