/** Syntax tree of a query. `start`/`end` are UTF-16 offsets into the query text, for carets and messages. */

interface Located {
  readonly start: number;
  readonly end: number;
}

/** One bare word as typed (it may analyse into several terms, e.g. `std::vec`). */
export interface WordNode extends Located {
  readonly kind: "word";
  readonly text: string;
}
/** Text between quotes, escapes resolved. */
export interface PhraseNode extends Located {
  readonly kind: "phrase";
  readonly text: string;
}
export interface NotNode extends Located {
  readonly kind: "not";
  readonly child: QueryNode;
}
export interface AndNode extends Located {
  readonly kind: "and";
  readonly children: readonly QueryNode[];
}
export interface OrNode extends Located {
  readonly kind: "or";
  readonly children: readonly QueryNode[];
}
/** `title:`, `tags:` or `body:` before a word, phrase or group: it counts in that field only. */
export interface FieldNode extends Located {
  readonly kind: "field";
  readonly field: TextField;
  readonly child: QueryNode;
}
/** A filter: adds no score. */
export interface FilterNode extends Located {
  readonly kind: "filter";
  readonly filter: Filter;
}
export interface BoostNode extends Located {
  readonly kind: "boost";
  readonly factor: number;
  readonly child: QueryNode;
}

export type QueryNode = WordNode | PhraseNode | NotNode | AndNode | OrNode | FieldNode | FilterNode | BoostNode;

export type TextField = "title" | "tags" | "body";

/** Exact conditions on a document. */
export type Filter =
  | { readonly on: "tree"; readonly value: string }
  /** Matches the tag itself and tags nested below it, in any case. */
  | { readonly on: "tag"; readonly value: string }
  /** Literal prefix of the tree-relative path. */
  | { readonly on: "path"; readonly value: string }
  | { readonly on: "meta"; readonly key: string; readonly value: string }
  | { readonly on: "lang"; readonly value: string }
  | { readonly on: "modified"; readonly comparison: ">" | ">=" | "<" | "<=" | "="; readonly value: string };
