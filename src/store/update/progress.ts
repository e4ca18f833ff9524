/** What an update has done so far. All numbers are totals, not steps. */
export interface Progress {
  readonly stage: "scan" | "index" | "merge" | "publish";
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly chunks: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}
