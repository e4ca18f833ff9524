/** What the makers of well-known families of models want before queries and passages. */

export interface Prefixes {
  readonly query_prefix: string;
  readonly passage_prefix: string;
}

const NONE: Prefixes = { query_prefix: "", passage_prefix: "" };
const REPRESENT: Prefixes = {
  query_prefix: "Represent this sentence for searching relevant passages: ",
  passage_prefix: "",
};
const QUERY_PASSAGE: Prefixes = { query_prefix: "query: ", passage_prefix: "passage: " };

/** By what stands in the name of a model. The first that fits counts. */
const FAMILIES: readonly (readonly [name: RegExp, prefixes: Prefixes])[] = [
  [/\be5-.*instruct/, {
    query_prefix: "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ",
    passage_prefix: "",
  }],
  [/\be5-/, QUERY_PASSAGE],
  [/\bbge-.*-en\b/, REPRESENT],
  [/\bbge-.*-zh\b/, { query_prefix: "为这个句子生成表示以用于检索相关文章\uff1a", passage_prefix: "" }],
  [/\bbge-m3\b/, NONE],
  [/\bsnowflake-arctic-embed-.*-v2/, { query_prefix: "query: ", passage_prefix: "" }],
  [/\bsnowflake-arctic-embed/, REPRESENT],
  [/\bmxbai-embed/, REPRESENT],
  [/\bnomic-embed/, { query_prefix: "search_query: ", passage_prefix: "search_document: " }],
  [/\bgte-|\bminilm-|\bmpnet-|\bmulti-qa-|\bparaphrase-|\bjina-embeddings-v2/, NONE],
];

/** Undefined for a family that ra does not know. */
export function familyPrefixes(name: string): Prefixes | undefined {
  return FAMILIES.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1];
}
