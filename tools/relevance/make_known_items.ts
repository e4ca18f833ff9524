/** Makes queries from documents, so that the answer to each query is known. */
import type { Collection, CollectionDocument, EvalQuery } from "./collection.ts";
import { inlineText, isStopWord, paragraphsOf, typed, wordsOf } from "./plain_text.ts";
import { questionFor } from "./question.ts";
import { chosen, randomFor } from "./random.ts";
import { type Section, sectionsOf } from "./sections.ts";

/** A section whose heading occurs only once in the collection. */
interface Target {
  readonly section: Section;
  readonly heading: readonly string[];
  readonly paragraphs: readonly string[];
}

/** Facts about the whole collection. Words are in lower case. */
interface Statistics {
  readonly sections: number;
  /** How many sections hold a word. */
  readonly frequency: ReadonlyMap<string, number>;
  /** How many documents hold a paragraph. */
  readonly paragraphs: ReadonlyMap<string, number>;
}

type MakeQuery = (target: Target, random: () => number, statistics: Statistics) => string | undefined;

const KINDS: Readonly<Record<string, MakeQuery>> = {
  title: titleQuery,
  sentence: sentenceQuery,
  question: questionQuery,
};

const MIN_BODY_WORDS = 30;

/** Makes at most `perKind` queries of each kind. The same documents always give the same queries. */
export async function makeKnownItems(
  documents: readonly CollectionDocument[],
  perKind: number,
): Promise<Omit<Collection, "name">> {
  const sections = await sectionsOf(documents);
  const statistics = statisticsOf(sections);
  const targets = targetsOf(sections);
  const queries: EvalQuery[] = [];
  const answers = new Map<string, Section>();
  for (const [kind, make] of Object.entries(KINDS)) {
    let made = 0;
    for (const target of shuffled(targets, kind)) {
      if (made === perKind) break;
      const text = make(target, randomFor(`${kind} ${target.section.id}`), statistics);
      if (text === undefined) continue;
      const id = `${kind}-${++made}`;
      queries.push({ id, text, kind });
      answers.set(id, target.section);
    }
  }
  return {
    documents,
    queries,
    judgments: new Map([...answers].map(([id, { document }]) => [id, new Map([[document, 1]])])),
    sections: new Map([...answers].map(([id, section]) => [id, section.id])),
  };
}

/** Takes 60 to 100 % of the heading's content words, its stop words, and two or three rare words of the text. */
function titleQuery(
  { heading, paragraphs }: Target,
  random: () => number,
  { frequency, sections }: Statistics,
): string | undefined {
  const content = heading.filter((word) => !isStopWord(word));
  if (content.length < 2) return undefined;
  const kept = new Set(chosen(content, Math.ceil(content.length * (0.6 + 0.4 * random())), random));
  const inHeading = new Set(heading.map((word) => word.toLowerCase()));
  const words = new Set(paragraphs.flatMap(wordsOf).filter((word) => /^\p{L}{4,}$/u.test(word)).map(typed));
  const rare = [...words].filter((word) => {
    const held = frequency.get(word.toLowerCase()) ?? 0;
    return !isStopWord(word) && !inHeading.has(word.toLowerCase()) && held >= 3 && held <= rareUpTo(sections);
  });
  if (rare.length < 2) return undefined;
  return [
    ...heading.filter((word) => isStopWord(word) || kept.has(word)).map(typed),
    ...chosen(rare, random() < 0.5 ? 2 : 3, random),
  ].join(" ");
}

/** A word in more sections than this is not rare. */
function rareUpTo(sections: number): number {
  return Math.max(6, Math.min(100, sections * 0.03));
}

/** Takes a sentence of the first paragraph and drops a third of its words. */
function sentenceQuery({ paragraphs }: Target, random: () => number, statistics: Statistics): string | undefined {
  const first = paragraphs[0];
  if (first === undefined || statistics.paragraphs.get(first) !== 1) return undefined;
  const sentences = first.split(/(?<=[.!?])\s+(?=\p{Lu})/u).map(wordsOf).filter(({ length }) =>
    length >= 9 && length <= 40
  );
  if (sentences.length === 0) return undefined;
  const sentence = sentences[Math.floor(random() * sentences.length)]!;
  const kept = chosen(sentence, Math.ceil((sentence.length * 2) / 3), random);
  // Skips sentences such as "You can start immediately in one of two", which could stand anywhere.
  const telling = kept.filter((word) =>
    !isStopWord(word) && (statistics.frequency.get(word.toLowerCase()) ?? 0) <= rareUpTo(statistics.sections)
  );
  return telling.length < 3 ? undefined : kept.join(" ");
}

function questionQuery({ heading }: Target, _random: () => number, { frequency }: Statistics): string | undefined {
  return questionFor(heading, (word) => frequency.get(word) ?? 0);
}

function statisticsOf(sections: readonly Section[]): Statistics {
  const frequency = new Map<string, number>();
  const paragraphs = new Map<string, number>();
  for (const { title, body } of sections) {
    const prose = paragraphsOf(body);
    for (const paragraph of new Set(prose)) paragraphs.set(paragraph, (paragraphs.get(paragraph) ?? 0) + 1);
    const words = new Set([title, ...prose].flatMap((text) => wordsOf(text).map((word) => word.toLowerCase())));
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  return { sections: sections.length, frequency, paragraphs };
}

function targetsOf(sections: readonly Section[]): readonly Target[] {
  const named = sections.map((section) => ({ section, heading: headingWords(section.title) }));
  const key = (heading: readonly string[]): string => heading.join(" ").toLowerCase();
  // A document and its only h1 may have the same name.
  const holders = new Map<string, Set<string>>();
  for (const { section, heading } of named) {
    holders.set(key(heading), (holders.get(key(heading)) ?? new Set()).add(section.document));
  }
  return named
    .filter(({ section, heading }) =>
      heading.length > 0 && !section.title.includes("<") && holders.get(key(heading))!.size === 1
    )
    .map((target) => ({ ...target, paragraphs: paragraphsOf(target.section.body) }))
    .filter(({ paragraphs }) => paragraphs.flatMap(wordsOf).length >= MIN_BODY_WORDS);
}

/** Drops the number of a section, which nobody types. */
function headingWords(title: string): readonly string[] {
  return wordsOf(inlineText(title.replace(/^[\d.]+\s+/, "")));
}

function shuffled(targets: readonly Target[], kind: string): readonly Target[] {
  const keyed = targets.map((target) => ({ target, key: randomFor(`${kind} order ${target.section.id}`)() }));
  return keyed.sort((a, b) => a.key - b.key || (a.target.section.id < b.target.section.id ? -1 : 1)).map(({ target }) =>
    target
  );
}
