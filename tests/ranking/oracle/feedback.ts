// Section "Feedback" of docs/ranking.md.
import type { CorpusDocument } from "./corpus_document.ts";
import { type Index, sum } from "./corpus_index.ts";
import type { PlanNode } from "../../../src/search/ports/request.ts";
import type { Match, Matches } from "./matches.ts";
import { idf, saturated, termOccurrences } from "./term.ts";
import { type Chunk, type Field, FIELDS, type Token } from "./text.ts";
import { ALL, type Scope, termsBegunBy, termsOf } from "./word.ts";

export const DOCUMENTS = 10;
const TERMS = 15;
const K1 = 1.2;
const B = 0.75;
const USUAL_LENGTH = 100;
const MAX_DOCUMENTS = 0.1;
const SHARE = 0.2;

/**
 * Returns what chunks gain from the terms of the best documents. `scores` are the candidates' without feedback, and
 * `idfOfQuery` is the sum over the bare words.
 */
export function feedback(
  index: Index,
  query: PlanNode,
  scores: ReadonlyMap<Chunk, number>,
  idfOfQuery: number,
): Matches {
  const gained = new Map<Chunk, Match>();
  const weights = weightsOf(
    index,
    bestSections(scores),
    new Set([...askedTerms(index, query, ALL), ...phrasesOfAll(index)]),
  );
  const best = [...weights].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, TERMS);
  const total = sum(best.map(([, weight]) => weight));
  for (const [term, weight] of best) {
    for (const [chunk, found] of termOccurrences(index, FIELDS, term)) {
      const before = gained.get(chunk);
      const gain = (SHARE * idfOfQuery * weight * saturated(found.weight)) / total;
      gained.set(chunk, { score: (before?.score ?? 0) + gain, own: (before?.own ?? false) || found.own });
    }
  }
  return gained;
}

/** Returns all terms that the query looks for or excludes. */
function askedTerms(index: Index, node: PlanNode, scope: Scope): readonly string[] {
  const all = (nodes: readonly PlanNode[], of = scope) => nodes.flatMap((node) => askedTerms(index, node, of));
  if ("word" in node) return termsOf(index, node.word, scope);
  if ("prefix" in node) return termsBegunBy(index, node.prefix, scope);
  if ("any" in node) return node.any.flatMap(([, text]) => termsOf(index, text, scope));
  if ("forms" in node) {
    const forms = node.forms[1].flatMap(([, text]) => termsOf(index, text, { ...scope, near: [] }));
    return [...node.forms[0].flatMap(([, text]) => termsOf(index, text, scope)), ...forms];
  }
  if ("phrase" in node) return termsOf(index, node.phrase, { ...scope, near: [] });
  if ("must" in node) return all([node.must]);
  if ("not" in node) return all([node.not], { ...scope, near: [] });
  if ("boost" in node) return all([node.boost[1]]);
  if ("and" in node) return all(node.and);
  if ("or" in node) return all(node.or);
  if (!("field" in node)) return [];
  const fields = [node.field[0] as Field];
  return all([node.field[1]], { fields, near: scope.near.length === 0 ? [] : fields });
}

/** Returns the terms of the phrases of all arguments. */
function phrasesOfAll(index: Index): readonly string[] {
  const phrases = (node: PlanNode): readonly string[] => {
    if ("phrase" in node) return [node.phrase].filter((text) => text.includes(" "));
    if ("must" in node) return phrases(node.must);
    if ("boost" in node) return phrases(node.boost[1]);
    if ("field" in node) return phrases(node.field[1]);
    if ("and" in node) return node.and.flatMap(phrases);
    return "or" in node ? node.or.flatMap(phrases) : [];
  };
  return index.request.queries.flatMap(({ query }) => phrases(query)).flatMap((text) =>
    termsOf(index, text, { ...ALL, near: [] })
  );
}

/** Returns the best section of each of the best documents, best first. */
export function bestSections(
  scores: ReadonlyMap<Chunk, number>,
  documents = DOCUMENTS,
): readonly (readonly [Chunk, number])[] {
  const seen = new Set<CorpusDocument>();
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(([a, x], [b, y]) => y - x || (a.id < b.id ? -1 : 1))
    .filter(([{ document }]) => !seen.has(document) && seen.add(document))
    .slice(0, documents);
}

function weightsOf(
  index: Index,
  sections: readonly (readonly [Chunk, number])[],
  asked: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const out = new Map<string, number>();
  const highest = sections[0]?.[1] ?? 0;
  for (const [{ fields, document, id }, score] of sections) {
    // The values of the frontmatter are no prose.
    const written = fields.body.values.slice(0, document.chunks.find((chunk) => chunk.id === id)!.body.length);
    const tokens = [...fields.title.tokens, ...written.flat()];
    for (const term of new Set(tokens.map((token) => token.term))) {
      if (asked.has(term) || !isTelling(index, tokens.find((token) => token.term === term)!)) continue;
      const times = tokens.filter((token) => token.term === term).length;
      const saturation = times / (times + K1 * (1 - B + (B * tokens.length) / USUAL_LENGTH));
      const rarity = idf(index, termOccurrences(index, FIELDS, term).size);
      out.set(term, (out.get(term) ?? 0) + (score / highest) * saturation * rarity);
    }
  }
  return out;
}

/** Is a term neither a stop word nor a number, and neither in one document only nor in many? */
function isTelling(index: Index, { term }: Token): boolean {
  const stem = term.split(":")[1]!;
  if (index.language.stopWords.includes(stem) || /[0-9]/.test(stem)) return false;
  const holding = new Set([...termOccurrences(index, FIELDS, term).keys()].map(({ document }) => document)).size;
  return holding > 1 && holding <= MAX_DOCUMENTS * index.documents.length;
}
