/** `ra completions` */
import { Argument } from "@commander-js/extra-typings";
import { declare } from "../declaration.ts";

export const completions = declare({
  name: "completions",
  summary: "print a script that completes commands in your shell",
  examples: [
    ["source <(ra completions bash)", "in ~/.bashrc; zsh alike"],
    ["ra completions fish > ~/.config/fish/completions/ra.fish", ""],
  ],
  takes: (bare) =>
    bare.addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish", "powershell"])),
});
