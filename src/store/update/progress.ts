/** Called while an update works; absolute numbers. */
export interface Progress {
  readonly stage: "scan" | "index" | "merge" | "publish";
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly chunks: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}
