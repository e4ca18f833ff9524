/** `ra mcp` */
import { unmark } from "../dashed_query.ts";
import { type BareCommand, declare, type FlagsOf } from "../declaration.ts";
import { address, lockTimeout, port } from "../shared_options.ts";

export type McpFlags = FlagsOf<typeof takes>;

const takes = (bare: BareCommand) =>
  bare
    .addOption(port("--http [PORT]", "answer several clients over HTTP", "--http"))
    .addOption(address())
    .option("--token <TOKEN>", "the token that clients must send; @FILE reads it from a file", unmark)
    .option("--structured", "answer with structured content beside the text, for programs")
    .addOption(lockTimeout());

export const mcp = declare({
  name: "mcp",
  summary: "answer agents over the Model Context Protocol",
  examples: [
    ["ra mcp", "the command for an agent's configuration; it ends with the agent"],
    ["ra mcp -C ~/project", "for a client that starts its servers elsewhere"],
    ["ra mcp --http", "for clients on this machine, at http://127.0.0.1:7272/mcp"],
  ],
  takes,
});
