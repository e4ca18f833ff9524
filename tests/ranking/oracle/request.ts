// What is asked, and what is answered.

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

export interface OracleHit {
  readonly id: string;
  readonly score: number;
}
