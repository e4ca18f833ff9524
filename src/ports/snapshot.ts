/** Everything that one answer is made from, in one version. */
import type { Catalogue } from "./catalogue.ts";
import type { PassageSource } from "./passage_source.ts";
import type { Retriever } from "./retriever.ts";

/** The ports of one version of an index. They agree with each other until whoever opened the snapshot releases it. */
export interface Snapshot {
  readonly retriever: Retriever;
  readonly catalogue: Catalogue;
  readonly passages: PassageSource;
}
