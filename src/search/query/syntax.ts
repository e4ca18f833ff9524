/** The syntax tree of a query. `start` and `end` are UTF-16 offsets into the query text, for carets and messages. */

interface Located {
  readonly start: number;
  readonly end: number;
}

/** One bare word as typed. The index may split it into several terms, such as `std::vec`. */
export interface WordNode extends Located {
  readonly kind: "word";
  readonly text: string;
  /** It stands for every word that begins so: because of a `*`, which the text leaves out, or while it is typed. */
  readonly prefix?: "star" | "typing";
}
/** The text between quotes, with escapes resolved. */
export interface PhraseNode extends Located {
  readonly kind: "phrase";
  readonly text: string;
}
export interface NotNode extends Located {
  readonly kind: "not";
  readonly child: QueryNode;
}
/** `+` before a word. The word is required; other words of the top-level AND are not. */
export interface MustNode extends Located {
  readonly kind: "must";
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
/** `title:`, `tags:` or `body:` before a word, phrase or group, which then counts in this field only. */
export interface FieldNode extends Located {
  readonly kind: "field";
  readonly field: TextField;
  readonly child: QueryNode;
}
/** A filter. It adds no score. */
export interface FilterNode extends Located {
  readonly kind: "filter";
  readonly filter: Filter;
}
export interface BoostNode extends Located {
  readonly kind: "boost";
  readonly factor: number;
  readonly child: QueryNode;
}

export type QueryNode =
  | WordNode
  | PhraseNode
  | NotNode
  | MustNode
  | AndNode
  | OrNode
  | FieldNode
  | FilterNode
  | BoostNode;

export type TextField = "title" | "tags" | "body";

/** Exact conditions on a document. */
export type Filter =
  | { readonly on: "tree"; readonly value: string }
  /** Matches the tag itself and the tags nested below it. Case does not matter. */
  | { readonly on: "tag"; readonly value: string }
  /** A literal prefix of the path relative to the tree. */
  | { readonly on: "path"; readonly value: string }
  | { readonly on: "meta"; readonly key: string; readonly value: string }
  | { readonly on: "lang"; readonly value: string }
  | { readonly on: "version"; readonly value: string }
  /** Documents that link to this one, or to which it links. The value is what `ra get` takes. */
  | { readonly on: "linked"; readonly value: string }
  | { readonly on: "modified"; readonly comparison: ">" | ">=" | "<" | "<=" | "="; readonly value: string };
