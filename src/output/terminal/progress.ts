/** Progress of an update, on stderr: one line that rewrites itself on a terminal, a line per stage elsewhere. */
import type { Progress } from "../../store/update/progress.ts";
import type { Palette } from "./colour.ts";
import { count, formatDuration, thousands } from "../quantity.ts";
import { clip, displayWidth } from "./width.ts";

export interface ProgressOutput {
  /** Whether a line can be rewritten. */
  readonly isTerminal: boolean;
  /** Asked at every drawing, because a terminal can change its width. */
  readonly columns: number;
  /** False when only ASCII is sure to show. */
  readonly isUnicode: boolean;
  readonly palette: Palette;
  write(text: string): void;
  /** Milliseconds since some fixed moment. */
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
/** Milliseconds before the line first shows: nobody wants a flicker at every search. */
const PATIENCE = 300;
/** Cells of the bar. A narrow terminal gets a shorter bar, and a very narrow one none. */
const LONGEST_BAR = 30;
const SHORTEST_BAR = 8;

/** With `stages`, prints a line per stage when there is no terminal: right for `ra update`, noise before a search. */
export function createProgressLine(output: ProgressOutput, options: { readonly stages: boolean }): ProgressLine {
  let began = output.now();
  let stage: Progress["stage"] | undefined;
  let stageBegan = began;
  let drawn = 0;
  let visible = false;

  const show = (progress: Progress): void => {
    const now = output.now();
    const changed = progress.stage !== stage;
    // `ra watch` updates again and again, and each update starts anew.
    if (progress.stage === "scan") began = now;
    if (changed) {
      stage = progress.stage;
      stageBegan = now;
    }
    if (output.isTerminal) {
      if (now - began < PATIENCE || (!changed && now - drawn < INTERVAL)) return;
      drawn = now;
      visible = true;
      output.write(`\r${drawProgress(progress, (now - stageBegan) / 1000, output)}\u001b[K`);
    } else if (changed && options.stages) {
      output.write(
        `ra: ${STAGES[progress.stage]}${progress.stage === "index" ? ` ${count(progress.filesTotal, "file")}` : ""}\n`,
      );
    }
  };
  const clear = (): void => {
    if (visible) output.write("\r\u001b[K");
    visible = false;
  };
  return { show, clear };
}

/**
 * `indexing ━━━━━━━──── 120/400 files, 1,024 chunks, 12.3 MB/s, 3 s left`; what does not fit is left out, the least
 * important first.
 */
export function drawProgress(
  progress: Progress,
  seconds: number,
  output: Pick<ProgressOutput, "columns" | "isUnicode" | "palette">,
): string {
  const name = STAGES[progress.stage];
  const room = output.columns - 1; // a full line would wrap
  const done = progress.stage === "index" && progress.bytesTotal > 0
    ? Math.min(1, progress.bytesDone / progress.bytesTotal)
    : undefined;
  const { files, chunks, speed, left } = describe(progress, seconds);
  const choices = [[files, chunks, speed, left], [files, speed, left], [files, left], [files]]
    .map((parts) => parts.filter((part) => part !== "").join(", "));
  const roomFor = (words: string): number => room - displayWidth(name) - (words === "" ? 0 : 1 + displayWidth(words));
  const least = done === undefined ? 0 : 1 + SHORTEST_BAR;
  const words = choices.find((choice) => roomFor(choice) >= least) ?? files;
  const cells = Math.min(LONGEST_BAR, roomFor(words) - 1);
  const bar = done === undefined || cells < SHORTEST_BAR ? [] : [drawBar(done, cells, output)];
  if (bar.length === 0) return clip(`${name} ${words}`.trimEnd(), room);
  return [name, ...bar, words].join(" ");
}

function drawBar(
  share: number,
  cells: number,
  { isUnicode, palette }: Pick<ProgressOutput, "isUnicode" | "palette">,
): string {
  const inside = isUnicode ? cells : cells - 2;
  const full = Math.floor(share * inside);
  if (!isUnicode) return `[${palette.good("#".repeat(full))}${palette.dim("-".repeat(inside - full))}]`;
  return palette.good("━".repeat(full)) + palette.dim("─".repeat(inside - full));
}

/** The words beside the bar; empty where nothing is known. */
function describe({ stage, filesDone, filesTotal, chunks, bytesDone, bytesTotal }: Progress, seconds: number) {
  const perSecond = stage === "index" && seconds > 0 ? bytesDone / seconds : 0;
  return {
    files: filesTotal > 0 ? `${thousands(filesDone)}/${count(filesTotal, "file")}` : "",
    chunks: chunks > 0 ? count(chunks, "chunk") : "",
    speed: perSecond > 0 ? `${(perSecond / 1e6).toFixed(1)} MB/s` : "",
    left: perSecond > 0 && bytesTotal > bytesDone ? `${formatDuration((bytesTotal - bytesDone) / perSecond)} left` : "",
  };
}
