// Section "The weight of a path" of docs/ranking.md.
import type { PlanNode } from "../../../src/search/ports/request.ts";
import { compileGlob } from "../../../src/text/globs.ts";
import type { CorpusDocument } from "./corpus_document.ts";
import type { Index } from "./corpus_index.ts";
import { tokensOf, withoutExtension } from "./text.ts";

export function weightOf(index: Index, document: CorpusDocument): number {
  const weights = index.request.weights ?? [];
  const weight = weights.find(({ glob }) => compileGlob(glob, { hidden: true })(document.path))?.weight ?? 1;
  if (weight === 1) return 1;
  const terms = (text: string) => tokensOf(index.language, text, document.stemmer);
  const names = new Set(
    [withoutExtension(document.path), document.chunks[0]!.title].flatMap(terms).map(({ term }) => term),
  );
  const asked = index.request.queries.flatMap(({ query }) => textsOf(query)).flatMap(terms);
  const isNamed = asked.some(({ term, word }) => names.has(term) && !index.language.stopWords.includes(word));
  return isNamed ? 1 : weight;
}

/** The words and phrases that a query asks for. */
function textsOf(node: PlanNode): readonly string[] {
  if ("word" in node) return [node.word];
  if ("prefix" in node) return [node.prefix];
  if ("phrase" in node) return [node.phrase];
  if ("any" in node) return [node.any[0]![1]];
  if ("forms" in node) return [node.forms[0][0]![1]];
  if ("and" in node) return node.and.flatMap(textsOf);
  if ("or" in node) return node.or.flatMap(textsOf);
  if ("must" in node) return textsOf(node.must);
  if ("field" in node) return textsOf(node.field[1]);
  if ("boost" in node) return textsOf(node.boost[1]);
  return [];
}
