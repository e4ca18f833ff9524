// Section "Other forms of a word" of docs/ranking.md.
import type { PlanNode } from "../../../src/search/ports/request.ts";
import type { Index } from "./corpus_index.ts";
import type { Match } from "./matches.ts";
import type { Chunk } from "./text.ts";
import { idf } from "./term.ts";
import { type Leaf, phrase, type Scope, synonyms, word } from "./word.ts";

type FormsNode = Extract<PlanNode, { readonly forms: unknown }>;

/** A chunk holds the word also if it has one of its forms word for word. A form is no rarer than the word. */
export function forms(
  index: Index,
  [alternatives, others]: FormsNode["forms"],
  scope: Scope,
): Leaf | undefined {
  const typed = alternatives.length === 1
    ? word(index, alternatives[0]![1], scope)
    : synonyms(index, alternatives, scope);
  if (typed === undefined) return undefined;
  const matches = new Map<Chunk, Match>(typed.matches);
  const counted = new Map(typed.counted);
  const held = new Set(typed.held);
  let df = typed.df;
  let weight = typed.idf;
  for (const [share, text] of others) {
    const form = phrase(index, text, scope.fields);
    if (form === undefined || form.df === 0) continue;
    const rarity = idf(index, form.df);
    const factor = typed.df > 0 && rarity > typed.idf ? share * typed.idf / rarity : share;
    weight = Math.max(weight, factor * rarity);
    if (typed.df === 0) df = Math.max(df, form.df);
    for (const [chunk, { score, own }] of form.matches) {
      const before = matches.get(chunk);
      matches.set(chunk, {
        score: Math.max(before?.score ?? 0, score * factor),
        own: (before?.own ?? false) || own,
      });
      held.add(chunk);
    }
  }
  for (const chunk of held) if (matches.has(chunk)) counted.set(chunk, weight);
  return { ...typed, matches, counted, held, df, idf: weight };
}
