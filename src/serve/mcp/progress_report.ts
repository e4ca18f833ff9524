/** Reports the progress of an update. The protocol wants numbers that only grow. */
import type { Progress } from "../../store/update/progress.ts";

export interface ProgressStep {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message: string;
}

const STAGES: Readonly<Record<Progress["stage"], string>> = {
  scan: "looking for changed files",
  index: "indexing",
  merge: "merging",
  publish: "publishing",
  embed: "computing vectors",
};

/** Passes on a step only if it goes beyond the last one. The number of files counts. */
export function createProgressReport(send: (step: ProgressStep) => void): (progress: Progress) => void {
  let last = -1;
  return ({ stage, filesDone, filesTotal }) => {
    if (filesDone <= last) return;
    last = filesDone;
    const files = filesTotal > 0 ? `: ${filesDone} of ${filesTotal} files` : "";
    send({
      progress: filesDone,
      total: filesTotal > 0 ? filesTotal : undefined,
      message: `${STAGES[stage]}${files}`,
    });
  };
}
