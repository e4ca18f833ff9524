/** `ra serve` */
import { Option } from "@commander-js/extra-typings";
import { unmark } from "../dashed_query.ts";
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { address, lockTimeout, port } from "../shared_options.ts";

export type ServeFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .addOption(port("--port <N>", "listen on this port", "--port"))
    .addOption(address())
    .option("--token <TOKEN>", "the token that visitors must give once; @FILE reads it from a file", unmark)
    .addOption(
      new Option("--open <WHEN>", "open the page in a browser").choices(["auto", "yes", "no"])
        .default("auto" as const),
    )
    .addOption(
      new Option("--editor <NAME>", "make source lines links into this editor")
        .choices(["vscode", "vscodium", "cursor", "windsurf", "zed"]),
    )
    .addOption(lockTimeout());

export const serve = declare({
  name: "serve",
  summary: "show a web page to search and read the documentation",
  examples: [
    ["ra serve", "at http://127.0.0.1:7272, for this machine only"],
    ["ra serve --port 0 --open no", "on a free port; the first line says which"],
    ["ra serve --editor vscode", "source lines open in the editor"],
    ["ra serve --host 0.0.0.0 --token @token.txt", "for others, who need the token"],
  ],
  takes,
});
