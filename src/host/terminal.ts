/** Tells what a terminal can show. */
import { environmentVariable } from "./process.ts";

export type ColorChoice = "auto" | "always" | "never";

/**
 * Decides whether to use colour on a stream. An explicit choice wins, then NO_COLOR, then FORCE_COLOR (`0` and `false`
 * mean no), then `TERM=dumb`, and then whether the stream is a terminal.
 */
export function usesColor(
  choice: ColorChoice,
  stream: { readonly isTerminal: boolean },
  variable: (name: string) => string | undefined = environmentVariable,
): boolean {
  if (choice !== "auto") return choice === "always";
  if (variable("NO_COLOR")) return false;
  const forced = variable("FORCE_COLOR");
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTerminal && variable("TERM") !== "dumb";
}

/** Whether a line can be overwritten. It can on a terminal, except with `TERM=dumb`. */
export function rewritesLines(
  stream: { readonly isTerminal: boolean },
  variable: (name: string) => string | undefined = environmentVariable,
): boolean {
  return stream.isTerminal && variable("TERM") !== "dumb";
}

/**
 * Whether the terminal surely shows more than ASCII. It does when the locale (`LC_ALL`, else `LC_CTYPE`, else `LANG`)
 * names UTF-8. Windows has no such variables; there, Windows Terminal and VS Code do. A denied permission counts as no.
 */
export function showsUnicode(variable: (name: string) => string | undefined = environmentVariable): boolean {
  const locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable).find((value) => value !== undefined && value !== "");
  if (locale !== undefined) return /utf-?8/i.test(locale);
  return (variable("WT_SESSION") ?? "") !== "" || variable("TERM_PROGRAM") === "vscode";
}
