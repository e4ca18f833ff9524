/** `ra completions` */
import { script } from "@bomb.sh/tab";
import type { Invocation } from "../invocation.ts";

type Shell = "bash" | "zsh" | "fish" | "powershell";

/** Prints the script that a shell sources; at each press of Tab it runs `ra complete -- WORDS`. */
export function completions(_: Invocation, [shell]: [Shell]): void {
  script(shell, "ra", "ra");
}
