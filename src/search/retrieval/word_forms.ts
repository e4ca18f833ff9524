/**
 * Finds the other forms in which a text may write the words of a query: `UTF-8` for `utf8`, `file system` for
 * `filesystem`. The rules stand in docs/ranking.md, "Other forms of a word".
 */
import type { FormCandidate } from "../ports/plan.ts";
import type { QueryNode, WordNode } from "../query/syntax.ts";
import { plainWord } from "../query/words.ts";
import { isPlainWord, spellingsOf, splitsOf } from "./spellings.ts";

/** How much a form counts, relative to the word as it is typed. */
export const FORM_WEIGHT = 0.8;

/** Longer queries are pasted texts. Their words are taken as they are. */
const MAX_WORDS = 12;
/** So many forms of a word count. */
const MAX_FORMS = 4;
/** So many neighbours are joined. */
const MAX_JOINED = 3;
/** The words of a longer query are joined by two. */
const MANY_WORDS = 6;

/** The forms of the words of a query, by their nodes. */
export type WordForms = ReadonlyMap<QueryNode, readonly string[]>;

/** Words that the index does not have, in camel case, by their nodes. */
export type WordParts = ReadonlyMap<QueryNode, string>;

/** Words in letters that the index has, by their nodes. */
export type OtherLetters = ReadonlyMap<QueryNode, string>;

export const NO_FORMS: WordForms = new Map();

/** The words that one candidate stands for. */
interface OfWords {
  readonly nodes: readonly WordNode[];
  readonly candidate: FormCandidate;
}

/** Tells which forms of each candidate count. */
export type KnownForms = (candidates: readonly FormCandidate[]) => Promise<readonly (readonly string[])[]>;

/** The forms of the words of several queries. */
export async function formsOf(
  queries: readonly { readonly node: QueryNode }[],
  known: KnownForms,
): Promise<WordForms> {
  const found: [QueryNode, readonly string[]][] = [];
  for (const { node } of queries) found.push(...await wordForms(node, known));
  return new Map(found);
}

export async function wordForms(query: QueryNode, known: KnownForms): Promise<WordForms> {
  const runs = runsOf(query);
  const words = runs.flat();
  if (words.length === 0 || words.length > MAX_WORDS) return NO_FORMS;
  const most = words.length > MANY_WORDS ? 2 : MAX_JOINED;
  const asked = [...words.flatMap(ofWord), ...runs.flatMap((run) => joined(run, most))];
  if (asked.length === 0) return NO_FORMS;
  const found = await known(asked.map(({ candidate }) => candidate));
  const out = new Map<QueryNode, readonly string[]>();
  for (const [at, { nodes }] of asked.entries()) {
    for (const node of found[at]!.length === 0 ? [] : nodes) {
      out.set(node, [...new Set([...out.get(node) ?? [], ...found[at]!])].slice(0, MAX_FORMS));
    }
  }
  return out;
}

/** The bare words of the top level, and of its alternatives. */
export function bareWords(query: QueryNode): readonly WordNode[] {
  return runsOf(query).flat();
}

/** The bare words of the top level, and of its alternatives, as runs of neighbours. */
function runsOf(query: QueryNode): readonly (readonly WordNode[])[] {
  const runs: WordNode[][] = [];
  let run: WordNode[] = [];
  const end = (): void => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  for (const child of query.kind === "and" ? query.children : [query]) {
    const word = wordIn(child);
    if (word !== undefined && child.kind === "word") {
      run.push(word);
      continue;
    }
    end();
    if (word !== undefined) runs.push([word]);
    else if (child.kind === "or") runs.push(...child.children.flatMap((each) => runsOf(each).map((one) => [...one])));
  }
  end();
  return runs;
}

/** A word that is a whole one, with or without a sign or a boost. */
function wordIn(node: QueryNode): WordNode | undefined {
  if (node.kind === "word") return node.prefix === undefined ? node : undefined;
  return node.kind === "must" || node.kind === "boost" ? wordIn(node.child) : undefined;
}

function ofWord(node: WordNode): readonly OfWords[] {
  const typed = plainWord(node.text);
  const { forms, begun } = spellingsOf(typed);
  const all = [...forms, ...splitsOf(typed).map((parts) => parts.join(" "))];
  if (all.length + begun.length === 0) return [];
  // `utf8` can be read as `utf 8` alone.
  const always = /\d/.test(typed) && forms.length === 1;
  return [{ nodes: [node], candidate: { typed, forms: all, begun, always } }];
}

/** Neighbours as one word: `hotreload` for `hot reload`. */
function joined(run: readonly WordNode[], most: number): readonly OfWords[] {
  const out: OfWords[] = [];
  for (let from = 0; from < run.length; from++) {
    for (let count = 2; count <= most && from + count <= run.length; count++) {
      const nodes = run.slice(from, from + count);
      const words = nodes.map(({ text }) => plainWord(text));
      if (!words.every(isPlainWord)) continue;
      const whole = words.join("");
      const begun = /\d$/.test(whole) ? [whole] : [];
      out.push({ nodes, candidate: { typed: words.join(" "), forms: [whole], begun, always: false } });
    }
  }
  return out;
}
