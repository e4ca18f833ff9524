/** What an update has done so far. All numbers are totals, not steps. */
export interface Progress {
  readonly stage: "scan" | "index" | "merge" | "publish" | "embed";
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly chunks: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** In the stage `index`: the document that is being converted, as `tree:path`. */
  readonly converting?: string;
  /** In the stage `embed`: the sections that wait for a vector. */
  readonly sections?: { readonly done: number; readonly total: number };
}

/** While sections get their vectors. */
export function embedProgress(done: number, total: number): Progress {
  const nothing = { filesDone: 0, filesTotal: 0, chunks: 0, bytesDone: 0, bytesTotal: 0 };
  return { stage: "embed", ...nothing, sections: { done, total } };
}
