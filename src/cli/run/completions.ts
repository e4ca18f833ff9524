/** `ra completions` */
import { BASH } from "../completion/bash.ts";
import { FISH } from "../completion/fish.ts";
import { POWERSHELL } from "../completion/powershell.ts";
import { ZSH } from "../completion/zsh.ts";
import type { Invocation } from "../invocation.ts";

const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };

/** Prints the script that a shell sources. It runs `ra complete -- WORDS` at each press of Tab. */
export function completions({ print }: Invocation, [shell]: [keyof typeof SCRIPTS]): void {
  print(SCRIPTS[shell]);
}
