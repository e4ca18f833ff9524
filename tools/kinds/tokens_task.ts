// Tells how many tokens of an answer one has to read before the right section stands there. Run by hand:
//   RA_TEST_DOCS=/path/to/OWNER+NAME[:/another…] npm run test:tokens [-- --lost] [--system NAME]…
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type CountTokens, loadTokenCounter } from "../../src/search/retrieval/token_count.ts";
import { open } from "../../src/workspace.ts";
import { createFts5Sections } from "./fts5_sections.ts";
import { linesOf, rightLines } from "./right_lines.ts";
import { expectationOf, readQuestions } from "./questions.ts";

const QUESTIONS = fileURLToPath(new URL("questions", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const BUDGETS = [1_000, 2_000, 4_000, 6_000] as const;
const MAX_BYTES = 64 * 2 ** 20;
/** Words that a person leaves out of an expression for grep. */
const SMALL_WORDS = new Set(
  "a an and are as be by can do does for from get how i in is it my not of on or the to use what when which why with you"
    .split(" "),
);
const { lost: isVerbose, system: chosen = [] } = parseArgs({
  options: { lost: { type: "boolean", default: false }, system: { type: "string", multiple: true } },
}).values;

/** A system answers a question with text. */
type Answer = (query: string) => Promise<string>;

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => path !== "");
const known = folders.filter((folder) => existsSync(join(QUESTIONS, `${basename(folder)}.tsv`)));
if (known.length === 0) {
  console.error("tokens: set RA_TEST_DOCS to one or more folders with the names of the files in tools/kinds/questions");
  process.exit(2);
}
const count = await loadTokenCounter();
/** For each system, at which token of each answer the right section begins, and how long the answer is. */
const found = new Map<string, { readonly at: number; readonly length: number }[]>();
for (const folder of known) await measure(folder);
for (const [name, all] of found) print(name, all);

async function measure(folder: string): Promise<void> {
  const questions = readQuestions(join(QUESTIONS, `${basename(folder)}.tsv`));
  const project = mkdtempSync(join(tmpdir(), "ra-tokens-"));
  try {
    cpSync(folder, project, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/[\\/](?:\.git|\.ra)$/.test(path),
    });
    ra(project, ["init", "-q"]);
    const paths = await documentsOf(project);
    const lines = linesOf(project, paths);
    const { client, answer: overMcp } = await answerOverMcp(project);
    const systems = new Map<string, Answer>([
      ["ra search", async (query) => ra(project, ["search", "--", query])],
      ["ra search --full", async (query) => ra(project, ["search", "--full", "--", query])],
      ["ra mcp", overMcp],
      ["fts5", answerOfFts5(project, paths)],
      ["rg -C 5", async (query) => answerOfGrep(project, paths, query)],
    ]);
    for (const [at, question] of questions.entries()) {
      const right = rightLines(expectationOf(question, project), lines);
      for (const [name, answer] of systems) {
        if (chosen.length > 0 && !chosen.includes(name)) continue;
        const text = await answer(question.query);
        const place = { at: tokenOf(text, right, count), length: count(text) };
        found.set(name, [...found.get(name) ?? [], place]);
        if (isVerbose && place.at > 2_000) {
          console.log([`${questions.name}#${at + 1}`, name, place.at, place.length, question.query].join("\t"));
        }
      }
    }
    await client.close();
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function ra(project: string, options: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [PROGRAM, ...options], {
    cwd: project,
    encoding: "utf8",
    maxBuffer: MAX_BYTES,
  });
  if (status !== 0 && stdout === "") throw new Error(`ra ${options.join(" ")}: ${stderr}`);
  return stdout;
}

/** The paths of all documents that ra reads, from the folder of the project. */
async function documentsOf(project: string): Promise<readonly string[]> {
  const workspace = await open(project, { home: null });
  const roots = new Map(workspace.config.trees.map((tree) => [tree.name, relative(project, tree.path)]));
  const documents = await workspace.list("docs");
  workspace.close();
  return documents.map(({ tree, path }) => join(roots.get(tree)!, path));
}

async function answerOverMcp(project: string): Promise<{ readonly client: Client; readonly answer: Answer }> {
  const client = new Client({ name: "tokens", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, "mcp"], cwd: project }));
  return {
    client,
    async answer(query) {
      const { content } = await client.callTool({ name: "search", arguments: { queries: [query] } });
      return content.map((part) => part.type === "text" ? part.text : "").join("\n");
    },
  };
}

/** Whole sections, best first. */
function answerOfFts5(project: string, paths: readonly string[]): Answer {
  const search = createFts5Sections(project, paths);
  return async (query) =>
    (await search)(query, 20).map(({ path, first, last }) => {
      const lines = readFileSync(join(project, path), "utf8").split("\n");
      return `${path}:${first}\n${lines.slice(first - 1, last).join("\n")}\n`;
    }).join("\n");
}

/** All words but small ones, in any order, in the documents that ra reads. */
function answerOfGrep(project: string, paths: readonly string[], query: string): string {
  const words = (query.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? []).filter((word) => !SMALL_WORDS.has(word));
  const expressions = words.flatMap((word) => ["-e", word]);
  const { stdout } = spawnSync("rg", ["-iF", "-n", "-C", "5", "--sort", "path", ...expressions, "--", ...paths], {
    cwd: project,
    encoding: "utf8",
    maxBuffer: MAX_BYTES,
  });
  return stdout ?? "";
}

/** The tokens up to the end of the first line of the right section; Infinity without one. */
function tokenOf(text: string, right: ReadonlySet<string>, countTokens: CountTokens): number {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => {
    const read = line.replace(/\s+/g, " ").trim();
    return right.has(read) || right.has(read.replace(/^\S+?[:-]\d+[:-] ?/, ""));
  });
  return at < 0 ? Infinity : countTokens(lines.slice(0, at + 1).join("\n"));
}

function print(name: string, all: readonly { readonly at: number; readonly length: number }[]): void {
  const lengths = all.map(({ length }) => length).sort((a, b) => a - b);
  const held = BUDGETS.map((budget) => `${all.filter(({ at }) => at <= budget).length} in ${budget}`).join(", ");
  const median = lengths[lengths.length >> 1];
  console.log(`${name.padEnd(17)} ${held}; of ${all.length}; median ${median} tokens, most ${lengths.at(-1)}`);
}
