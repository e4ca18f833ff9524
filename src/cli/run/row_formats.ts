/** Checks the formats that print only rows, and so cannot show what stands beside the rows. */
import { RaError } from "../../errors.ts";
import type { OutputFormat } from "../shared_options.ts";

/** Throws `usage` if an option asks for something that the format cannot show. `given` maps options to their values. */
export function checkFormat(format: OutputFormat, given: Readonly<Record<string, unknown>>): void {
  const beside = {
    text: [],
    json: ["--matches"],
    jsonl: ["--matches", "--explain", "--why-not", "--facets", "--group-by query"],
    paths: ["--matches", "--explain", "--why-not", "--facets", "--list", "--max-tokens"],
  }[format];
  const option = beside.find((name) => given[name] !== undefined && given[name] !== false);
  if (option === undefined) return;
  const others = format === "json" || option === "--matches" ? "text" : "text or --format json";
  throw new RaError("usage", `${option} and --format ${format} exclude each other`, {
    hint: `${option} needs --format ${others}`,
  });
}
