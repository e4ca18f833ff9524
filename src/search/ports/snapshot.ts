/** All the data of one answer, in one version. */
import type { Catalogue } from "./catalogue.ts";
import type { PassageSource } from "./passage_source.ts";
import type { Retriever } from "./retriever.ts";
import type { Work } from "./work.ts";

/** The ports of one version of an index. They agree with each other until the opener releases the snapshot. */
export interface Snapshot {
  readonly retriever: Retriever;
  readonly catalogue: Catalogue;
  readonly passages: PassageSource;
  /** What the answer may still cost. */
  readonly work: Work;
}
