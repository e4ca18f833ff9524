/** `ra completions` */
import { script } from "@bomb.sh/tab";
import type { Invocation } from "../invocation.ts";

type Shell = "bash" | "zsh" | "fish" | "powershell";

/** Prints the script that a shell sources. It runs `ra complete -- WORDS` at each press of Tab. */
export function completions({ print }: Invocation, [shell]: [Shell]): void {
  const text = scriptOf(shell);
  print(shell === "bash" ? withoutReadonly(text) : text);
}

/** The library prints its script and has no way to return it. */
function scriptOf(shell: Shell): string {
  const { log } = console;
  const lines: string[] = [];
  console.log = (line: string) => void lines.push(`${line}\n`);
  try {
    script(shell, "ra", "ra");
  } finally {
    console.log = log;
  }
  return lines.join("");
}

/**
 * Bash prints an error for each read-only variable when a shell sources the script again. The variables also need
 * names of their own, because other programs use the same library and make theirs read-only.
 */
function withoutReadonly(text: string): string {
  return text.replace(/^readonly (?=ShellComp)/gm, "").replace(/\bShellComp(?=Directive)/g, "__ra_ShellComp");
}
