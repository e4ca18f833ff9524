/**
 * `bun tools/words/typos_task.ts [--engine NAME=DIR] FOLDER…`: asks ra and its rivals for misspelt words of
 * documentations. A page is right if it holds the word that was meant; the columns of any form also take one that holds
 * another form of it.
 */
import { answerAll, type Answered, type Case } from "./cases.ts";
import { readDocumentation } from "./documentation.ts";
import { drawEvenly, shuffled } from "./draw.ts";
import { missList } from "./misses.ts";
import { outcomeTable } from "./outcome_table.ts";
import { createFuzzyMiniSearch, createTrigrams } from "./typo_rivals.ts";
import { createStemPages } from "./stem_pages.ts";
import { MISTAKE_KINDS, typoOf } from "./typos.ts";
import { type Vocabulary, vocabularyOf } from "./vocabulary.ts";
import { readOptions } from "./words_options.ts";

/** A range of numbers, up to the next one. */
interface Range {
  readonly name: string;
  readonly from: number;
}

const LENGTHS: readonly Range[] = [
  { name: "4–5", from: 4 },
  { name: "6–7", from: 6 },
  { name: "8–11", from: 8 },
  { name: "12+", from: 12 },
];
const PAGES: readonly Range[] = [{ name: "1–2", from: 1 }, { name: "3–10", from: 3 }, { name: "11+", from: 11 }];

const rangeOf = (ranges: readonly Range[], value: number): string => ranges.findLast(({ from }) => value >= from)!.name;

/** Draws words evenly by length and number of pages, and makes one typo of each. Every kind has the same share. */
function casesOf(
  { holders, prose }: Vocabulary,
  pagesOf: (word: string) => ReadonlySet<string>,
  count: number,
  seed: string,
): readonly Case[] {
  const isWord = (text: string): boolean => holders.has(text);
  const cells = LENGTHS.flatMap(({ name: length }) =>
    PAGES.map(({ name: pages }) => {
      const words = prose.filter((word) =>
        rangeOf(LENGTHS, word.length) === length && rangeOf(PAGES, holders.get(word)!.size) === pages
      );
      return shuffled(words, `${seed} ${length} ${pages}`).flatMap((word, at): readonly Case[] => {
        const kind = MISTAKE_KINDS[at % MISTAKE_KINDS.length]!;
        const query = typoOf(word, kind, `${seed} ${word}`, isWord);
        const groups = { length, pages, typo: kind, word };
        return query === undefined ? [] : [{ query, groups, right: holders.get(word)! }];
      });
    })
  );
  return drawEvenly(cells, count).map((one) => ({
    ...one,
    anyForm: new Set([...one.right, ...pagesOf(one.groups["word"]!)]),
  }));
}

const { folders, engines, count, seed, misses } = readOptions("typos_task", 5000);
const answers: Answered[] = [];
for (const [at, folder] of folders.entries()) {
  const documentation = await readDocumentation(folder);
  const own = Math.floor((count * (at + 1)) / folders.length) - Math.floor((count * at) / folders.length);
  const pagesOf = await createStemPages(documentation.documents);
  const cases = casesOf(vocabularyOf(documentation), pagesOf, own, `${seed} ${documentation.name}`);
  answers.push(...await answerAll(documentation, cases, engines, [createFuzzyMiniSearch, createTrigrams]));
}
const tables = [
  outcomeTable("total", answers, ["all"], () => "all"),
  outcomeTable(
    "documentation",
    answers,
    [...new Set(answers.map(({ documentation }) => documentation))],
    (answer) => answer.documentation,
  ),
  outcomeTable("letters", answers, LENGTHS.map(({ name }) => name), ({ asked }) => asked.groups["length"]!),
  outcomeTable("pages", answers, PAGES.map(({ name }) => name), ({ asked }) => asked.groups["pages"]!),
  outcomeTable("typo", answers, MISTAKE_KINDS, ({ asked }) => asked.groups["typo"]!),
];
console.log(tables.join("\n\n"));
if (misses) console.log(`\n${missList(answers, engines[0]!.name)}`);
