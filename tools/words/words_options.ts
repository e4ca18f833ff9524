/** The arguments that both programs take. */
import { existsSync } from "node:fs";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Engine, parseEngine } from "../relevance/engines.ts";

export interface WordsOptions {
  readonly folders: readonly string[];
  /** This checkout, named `ra`, before the others. */
  readonly engines: readonly Engine[];
  readonly count: number;
  /** Another seed makes other queries. */
  readonly seed: string;
  readonly misses: boolean;
}

/** Reads the command line. Shows how to use it and ends the program if it cannot. */
export function readOptions(program: string, count: number): WordsOptions {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      engine: { type: "string", multiple: true, default: [] },
      count: { type: "string", default: String(count) },
      seed: { type: "string", default: "1" },
      misses: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const named = positionals.length > 0 ? positionals : (process.env["RA_DOCS"] ?? "").split(delimiter);
  const folders = named.filter((folder) => folder !== "");
  const own: Engine = { name: "ra", checkout: fileURLToPath(new URL("../..", import.meta.url)), settings: [] };
  const others = values.engine.flatMap((text) => parseEngine(text) ?? []);
  const valid = folders.length > 0 && folders.every((folder) => existsSync(folder)) &&
    others.length === values.engine.length && Number(values.count) > 0;
  if (values.help || !valid) {
    console.error(`usage: bun tools/words/${program}.ts [options] FOLDER…   (or RA_DOCS=FOLDER[${delimiter}FOLDER…])
  --engine NAME=DIR  another checkout of ra beside this one (repeatable); "NAME=DIR,KEY = N,…" sets lines of [search] for it
  --count N          how many queries to make of all documentations together (${count})
  --seed TEXT        makes other queries (1)
  --misses           the queries to which this checkout does not show a right page first`);
    process.exit(2);
  }
  return { folders, engines: [own, ...others], count: Number(values.count), seed: values.seed, misses: values.misses };
}
