// Generates small random corpora and requests, and indexes the same corpus with the engine.
import fc from "fast-check";
import type { Chunk, ParsedDocument } from "../../src/document/document.ts";
import type { Engine, SegmentEditor, SegmentReader, SegmentSource } from "../../src/store/engine/engine.ts";
import type { PlanFilter, PlanNode } from "../../src/search/ports/request.ts";
import type { CorpusDocument } from "./oracle/corpus_document.ts";
import type { OracleRequest } from "./oracle/request.ts";

/** Words near each other, words with one English stem, stop words, task words, and a word with a digit. */
const WORDS = [
  "alpha",
  "alpho",
  "alpah",
  "beta",
  "betas",
  "bet",
  "gamma",
  "delta",
  "deltas",
  "configure",
  "configuer",
  "configured",
  "the",
  "how",
  "list",
  "find",
  "x1ab",
];
/** Words of 40 and of 32 letters, the longest that are a term and that have near words. */
const LONGEST = ["m".repeat(40), `${"k".repeat(31)}j`, `${"k".repeat(32)}j`];
const TAGS = ["alpha", "alpha/beta", "gamma delta", "the"];

const word = fc.constantFrom(...WORDS);
const text = (minLength: number, maxLength: number) =>
  fc.array(word, { minLength, maxLength }).map((words) => words.join(" "));

/** Two words with five to ten others between them, about the largest distance of a pair. No query asks for "omega". */
const few = fc.constantFrom("alpha", "beta", "gamma");
const apart = fc.tuple(fc.oneof(few, word), fc.integer({ min: 6, max: 9 }), fc.oneof(few, word)).map((
  [first, between, second],
) => `${first} ${"omega ".repeat(between)}${second}`);

/** What whole queries stand in. */
const dense = fc.array(few, { minLength: 2, maxLength: 6 }).map((words) => words.join(" "));

/** Holds a word of 41 letters, which is no term. */
const long = fc.tuple(text(1, 2), fc.constantFrom("l".repeat(41), ...LONGEST)).map(([words, long]) =>
  `alpha ${long} ${words}`
);

/** Words with signs, as the queries have them and in other ways. */
const signed = fc.tuple(
  word,
  fc.constantFrom(
    "--alpha",
    "---alpha",
    "alpha()",
    "alpha_beta",
    "alpha-beta",
    "alpha-betas",
    "Alpha()",
    "beta alpha()",
  ),
).map((words) => words.join(" "));

const piece = fc.oneof(
  { weight: 6, arbitrary: text(0, 7) },
  { weight: 2, arbitrary: apart },
  { weight: 2, arbitrary: dense },
  { weight: 1, arbitrary: long },
  { weight: 2, arbitrary: signed },
);

const section = fc.record({
  title: text(1, 3),
  parent: fc.nat(9),
  body: fc.array(piece, { maxLength: 3 }),
  times: fc.constantFrom(1, 1, 1, 9),
});

const documentOf = (least: number, most: number) =>
  fc.record({
    tree: fc.constantFrom("docs", "notes"),
    path: fc.tuple(fc.constantFrom("", "api/", "api/guide/"), word, fc.constantFrom(".md", "-beta.md", "", ".gamm"))
      .map((
        parts,
      ) => parts.join("")),
    tags: fc.subarray(TAGS),
    lang: fc.constantFrom(null, "de", "en"),
    metadata: fc.constantFrom<CorpusDocument["metadata"]>(
      {},
      {},
      { status: ["draft"] },
      { status: ["draft", "final"] },
      {
        aliases: ["beta", "gamma delta"],
      },
      { alias: ["betas"], description: ["alpha delta", "configured"] },
    ),
    stemmer: fc.constant("none"),
    sections: fc.array(section, { minLength: least, maxLength: most }),
  });

/** Lets the first section of some documents repeat the title, in another case, and takes their own text away. */
const echoing = <D extends { readonly sections: readonly { readonly title: string }[] }>(document: fc.Arbitrary<D>) =>
  fc.tuple(document, fc.constantFrom("echo", "text", "other", "other", "other")).map(([document, kind]): D => {
    const [own, first, ...rest] = document.sections;
    if (kind === "other" || first === undefined) return document;
    const body = kind === "echo" ? ["", "-"] : ["alpha"];
    const title = own!.title.replace(/^./, (letter) => letter.toUpperCase());
    return { ...document, sections: [{ ...own, body }, { ...first, title }, ...rest] };
  });

/** A document with its sections, each below an earlier one. */
function laidOut(
  { sections, ...rest }: ReturnType<typeof documentOf> extends fc.Arbitrary<infer D> ? D : never,
): CorpusDocument & { readonly parents: readonly number[] } {
  const parents = sections.map(({ parent }, at) => (at === 0 ? -1 : parent % at));
  const above = (
    at: number,
  ): readonly string[] => (parents[at]! < 0 ? [] : [...above(parents[at]!), sections[parents[at]!]!.title]);
  const docId = `${rest.tree}:${rest.path}`;
  const chunks = sections.map(({ title, body, times }, at) => ({
    id: at === 0 ? docId : `${docId}#s${at}`,
    title,
    ancestors: above(at),
    body: body.map((piece) => Array.from({ length: times }, () => piece).join(" ")),
  }));
  return { ...rest, chunks, parents };
}

export type LaidOut = ReturnType<typeof laidOut>;

const corpusOf = (documents: number, least: number, most: number) =>
  fc.uniqueArray(echoing(documentOf(least, most)), {
    minLength: 1,
    maxLength: documents,
    selector: ({ tree, path }) => `${tree}:${path}`,
  }).map((documents) => documents.map(laidOut));

export const corpus = corpusOf(7, 1, 4);
/** Many small documents, of which few share a word that says something: what feedback needs. */
const RARE = [..."bcdfghjkmn"].flatMap((first) => [..."pqrstvwxyz"].map((last) => `${first}ozo${last}`));
export const wideCorpus = fc.array(
  fc.record({
    tags: fc.subarray(TAGS),
    titles: fc.array(text(1, 2), { minLength: 1, maxLength: 2 }),
    metadata: fc.constantFrom<CorpusDocument["metadata"]>({}, { keywords: RARE.slice(0, 9) }),
    bodies: fc.array(
      fc.tuple(text(1, 4), fc.array(fc.constantFrom(...RARE, "the", "x2yz"), { minLength: 3, maxLength: 8 })),
      { minLength: 2, maxLength: 2 },
    ),
  }),
  { minLength: 24, maxLength: 34 },
).map((documents) =>
  documents.map(({ tags, titles, metadata, bodies }, at) =>
    laidOut({
      tree: at % 2 === 0 ? "docs" : "notes",
      path: `d${at}.md`,
      tags,
      lang: null,
      metadata,
      stemmer: "none",
      sections: titles.map((title, section) => ({
        title,
        parent: 0,
        body: [`${bodies[section]![0]} ${bodies[section]![1].join(" ")}`],
        times: at % 5 === 0 ? 9 : 1,
      })),
    })
  )
);
/** Documents with more sections than count in a document's score. */
export const longCorpus = corpusOf(2, 7, 10);

export const plainWord: fc.Arbitrary<PlanNode> = fc.oneof(
  { weight: 6, arbitrary: word.map((word) => ({ word })) },
  { weight: 1, arbitrary: fc.tuple(word, word).map((parts) => ({ word: parts.join("-") })) },
  { weight: 1, arbitrary: fc.tuple(few, few, few).map((parts) => ({ word: parts.join("-") })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...LONGEST,
      `${"k".repeat(31)}h`,
      "deltaqx",
      "deltaqj",
      "alphq",
      "configue",
      "configuree",
      "zzzz",
      "bta",
      "eta",
      "bte",
      "Gamma",
      "--",
    ).map((word) => ({ word })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("alpha's", "Gamma’s", "alpha-beta's", "how's", "deltan't", "betas'd").map((word) => ({
      word,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "al",
      "alpha",
      "gam",
      "betas",
      "bet",
      "confi",
      "configure",
      "alpha-be",
      "zz",
      "deltaq",
      "the",
    )
      .map((prefix) => ({ prefix })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("--alpha", "alpha()", "`alpha_beta`,", "alpha-beta").map((word) => ({ word })),
  },
);
export const phrase: fc.Arbitrary<PlanNode> = text(1, 3).map((phrase) => ({ phrase }));
/** A text that may be the title, an alias, or the name of a file. */
export const name: fc.Arbitrary<PlanNode> = fc.oneof(
  fc.constantFrom("beta", "betas", "bet", "gamma delta", "gamma deltas", "configure", "the", "alpha.md", "api/beta.md")
    .map((phrase) => ({ phrase })),
  fc.constantFrom(["beta"], ["betas"], ["gamma", "delta"], ["gamma", "deltas"], ["configured"], ["the"])
    .map((words) => ({ and: words.map((word) => ({ word })) })),
);
/** Words and phrases that few documents of the wide corpus have. */
const rareWord = fc.constantFrom(...RARE);
export const rare: fc.Arbitrary<PlanNode> = fc.oneof(
  rareWord.map((word) => ({ word })),
  fc.tuple(word, rareWord).map(([typed, other]) => ({ any: [[1, typed], [0.8, other]] as const })),
  fc.tuple(rareWord, rareWord).map((words) => ({ phrase: words.join(" ") })),
  rareWord.map((phrase) => ({ phrase })),
);
const synonyms: fc.Arbitrary<PlanNode> = fc.oneof(
  fc.tuple(word, text(1, 2)).map(([typed, other]) => ({ any: [[1, typed], [0.8, other]] as const })),
  fc.tuple(word, fc.array(text(1, 2), { minLength: 1, maxLength: 2 })).map(([typed, others]) => ({
    forms: [[[1, typed]], others.map((other) => [0.8, other] as const)] as const,
  })),
  fc.tuple(word, text(1, 2), text(1, 2)).map(([typed, other, form]) => ({
    forms: [[[1, typed], [0.8, other]], [[0.8, form]]] as const,
  })),
);

export const filter: fc.Arbitrary<PlanFilter> = fc.oneof(
  fc.constantFrom("docs", "notes").map((tree) => ({ tree })),
  fc.subarray(["docs", "notes"]).map((trees) => ({ trees })),
  fc.constantFrom("alpha", "alpha/beta", "the").map((tag) => ({ tag })),
  fc.constantFrom("api/", "api/g", "a", "b").map((path) => ({ path })),
  fc.constantFrom("draft", "final", "x").map((value) => ({ meta: ["status", value] as const })),
  fc.constantFrom("de", "en").map((lang) => ({ lang })),
  fc.subarray(["docs:alpha.md", "notes:beta.md", "docs:api/gamma.md", "docs:api/delta"]).map((documents) => ({
    documents,
  })),
);

/** Clauses of the top level: plain words, words with `^n` or `+`, and words with synonyms. */
const counted: fc.Arbitrary<PlanNode> = fc.oneof(
  { weight: 4, arbitrary: plainWord },
  { weight: 1, arbitrary: synonyms },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(0.5, 3), fc.oneof(plainWord, synonyms)).map((boost) => ({ boost })),
  },
);
export const bareWord: fc.Arbitrary<PlanNode> = fc.oneof(
  { weight: 5, arbitrary: counted },
  { weight: 1, arbitrary: counted.map((must) => ({ must })) },
);

/** Generates any query tree. */
export const { node } = fc.letrec<{ node: PlanNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: "query" },
    plainWord,
    phrase,
    synonyms,
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
    tie("node").map((not) => ({ not })),
    fc.tuple(fc.constantFrom("title", "tags", "body", "path"), tie("node")).map((field) => ({ field })),
    fc.tuple(fc.constantFrom(0.5, 3), tie("node")).map((boost) => ({ boost })),
    filter.map((filter) => ({ filter })),
  ),
}));

export const BOOSTS = { title: 3, tags: 2.5, path: 2, path_components: 2, body: 1 };

export function request(query: fc.Arbitrary<PlanNode>): fc.Arbitrary<OracleRequest> {
  return fc.record({
    queries: fc.array(fc.record({ query, all: fc.constantFrom(false, false, false, true) }), {
      minLength: 1,
      maxLength: 2,
    }),
    filters: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, {
      weight: 1,
      arbitrary: fc.array(filter, { maxLength: 2 }),
    }),
    boosts: fc.constantFrom(BOOSTS, { ...BOOSTS, title: 0, body: 2.5 }),
    fuzzy: fc.constantFrom(0, 1, 2),
    factors: fc.constantFrom({}, { docs: 1.5 }, { docs: 0.25, notes: 4 }),
    weights: fc.constantFrom([], [], [{ glob: "**/[ab]*", weight: 0.5 }, { glob: "api/**", weight: 2 }]),
    topics: fc.boolean(),
    feedback: fc.boolean(),
  });
}

/** Indexes documents, one segment for each list. */
export function indexed(engine: Engine, segments: readonly (readonly LaidOut[])[]): readonly SegmentSource[] {
  return segments.flatMap((documents) => {
    const batch = engine.createBatch();
    for (const document of documents) {
      const { bytes, parsed } = asParsed(document);
      batch.load(bytes);
      batch.add(parsed, document.stemmer);
    }
    return source(batch.finish()) ?? [];
  });
}

/** Returns the segments without these documents. */
export function deleted(
  engine: Engine,
  sources: readonly SegmentSource[],
  docIds: readonly string[],
): readonly SegmentSource[] {
  return editing(engine, sources, (editor) => {
    const deletions = new Map(editor.delete(docIds).map((deletion) => [deletion.segment, deletion]));
    return sources.map((source, at) => ({
      ...source,
      ...(deletions.has(at) ? { deletes: deletions.get(at)!.deletes, stats: deletions.get(at)!.stats } : {}),
    }));
  });
}

export function merged(engine: Engine, sources: readonly SegmentSource[]): readonly SegmentSource[] {
  return editing(engine, sources, (editor) => [source(editor.merge(sources.map((_, at) => at))) ?? []].flat());
}

export function reading<T>(engine: Engine, sources: readonly SegmentSource[], use: (reader: SegmentReader) => T): T {
  const reader = engine.openReader(sources);
  try {
    return use(reader);
  } finally {
    reader.free();
  }
}

function editing<T>(engine: Engine, sources: readonly SegmentSource[], use: (editor: SegmentEditor) => T): T {
  const editor = engine.openEditor(sources);
  try {
    return use(editor);
  } finally {
    editor.free();
  }
}

function source(
  data: { readonly bytes: Uint8Array; readonly stats: SegmentSource["stats"] } | undefined,
): SegmentSource | undefined {
  if (data === undefined) return undefined;
  const { bytes, stats } = data;
  return {
    size: bytes.length,
    stats,
    deletes: null,
    read: (offset, into) => into.set(bytes.subarray(offset, offset + into.length)),
  };
}

export function asParsed(
  { tree, path, tags, lang, metadata, chunks, parents }: LaidOut,
): { bytes: Uint8Array; parsed: ParsedDocument } {
  const docId = `${tree}:${path}`;
  const depthOf = (at: number): number => (parents[at]! < 0 ? 0 : depthOf(parents[at]!) + 1);
  const slugOf = (at: number): string | null => (at === 0 ? null : `s${at}`);
  let content = "";
  const parsed = chunks.map(({ id, title, body }, at): Chunk => {
    const byteStart = content.length;
    const ranges = body.map((piece) => {
      const start = content.length;
      content += piece;
      const range = { start, end: content.length };
      content += "\n";
      return range;
    });
    const parent = parents[at]! < 0 ? null : parents[at]!;
    const place = {
      byteStart,
      byteEnd: content.length,
      startLine: 1,
      endLine: 1,
      depth: depthOf(at),
      position: at,
      siblingCount: parents.filter((other) => other === parents[at]).length,
    };
    return {
      id,
      docId,
      title,
      slug: slugOf(at),
      parent,
      parentId: parent === null ? null : chunks[parent]!.id,
      breadcrumb: title,
      bodyRanges: ranges,
      indexedRanges: ranges,
      ...place,
    };
  });
  const about = {
    docId,
    tree,
    path,
    format: "text",
    hidden: null,
    titleFrom: "file-name",
    title: chunks[0]!.title,
    tags,
    lang,
    metadata,
    asides: [],
    frontmatter: null,
    warnings: [],
    textStart: 0,
    links: [],
  } as const;
  // A section ends where its last subsection ends.
  const endOf = (at: number): number =>
    Math.max(parsed[at]!.byteEnd, ...parents.flatMap((parent, below) => (parent === at ? [endOf(below)] : [])));
  const spanned = parsed.map((chunk, at) => ({ ...chunk, byteEnd: endOf(at) }));
  return { bytes: new TextEncoder().encode(content), parsed: { ...about, chunks: spanned } };
}
