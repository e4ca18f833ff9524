/** Makes unified diffs for people and for `patch`. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { Palette } from "./terminal/color.ts";
import { sanitize } from "../text/sanitize.ts";

export interface DiffedFile {
  readonly path: string;
  readonly isNew: boolean;
  readonly before: string;
  readonly after: string;
}

/** Makes a unified diff with three lines of context. Empty if nothing changed. Line ends stay as they are. */
export function unifiedDiff({ path, isNew, before, after }: DiffedFile): string {
  if (before === after) return "";
  return createTwoFilesPatch(isNew ? "/dev/null" : `a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/**
 * Prepares a diff for a terminal: coloured, and without control characters. Without colours, carriage returns stay, so
 * that the diff still applies.
 */
export function colorDiff(diff: string, palette: Palette): string {
  return diff.split("\n").map((line) => {
    const ending = line.endsWith("\r") ? "\r" : "";
    const text = sanitize(line.slice(0, line.length - ending.length));
    if (!palette.enabled) return text + ending;
    if (/^(?:---|\+\+\+) /.test(line)) return palette.heading(text);
    if (line.startsWith("@@")) return palette.dim(text);
    if (line.startsWith("+")) return palette.good(text);
    return line.startsWith("-") ? palette.bad(text) : text;
  }).join("\n");
}
