// `docs/ranking.md` once more, as slowly and plainly as possible: every chunk is looked at for every part of a query. Nothing
// here comes from the engine or from `src/search`. Texts are lower-case ASCII words.

export interface CorpusChunk {
  readonly id: string;
  readonly title: string;
  /** Titles of its ancestors. */
  readonly ancestors: readonly string[];
  /** Pieces of the body. */
  readonly body: readonly string[];
}

export interface CorpusDocument {
  readonly tree: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly lang: string | null;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  readonly stemmer: string;
  /** Root first. */
  readonly chunks: readonly CorpusChunk[];
}

export type OracleNode =
  | { readonly word: string }
  | { readonly any: readonly (readonly [weight: number, text: string])[] }
  | { readonly phrase: string }
  | { readonly and: readonly OracleNode[] }
  | { readonly or: readonly OracleNode[] }
  | { readonly not: OracleNode }
  | { readonly field: readonly [name: string, child: OracleNode] }
  | { readonly boost: readonly [factor: number, child: OracleNode] }
  | { readonly filter: OracleFilter };

export type OracleFilter =
  | { readonly tree: string }
  | { readonly trees: readonly string[] }
  | { readonly tag: string }
  | { readonly path: string }
  | { readonly meta: readonly [key: string, value: string] }
  | { readonly lang: string }
  | { readonly documents: readonly string[] };

export interface OracleRequest {
  readonly queries: readonly { readonly query: OracleNode; readonly relax: boolean }[];
  readonly filters: readonly OracleFilter[];
  readonly boosts: Readonly<Record<string, number>>;
  readonly fuzzy: number;
  readonly factors: Readonly<Record<string, number>>;
}

export interface OracleLanguage {
  readonly stem: (stemmer: string, word: string) => string;
  readonly stopWords: readonly string[];
}

export interface OracleHit {
  readonly id: string;
  readonly score: number;
}

const K1 = 1.2;
const B = 0.75;
const ANCESTORS_BOOST = 1;
const FUZZY_DAMPING = 0.4;
const MAX_EXPANSIONS = 50;
const PROXIMITY = 0.3;
const DOCUMENT_EVIDENCE = 0.15;
const COVERAGE = 0.4;
const STOP_WORD_WEIGHT = 0.1;

const FIELDS = ["title", "tags", "path", "path_components", "body", "ancestors"] as const;
type Field = (typeof FIELDS)[number];
const PHRASE_FIELDS: readonly Field[] = ["title", "tags", "body"];
const NEAR_FIELDS: readonly Field[] = ["title", "tags", "path_components", "body"];

/** Where a part of a query is looked for. */
interface Scope {
  readonly fields: readonly Field[];
  /** Where near words are looked for: nowhere within negations. */
  readonly near: readonly Field[];
}
const ALL: Scope = { fields: FIELDS, near: NEAR_FIELDS };

interface Token {
  /** Stemmer and stem. */
  readonly term: string;
  readonly word: string;
  readonly position: number;
}

interface Chunk {
  readonly id: string;
  readonly document: CorpusDocument;
  readonly isRoot: boolean;
  readonly fields: Readonly<Record<Field, { readonly tokens: readonly Token[]; readonly length: number }>>;
}

interface Match {
  readonly score: number;
  readonly own: boolean;
}
type Matches = ReadonlyMap<Chunk, Match>;

interface Leaf {
  readonly matches: Matches;
  /** The chunks that hold the word itself, where they are told apart. */
  readonly exact: ReadonlySet<Chunk> | undefined;
  readonly df: number;
  readonly idf: number;
}

interface Clause {
  readonly scored?: Matches;
  readonly passing?: ReadonlySet<Chunk>;
  readonly word?: Leaf & { readonly text: string; readonly stop: boolean };
}

/** All chunks that match, best first. */
export function rank(documents: readonly CorpusDocument[], request: OracleRequest, language: OracleLanguage): readonly OracleHit[] {
  const stemmers = [...new Set(documents.map(({ stemmer }) => stemmer))].sort();
  const chunks = documents.flatMap((document) => document.chunks.map((chunk, at) => analysed(document, chunk, at === 0)));
  const live = new Set(chunks);
  const averages = Object.fromEntries(FIELDS.map((field) => [field, sum(chunks.map((chunk) => chunk.fields[field].length)) / Math.max(1, chunks.length)]));

  const filters = request.filters.map(filtered);
  const total = new Map<Chunk, number>();
  for (const { query, relax } of request.queries) {
    for (const [chunk, score] of answer(query, relax)) total.set(chunk, (total.get(chunk) ?? 0) + score);
  }
  const scored = [...total].map(([chunk, score]) => ({ chunk, score: score * (request.factors[chunk.document.tree] ?? 1) }));
  const highest = Math.max(0, ...scored.map(({ score }) => score));
  const lifted = liftedChunks();
  const hits = scored.map(({ chunk, score }) => ({ id: chunk.id, score: lifted.has(chunk) ? score + highest : score }));
  return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

  function analysed(document: CorpusDocument, chunk: CorpusChunk, isRoot: boolean): Chunk {
    const components = [...document.path.split("/").slice(0, -1), withoutExtension(document.path)];
    const values: Record<Field, readonly string[]> = {
      title: [chunk.title],
      tags: document.tags,
      path: [document.path],
      path_components: components,
      body: chunk.body,
      ancestors: [...new Set(chunk.ancestors)].filter((title) => title !== chunk.title),
    };
    const fields = Object.fromEntries(FIELDS.map((field) => [field, fieldOf(values[field], document.stemmer)])) as Chunk["fields"];
    return { id: chunk.id, document, isRoot, fields };
  }

  function fieldOf(values: readonly string[], stemmer: string): { tokens: readonly Token[]; length: number } {
    const out: Token[] = [];
    let start = 0;
    for (const value of values) {
      const tokens = tokensOf(value, stemmer);
      out.push(...tokens.map((token) => ({ ...token, position: token.position + start })));
      start = Math.max(start, (out.at(-1)?.position ?? -1) + 1) + 1;
    }
    return { tokens: out, length: storedLength(out.length) };
  }

  function tokensOf(text: string, stemmer: string): readonly Token[] {
    const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const tokens = words.map((word, position) => ({ term: `${stemmer}:${language.stem(stemmer, word)}`, word, position }));
    return tokens.filter(({ word }) => word.length <= 40);
  }

  function idf(df: number): number {
    return Math.log(1 + Math.max(0, chunks.length - df + 0.5) / (df + 0.5));
  }

  /** Chunks with the weighted frequency of what `count` counts in each field. */
  function occurrences(scope: readonly Field[], count: (tokens: readonly Token[]) => number): ReadonlyMap<Chunk, { weight: number; own: boolean }> {
    const out = new Map<Chunk, { weight: number; own: boolean }>();
    for (const chunk of chunks) {
      for (const field of scope) {
        const boost = boostOf(field);
        const { tokens, length } = chunk.fields[field];
        const frequency = boost > 0 ? count(tokens) : 0;
        if (frequency === 0) continue;
        const before = out.get(chunk) ?? { weight: 0, own: false };
        const weight = before.weight + (frequency * boost) / (1 - B + (B * length) / averages[field]!);
        out.set(chunk, { weight, own: before.own || field !== "ancestors" });
      }
    }
    return out;
  }

  function boostOf(field: Field): number {
    return field === "ancestors" ? ANCESTORS_BOOST : (request.boosts[field] ?? 0);
  }

  function termOccurrences(scope: readonly Field[], term: string) {
    return occurrences(scope, (tokens) => tokens.filter((token) => token.term === term).length);
  }

  function phraseOccurrences(scope: readonly Field[], phrase: readonly Token[]) {
    const first = phrase[0]!.position;
    const stands = (tokens: readonly Token[], start: number) =>
      phrase.every(({ term, position }) => tokens.some((token) => token.term === term && token.position === start + position - first));
    const within = scope.filter((field) => PHRASE_FIELDS.includes(field));
    return occurrences(within, (tokens) => tokens.filter((token) => token.term === phrase[0]!.term && stands(tokens, token.position)).length);
  }

  /** One word of the query under all stemmers, with what is near to it. */
  function term(text: string, part: number, scope: Scope): Leaf {
    const matches = new Map<Chunk, Match>();
    const exact = new Set<Chunk>();
    let totalDf = 0;
    let weight = 0;
    let near = false;
    for (const stemmer of stemmers) {
      const token = tokensOf(text, stemmer)[part]!;
      const own = termOccurrences(scope.fields, token.term);
      totalDf += own.size;
      keepBest(matches, own, idf(own.size));
      for (const chunk of own.keys()) exact.add(chunk);
      if (own.size > 0) weight = Math.max(weight, idf(own.size));
      for (const { term, distance } of nearTerms(token, scope.near)) {
        near = true;
        const found = termOccurrences(scope.fields, term);
        const damped = Math.min(idf(found.size), own.size > 0 ? idf(own.size) : Infinity) * FUZZY_DAMPING ** distance;
        keepBest(matches, found, damped);
        if (own.size === 0) weight = Math.max(weight, damped);
      }
    }
    return { matches, exact: near && totalDf > 0 ? exact : undefined, df: totalDf, idf: weight };
  }

  function nearTerms({ term, word }: Token, fields: readonly Field[]): readonly { term: string; distance: number }[] {
    if (word.length < 4 || word.length > 32 || /[0-9]/.test(word)) return [];
    const most = Math.min(request.fuzzy, word.length <= 7 ? 1 : 2);
    const [stemmer, stem] = term.split(":") as [string, string];
    const frequencies = new Map<string, number>();
    for (const chunk of chunks) {
      for (const field of fields) {
        for (const found of new Set(chunk.fields[field].tokens.map((token) => token.term))) frequencies.set(found, (frequencies.get(found) ?? 0) + 1);
      }
    }
    const near = [...frequencies].flatMap(([found, frequency]) => {
      const [foundStemmer, foundStem] = found.split(":") as [string, string];
      const distance = foundStemmer === stemmer ? editDistance(stem, foundStem) : Infinity;
      return distance > 0 && distance <= most ? [{ term: found, distance, frequency }] : [];
    });
    near.sort((a, b) => a.distance - b.distance || b.frequency - a.frequency || (a.term < b.term ? -1 : 1));
    return near.slice(0, MAX_EXPANSIONS);
  }

  function word(text: string, scope: Scope): Leaf | undefined {
    const parts = tokensOf(text, "none").length;
    if (parts === 0) return undefined;
    const leaves = Array.from({ length: parts }, (_, part) => term(text, part, scope));
    const exact = leaves.some((leaf) => leaf.exact !== undefined)
      ? new Set(chunks.filter((chunk) => leaves.every((leaf) => leaf.exact?.has(chunk) ?? leaf.matches.has(chunk))))
      : undefined;
    const matches = allOf(leaves.map((leaf) => leaf.matches));
    const weight = Math.max(...leaves.map((leaf) => leaf.idf));
    if (parts === 1) return { matches, exact, df: leaves[0]!.df, idf: weight };
    const whole = phrase(text, scope.fields)!;
    return { matches: withBonus(matches, whole.matches), exact, df: whole.df, idf: weight };
  }

  function phrase(text: string, scope: readonly Field[]): Leaf | undefined {
    const matches = new Map<Chunk, Match>();
    let df = 0;
    for (const stemmer of stemmers) {
      const tokens = tokensOf(text, stemmer);
      if (tokens.length === 0) return undefined;
      const found = tokens.length > 1 ? phraseOccurrences(scope, tokens) : new Map([...termOccurrences(scope, tokens[0]!.term)].filter(([, { own }]) => own));
      keepBest(matches, found, idf(found.size));
      df += found.size;
    }
    return { matches, exact: undefined, df, idf: idf(df) };
  }

  function synonyms(alternatives: readonly (readonly [number, string])[], scope: Scope): Leaf | undefined {
    const leaves = alternatives.flatMap(([weight, text]) => {
      const leaf = word(text, scope);
      return leaf === undefined ? [] : [{ weight, leaf }];
    });
    const first = leaves[0];
    if (first === undefined) return undefined;
    const matches = new Map<Chunk, Match>();
    for (const { weight, leaf } of leaves) {
      for (const [chunk, match] of leaf.matches) {
        const before = matches.get(chunk);
        matches.set(chunk, { score: Math.max(before?.score ?? 0, match.score * weight), own: (before?.own ?? false) || match.own });
      }
    }
    const weight = Math.max(first.leaf.idf, ...leaves.slice(1).map((other) => other.weight * other.leaf.idf));
    return { matches, exact: leaves.length > 1 ? undefined : first.leaf.exact, df: first.leaf.df, idf: weight };
  }

  function keepBest(matches: Map<Chunk, Match>, found: ReadonlyMap<Chunk, { weight: number; own: boolean }>, idf: number): void {
    for (const [chunk, { weight, own }] of found) {
      const before = matches.get(chunk);
      const score = (idf * (K1 + 1) * weight) / (K1 + weight);
      matches.set(chunk, { score: Math.max(before?.score ?? 0, score), own: (before?.own ?? false) || own });
    }
  }

  function evaluate(node: OracleNode, scope: Scope): Clause | undefined {
    const leaf = (found: Leaf | undefined): Clause | undefined => (found === undefined ? undefined : { scored: found.matches });
    if ("word" in node) return leaf(word(node.word, scope));
    if ("any" in node) return leaf(synonyms(node.any, scope));
    if ("phrase" in node) return leaf(phrase(node.phrase, scope.fields));
    if ("field" in node) {
      const fields = [node.field[0] as Field];
      return evaluate(node.field[1], { fields, near: scope.near.length === 0 ? [] : fields });
    }
    if ("filter" in node) return { passing: filtered(node.filter) };
    if ("boost" in node) {
      const found = evaluate(node.boost[1], scope);
      if (found?.scored === undefined) return found;
      return { scored: new Map([...found.scored].map(([chunk, { score, own }]) => [chunk, { score: score * node.boost[0], own }])) };
    }
    if ("not" in node) {
      const found = evaluate(node.not, { ...scope, near: [] });
      if (found === undefined) return undefined;
      const holds = (chunk: Chunk): boolean => found.passing?.has(chunk) ?? found.scored!.get(chunk)?.own ?? false;
      return { passing: new Set(chunks.filter((chunk) => !holds(chunk))) };
    }
    const clauses = ("and" in node ? node.and : node.or).flatMap((child) => evaluate(child, scope) ?? []);
    if (clauses.length === 0) return undefined;
    if ("or" in node) return { scored: anyOf(clauses.map(({ scored, passing }) => scored ?? unscored(passing!))) };
    if (clauses.every(({ passing }) => passing !== undefined)) {
      return { passing: new Set(chunks.filter((chunk) => clauses.every(({ passing }) => passing!.has(chunk)))) };
    }
    return { scored: together(clauses, [], []) };
  }

  function unscored(of: Iterable<Chunk>): Matches {
    return new Map([...of].map((chunk) => [chunk, { score: 0, own: true }]));
  }

  /** All of the clauses; what a chunk itself holds nothing of, and what a filter stops, is left out. */
  function together(clauses: readonly Clause[], bonus: readonly Clause[], conditions: readonly ReadonlySet<Chunk>[]): Matches {
    const scored = clauses.flatMap(({ scored }) => scored ?? []);
    let matches = scored.length === 0 ? unscored(live) : allOf(scored);
    for (const { scored } of bonus) matches = withBonus(matches, scored!);
    return kept(matches, [...clauses.flatMap(({ passing }) => passing ?? []), ...conditions]);
  }

  function kept(matches: Matches, conditions: readonly ReadonlySet<Chunk>[]): Matches {
    return new Map([...matches].filter(([chunk, { own }]) => own && conditions.every((passing) => passing.has(chunk))));
  }

  function topLevel(query: OracleNode): readonly Clause[] {
    const children = "and" in query ? query.and : [query];
    const clauses = children.flatMap((child): readonly Clause[] => {
      const text = typedWord(child);
      if (text === undefined) return [evaluate(child, ALL) ?? []].flat();
      const leaf = "word" in child ? word(child.word, ALL) : "any" in child ? synonyms(child.any, ALL) : undefined;
      if (leaf === undefined) return [];
      const stop = language.stopWords.includes(text.toLowerCase());
      const share = stop ? STOP_WORD_WEIGHT : 1;
      const scored = new Map([...leaf.matches].map(([chunk, { score, own }]) => [chunk, { score: score * share, own }]));
      return [{ scored, word: { ...leaf, idf: leaf.idf * share, text, stop } }];
    });
    return clauses.length === 0 && children.length > 0 ? [{ scored: new Map() }] : clauses;
  }

  function answer(query: OracleNode, mayRelax: boolean): ReadonlyMap<Chunk, number> {
    const clauses = topLevel(query);
    const isStop = ({ word }: Clause): boolean => word?.stop ?? false;
    const optional = mayRelax && !clauses.every(isStop) ? clauses.filter(isStop) : [];
    const required = clauses.filter((clause) => !optional.includes(clause));
    const wanted = clauses.filter(({ word }) => word !== undefined && !word.stop).length;
    let matches = together(required, optional, filters);
    const complete = [...matches.keys()].filter((chunk) => required.every(({ word }) => word?.exact?.has(chunk) ?? true)).length;
    if (mayRelax && wanted >= 2 && (complete === 0 || (wanted >= 5 && complete < 10))) matches = relaxed(clauses);
    return withEvidence(matches, clauses);
  }

  function relaxed(clauses: readonly Clause[]): Matches {
    const words = clauses.flatMap(({ word, scored }) => (word === undefined ? [] : [{ ...word, scored: scored! }]));
    const all = sum(words.map(({ idf }) => idf));
    const some = new Map<Chunk, Match>();
    for (const chunk of chunks) {
      const held = words.filter(({ scored }) => scored.has(chunk));
      if (held.every(({ stop }) => stop)) continue;
      const share = sum(held.map(({ idf }) => idf)) / all;
      const score = sum(held.map(({ scored }) => scored.get(chunk)!.score)) * share ** COVERAGE;
      some.set(chunk, { score, own: held.some(({ scored }) => scored.get(chunk)!.own) });
    }
    const fixed = clauses.flatMap(({ word, scored }) => (word === undefined && scored !== undefined ? [scored] : []));
    const matches = fixed.length === 0 ? some : withBonus(allOf(fixed), some);
    return kept(matches, [...clauses.flatMap(({ passing }) => passing ?? []), ...filters]);
  }

  function withEvidence(matches: Matches, clauses: readonly Clause[]): ReadonlyMap<Chunk, number> {
    const out = new Map([...matches].map(([chunk, { score }]) => [chunk, score]));
    const words = clauses.flatMap(({ word }) => (word === undefined || word.stop ? [] : [word]));
    words.slice(1).forEach((second, at) => {
      const first = words[at]!;
      if (first.df === 0 || second.df === 0) return;
      for (const stemmer of stemmers) {
        for (const [chunk, { weight }] of phraseOccurrences(FIELDS, tokensOf(`${first.text} ${second.text}`, stemmer))) {
          const gain = (PROXIMITY * (first.idf + second.idf) * (K1 + 1) * weight) / (K1 + weight);
          if (out.has(chunk)) out.set(chunk, out.get(chunk)! + gain);
        }
      }
    });
    for (const document of documents) {
      const family = chunks.filter((chunk) => chunk.document === document);
      const evidence = sum(clauses.map(({ scored }) => Math.max(0, ...family.map((chunk) => scored?.get(chunk)?.score ?? 0))));
      for (const chunk of family) {
        if (out.has(chunk)) out.set(chunk, out.get(chunk)! + DOCUMENT_EVIDENCE * evidence);
      }
    }
    return out;
  }

  function filtered(filter: OracleFilter): ReadonlySet<Chunk> {
    return new Set(chunks.filter(({ document }) => passes(document, filter)));
  }

  /** Chunks whose title is what was typed, and the roots of documents whose file is named so. */
  function liftedChunks(): ReadonlySet<Chunk> {
    const out = new Set<Chunk>();
    for (const text of request.queries.flatMap(({ query }) => plainText(query) ?? [])) {
      for (const chunk of chunks) {
        const typed = tokensOf(text, chunk.document.stemmer);
        const title = chunk.fields.title.tokens;
        if (typed.length > 0 && title.length === typed.length && title.every(({ term }, at) => term === typed[at]!.term) && boostOf("title") > 0) out.add(chunk);
        if (chunk.isRoot && nameKey(withoutExtension(chunk.document.path)) === nameKey(text)) out.add(chunk);
      }
    }
    return out;
  }
}

function typedWord(node: OracleNode): string | undefined {
  return "word" in node ? node.word : "any" in node ? node.any[0]?.[1] : undefined;
}

function plainText(query: OracleNode): string | undefined {
  const children = "and" in query ? query.and : [query];
  const only = children.length === 1 ? children[0]! : undefined;
  if (only !== undefined && "phrase" in only) return only.phrase;
  const words = children.map(typedWord);
  return words.length === 0 || words.includes(undefined) ? undefined : words.join(" ");
}

/** A name as names are compared. */
function nameKey(text: string): string {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(" ");
}

function withoutExtension(path: string): string {
  return path.split("/").at(-1)!.replace(/(?<=.)\.[^.]*$/, "");
}

function passes(document: CorpusDocument, filter: OracleFilter): boolean {
  const { tree, path, tags, lang, metadata } = document;
  if ("tree" in filter) return tree === filter.tree;
  if ("trees" in filter) return filter.trees.includes(tree);
  if ("path" in filter) return path.startsWith(filter.path);
  if ("lang" in filter) return lang === filter.lang;
  if ("meta" in filter) return metadata[filter.meta[0]]?.includes(filter.meta[1]) ?? false;
  if ("documents" in filter) return filter.documents.includes(`${tree}:${path}`);
  return tags.some((tag) => tag === filter.tag || tag.startsWith(`${filter.tag}/`));
}

/** Lengths are stored in one byte: the largest number of the page's table that is no larger than `length`. */
export function storedLength(length: number): number {
  const steps = Array.from({ length: 232 }, (_, at) => 24 + (at < 8 ? at : ((at & 7) | 8) * 2 ** ((at >> 3) - 1)));
  return length < 24 ? length : Math.max(...steps.filter((step) => step <= length));
}

/** Insertions, deletions, replacements and swaps of neighbours, no letter edited twice. */
function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : Infinity;
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), swapped);
    }
  }
  return rows[a.length]![b.length]!;
}

function allOf(lists: readonly Matches[]): Matches {
  const first = lists[0]!;
  const shared = [...first.keys()].filter((chunk) => lists.every((list) => list.has(chunk)));
  return new Map(shared.map((chunk) => [chunk, combined(lists, chunk)]));
}

function anyOf(lists: readonly Matches[]): Matches {
  return new Map([...new Set(lists.flatMap((list) => [...list.keys()]))].map((chunk) => [chunk, combined(lists, chunk)]));
}

function withBonus(matches: Matches, bonus: Matches): Matches {
  return new Map([...matches.keys()].map((chunk) => [chunk, combined([matches, bonus], chunk)]));
}

function combined(lists: readonly Matches[], chunk: Chunk): Match {
  const found = lists.flatMap((list) => list.get(chunk) ?? []);
  return { score: sum(found.map(({ score }) => score)), own: found.some(({ own }) => own) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
