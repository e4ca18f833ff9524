// Section "Putting parts together" of docs/ranking.md.
import type { PlanFilter, PlanNode } from "../../../src/search/ports/request.ts";
import type { CorpusDocument } from "./corpus_document.ts";
import type { Index } from "./corpus_index.ts";
import { allOf, anyOf, type Matches, unscored } from "./matches.ts";
import type { Chunk, Field } from "./text.ts";
import { forms } from "./forms.ts";
import { beginning, phrase, type Scope, synonyms, word } from "./word.ts";

export interface Clause {
  readonly scored?: Matches;
  readonly passing?: ReadonlySet<Chunk>;
}

export function evaluate(index: Index, node: PlanNode, scope: Scope): Clause | undefined {
  const leaf = (found: { readonly matches: Matches } | undefined): Clause | undefined =>
    found === undefined ? undefined : { scored: found.matches };
  if ("word" in node) return leaf(word(index, node.word, scope));
  if ("prefix" in node) return leaf(beginning(index, node.prefix, scope));
  if ("any" in node) return leaf(synonyms(index, node.any, scope));
  if ("forms" in node) return leaf(forms(index, node.forms, scope));
  if ("phrase" in node) return leaf(phrase(index, node.phrase, scope.fields));
  if ("field" in node) {
    const fields = [node.field[0] as Field];
    return evaluate(index, node.field[1], { fields, near: scope.near.length === 0 ? [] : fields });
  }
  if ("filter" in node) return { passing: filtered(index, node.filter) };
  if ("boost" in node) {
    const found = evaluate(index, node.boost[1], scope);
    if (found?.scored === undefined) return found;
    return {
      scored: new Map(
        [...found.scored].map(([chunk, { score, own }]) => [chunk, { score: score * node.boost[0], own }]),
      ),
    };
  }
  if ("not" in node) {
    const found = evaluate(index, node.not, { ...scope, near: [] });
    if (found === undefined) return undefined;
    const holds = (chunk: Chunk): boolean => found.passing?.has(chunk) ?? found.scored!.get(chunk)?.own ?? false;
    return { passing: new Set(index.listed.filter((chunk) => !holds(chunk))) };
  }
  if ("must" in node) return evaluate(index, node.must, scope);
  const clauses = ("and" in node ? node.and : node.or).flatMap((child) => evaluate(index, child, scope) ?? []);
  if (clauses.length === 0) return undefined;
  if ("or" in node) return { scored: anyOf(clauses.map(({ scored, passing }) => scored ?? unscored(passing!))) };
  if (clauses.every(({ passing }) => passing !== undefined)) {
    return { passing: new Set(index.listed.filter((chunk) => clauses.every(({ passing }) => passing!.has(chunk)))) };
  }
  return { scored: together(clauses) };
}

/** Combines clauses of a group. Leaves out chunks that contain nothing themselves. */
function together(clauses: readonly Clause[]): Matches {
  const matches = allOf(clauses.flatMap(({ scored }) => scored ?? []));
  const conditions = clauses.flatMap(({ passing }) => passing ?? []);
  return new Map([...matches].filter(([chunk, { own }]) => own && conditions.every((passing) => passing.has(chunk))));
}

export function filtered(index: Index, filter: PlanFilter): ReadonlySet<Chunk> {
  return new Set(index.listed.filter(({ document }) => passes(document, filter)));
}

function passes(document: CorpusDocument, filter: PlanFilter): boolean {
  const { tree, path, tags, lang, metadata } = document;
  if ("tree" in filter) return tree === filter.tree;
  if ("trees" in filter) return filter.trees.includes(tree);
  if ("path" in filter) return path.startsWith(filter.path);
  if ("lang" in filter) return lang === filter.lang;
  if ("version" in filter) return false;
  if ("meta" in filter) return metadata[filter.meta[0]]?.includes(filter.meta[1]) ?? false;
  if ("documents" in filter) return filter.documents.includes(`${tree}:${path}`);
  return tags.some((tag) => tag === filter.tag || tag.startsWith(`${filter.tag}/`));
}
