/** Whether output is coloured. */
import { environmentVariable } from "./process.ts";

export type ColorChoice = "auto" | "always" | "never";

/**
 * Decides colour for one stream: an explicit choice wins, then NO_COLOR, then FORCE_COLOR (`0` and `false` mean no),
 * then `TERM=dumb`, then whether the stream is a terminal.
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
