/**
 * Shows the progress of an update on stderr. A terminal gets one line that rewrites itself. Elsewhere each stage gets
 * a line, and another one every ten seconds.
 */
import type { Progress } from "../../store/update/progress.ts";
import { sanitizeLine } from "../../text/sanitize.ts";
import type { Palette } from "./color.ts";
import { count, formatDuration, thousands } from "../quantity.ts";
import { clip, displayWidth } from "./width.ts";

export interface ProgressOutput {
  /** Whether a line can be rewritten. */
  readonly isTerminal: boolean;
  /** Read at every drawing, because the width of a terminal can change. */
  readonly columns: number;
  /** False if the terminal may show ASCII only. */
  readonly isUnicode: boolean;
  readonly palette: Palette;
  write(text: string): void;
  /** Milliseconds since some fixed moment. */
  now(): number;
}

export interface UpdateProgress {
  show(progress: Progress): void;
  /** Removes the line from a terminal. */
  clear(): void;
}

const STAGES: Readonly<Record<Progress["stage"], string>> = {
  scan: "scanning",
  index: "indexing",
  merge: "merging segments",
  publish: "publishing",
  embed: "computing vectors",
};
/** Milliseconds between two drawings on a terminal, and between two lines elsewhere. */
const INTERVAL = 80;
const LINE_INTERVAL = 10_000;
/** Waits this many milliseconds before the line first appears, so that it does not flicker at every search. */
const PATIENCE = 300;
/** The length of the bar in characters. A narrow terminal gets a shorter bar, and a very narrow one none. */
const MAX_BAR_LENGTH = 30;
const MIN_BAR_LENGTH = 8;

/**
 * With `stages`, prints a line for each stage if there is no terminal. `ra update` wants these lines. Before a search
 * they would be noise.
 */
export function createProgressLine(output: ProgressOutput, options: { readonly stages: boolean }): UpdateProgress {
  let began = output.now();
  let stage: Progress["stage"] | undefined;
  let stageBegan = began;
  let drawn = 0;
  let visible = false;

  const show = (progress: Progress): void => {
    const now = output.now();
    const changed = progress.stage !== stage;
    // `ra watch` updates again and again. The clock starts anew at each update.
    if (progress.stage === "scan") began = now;
    if (changed) {
      stage = progress.stage;
      stageBegan = now;
    }
    if (output.isTerminal) {
      const isSoon = !changed && progress.converting === undefined && now - drawn < INTERVAL;
      if (now - began < PATIENCE || isSoon) return;
      drawn = now;
      visible = true;
      output.write(`\r${drawProgress(progress, (now - stageBegan) / 1000, output)}\u001b[K`);
    } else if (options.stages && (changed || now - drawn >= LINE_INTERVAL)) {
      drawn = now;
      output.write(`ra: ${STAGES[progress.stage]}${changed ? amountOf(progress) : doneOf(progress)}\n`);
    }
  };
  const clear = (): void => {
    if (visible) output.write("\r\u001b[K");
    visible = false;
  };
  return { show, clear };
}

/**
 * Draws `indexing ━━━━━━━──── 120/400 files, 1,024 chunks, 12.3 MB/s, 3 s left`. What does not fit is left out,
 * starting with the least important.
 */
export function drawProgress(
  progress: Progress,
  seconds: number,
  output: Pick<ProgressOutput, "columns" | "isUnicode" | "palette">,
): string {
  const name = STAGES[progress.stage];
  const room = output.columns - 1; // a full line would wrap
  const { sections } = progress;
  const done = progress.stage === "index" && progress.bytesTotal > 0
    ? Math.min(1, progress.bytesDone / progress.bytesTotal)
    : sections !== undefined && sections.total > 0
    ? sections.done / sections.total
    : undefined;
  const { files, chunks, speed, left } = describe(progress, seconds);
  // A document may take minutes, so its name says more than the speed.
  const most = progress.converting === undefined
    ? [[files, chunks, speed, left], [files, speed, left]]
    : [[files, sanitizeLine(progress.converting), left], [files, sanitizeLine(progress.converting)]];
  const choices = [...most, [files, left], [files]].map((parts) => parts.filter((part) => part !== "").join(", "));
  const roomFor = (words: string): number => room - displayWidth(name) - (words === "" ? 0 : 1 + displayWidth(words));
  const least = done === undefined ? 0 : 1 + MIN_BAR_LENGTH;
  const words = choices.find((choice) => roomFor(choice) >= least) ?? files;
  const cells = Math.min(MAX_BAR_LENGTH, roomFor(words) - 1);
  const bar = done === undefined || cells < MIN_BAR_LENGTH ? [] : [drawBar(done, cells, output)];
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

/** The words beside the bar. Empty while nothing is known. */
function describe(progress: Progress, seconds: number) {
  const { stage, filesDone, filesTotal, chunks, bytesDone, bytesTotal, sections } = progress;
  if (sections !== undefined) {
    const { done, total } = sections;
    const speed = done > 0 && seconds > 0 ? done / seconds : 0;
    return {
      files: `${thousands(done)}/${count(total, "section")}`,
      chunks: "",
      speed: speed > 0 ? `${speed.toFixed(1)} per second` : "",
      left: speed > 0 && total > done ? `${formatDuration((total - done) / speed)} left` : "",
    };
  }
  const perSecond = stage === "index" && seconds > 0 ? bytesDone / seconds : 0;
  return {
    files: filesTotal > 0 ? `${thousands(filesDone)}/${count(filesTotal, "file")}` : "",
    chunks: chunks > 0 ? count(chunks, "chunk") : "",
    speed: perSecond > 0 ? `${(perSecond / 1e6).toFixed(1)} MB/s` : "",
    left: perSecond > 0 && bytesTotal > bytesDone ? `${formatDuration((bytesTotal - bytesDone) / perSecond)} left` : "",
  };
}

function doneOf({ stage, filesDone, filesTotal, sections, converting }: Progress): string {
  const done = stage === "index"
    ? ` ${thousands(filesDone)}/${count(filesTotal, "file")}`
    : sections === undefined
    ? ""
    : ` ${thousands(sections.done)}/${count(sections.total, "section")}`;
  return `${done}${converting === undefined ? "" : `, ${sanitizeLine(converting)}`}`;
}

function amountOf({ stage, filesTotal, sections }: Progress): string {
  if (stage === "index") return ` ${count(filesTotal, "file")}`;
  return sections === undefined ? "" : ` of ${count(sections.total, "section")}`;
}
