// Many MCP clients use one server while files change: npm run test:mcp -- [--seconds N] [--clients N] [--documents N]
// [--calls N]. Then one client alone measures what a search takes beyond the look at the files.
import process from "node:process";
import { numberOption } from "../../../tools/crash/child_process.ts";
import { runLoad } from "./load.ts";
import { measureOneClient } from "./one_client.ts";

const documents = numberOption("documents", 300);
const figures = await runLoad({
  clients: numberOption("clients", 50),
  seconds: numberOption("seconds", 60),
  documents,
  changeEvery: 100,
});
console.log("many clients over HTTP");
for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(14)} ${value}`);
console.log("one client over stdio, milliseconds: median, fastest tenth");
for (
  const [name, { median, fastest }] of Object.entries(await measureOneClient(documents, numberOption("calls", 300)))
) console.log(`  ${name.padEnd(14)} ${median}, ${fastest}`);
process.exit(0);
