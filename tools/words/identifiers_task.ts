/**
 * `bun tools/words/identifiers_task.ts [--engine NAME=DIR] [--misses] FOLDER…`: asks ra and its rivals for identifiers
 * and names with signs, as they stand in documentations. A page is right if it holds the identifier as typed, in
 * its text or in its path.
 */
import { createFts5, createMiniSearch } from "../relevance/rivals.ts";
import { answerAll, type Answered, type Case } from "./cases.ts";
import { type Documentation, readDocumentation, textByPage } from "./documentation.ts";
import { drawEvenly, shuffled } from "./draw.ts";
import { createFts5Table, quoted } from "./fts5_table.ts";
import { CLASSES, holds, identifiersOf } from "./identifiers.ts";
import { missList } from "./misses.ts";
import { outcomeTable } from "./outcome_table.ts";
import { readOptions } from "./words_options.ts";

/** An identifier on more pages than this is too easy to find. */
const MAX_PAGES = 10;

interface DocumentedCase extends Case {
  readonly documentation: Documentation;
}

/** Finds at most `count` identifiers of each class on few pages of a documentation, by chance. */
function candidatesOf(
  documentation: Documentation,
  count: number,
  seed: string,
): ReadonlyMap<string, DocumentedCase[]> {
  const pages = new Map<string, Map<string, number>>(Object.keys(CLASSES).map((name) => [name, new Map()]));
  for (const text of textByPage(documentation).values()) {
    for (const [name, identifiers] of identifiersOf(text)) {
      const known = pages.get(name)!;
      for (const identifier of identifiers) known.set(identifier, (known.get(identifier) ?? 0) + 1);
    }
  }
  return new Map([...pages].map(([name, known]) => {
    const rare = [...known].filter(([, held]) => held <= MAX_PAGES).map(([identifier]) => identifier).sort();
    const cases: DocumentedCase[] = [];
    for (const query of shuffled(rare, `${seed} ${documentation.name} ${name}`)) {
      if (cases.length === count) break;
      // A page of that name is what somebody means who types its path.
      const right = new Set(
        documentation.documents.filter(({ path, markdown }) => holds(`${path}\n${markdown}`, query)).map(({ id }) =>
          id
        ),
      );
      // Markup may have kept a part of it apart, or it stands inside longer ones on more pages.
      if (right.size === 0 || right.size > MAX_PAGES) continue;
      cases.push({ documentation, query, groups: { class: name }, right });
    }
    return [name, cases];
  }));
}

const { folders, engines, count, seed, misses } = readOptions("identifiers_task", 500);
const documentations: Documentation[] = [];
for (const folder of folders) documentations.push(await readDocumentation(folder));
const names = Object.keys(CLASSES);
const share = Math.floor(count / names.length);
const candidates = documentations.map((documentation) => candidatesOf(documentation, share + 1, seed));
const cases = names.flatMap((name, at) => {
  const wanted = share + (at < count % names.length ? 1 : 0);
  const drawn = drawEvenly(candidates.map((found) => found.get(name)!), wanted);
  if (drawn.length < wanted) console.log(`${name}: only ${drawn.length} of ${wanted}\n`);
  return drawn;
});
const answers: Answered[] = [];
for (const documentation of documentations) {
  const own = cases.filter((one) => one.documentation === documentation);
  answers.push(
    ...await answerAll(documentation, own, engines, [
      (sections) => createFts5(sections, true),
      (sections) => createFts5Table(sections, { name: "fts5 phrase", tokenize: "porter unicode61", match: quoted }),
      (sections) => createFts5Table(sections, { name: "fts5 trigram phrase", tokenize: "trigram", match: quoted }),
      createMiniSearch,
    ]),
  );
}
console.log([
  outcomeTable("class", answers, ["all"], () => "all"),
  outcomeTable("class", answers, names, ({ asked }) => asked.groups["class"]!),
  outcomeTable("documentation", answers, documentations.map(({ name }) => name), ({ documentation }) => documentation),
].join("\n\n"));
if (misses) console.log(`\n${missList(answers, engines[0]!.name)}`);
