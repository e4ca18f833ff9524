/** Progress of an update, on stderr: one line that rewrites itself on a terminal, a line per stage elsewhere. */
import type { Progress } from "../report.ts";
import { count, formatDuration } from "./quantity.ts";
import { clip } from "./width.ts";

export interface ProgressOutput {
  readonly isTerminal: boolean;
  readonly columns: number;
  write(text: string): void;
  /** Milliseconds from any start. */
  now(): number;
}

export interface ProgressLine {
  show(progress: Progress): void;
  /** Removes the line from a terminal. */
  clear(): void;
}

const STAGES: Readonly<Record<Progress["stage"], string>> = {
  scan: "scanning",
  index: "indexing",
  merge: "merging segments",
  publish: "publishing",
};
/** Milliseconds between two drawings on a terminal. */
const INTERVAL = 80;
/** A refresh that is over sooner than this never shows: nobody wants a flicker on every search. */
const PATIENCE = 300;

/**
 * `stages` prints a line per stage where there is no terminal: right for `ra update`, noise for the refresh before a search.
 */
export function createProgressLine(output: ProgressOutput, options: { readonly stages: boolean }): ProgressLine {
  const began = output.now();
  let stage: Progress["stage"] | undefined;
  let stageBegan = began;
  let drawn = 0;
  let visible = false;

  const show = (progress: Progress): void => {
    const now = output.now();
    const changed = progress.stage !== stage;
    if (changed) {
      stage = progress.stage;
      stageBegan = now;
    }
    if (output.isTerminal) {
      if (now - began < PATIENCE || (!changed && now - drawn < INTERVAL)) return;
      drawn = now;
      visible = true;
      output.write(`\r${clip(describe(progress, (now - stageBegan) / 1000), output.columns - 1)}\u001b[K`);
    } else if (changed && options.stages) {
      output.write(`ra: ${STAGES[progress.stage]}${progress.stage === "index" ? ` ${count(progress.filesTotal, "file")}` : ""}\n`);
    }
  };
  const clear = (): void => {
    if (visible) output.write("\r\u001b[K");
    visible = false;
  };
  return { show, clear };
}

/** `indexing 120/400 files, 1,024 chunks, 12.3 MB/s, 3 s left`. */
export function describe(progress: Progress, seconds: number): string {
  const { stage, filesDone, filesTotal, chunks, bytesDone, bytesTotal } = progress;
  const parts = [filesTotal > 0 ? `${STAGES[stage]} ${filesDone}/${count(filesTotal, "file")}` : STAGES[stage]];
  if (chunks > 0) parts.push(count(chunks, "chunk"));
  if (stage === "index" && seconds > 0 && bytesDone > 0) {
    const speed = bytesDone / seconds;
    parts.push(`${(speed / 1e6).toFixed(1)} MB/s`);
    if (bytesTotal > bytesDone) parts.push(`${formatDuration((bytesTotal - bytesDone) / speed)} left`);
  }
  return parts.join(", ");
}
