// Asks the questions of tools/rag/questions, with the sizes that `ra rag init` writes and with the larger ones that it
// wrote before. Run by hand:
//   RA_TEST_DOCS=/path/to/OWNER+NAME[:/another…] npm run rag:questions [-- --lost] [--pages] [--sizes NAME]
// --pages indexes only the pages that answer one of the questions, which takes a quarter of the time.
// It needs the installed model minilm. Each folder has the files of the repository at the commit of its questions.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { initRag } from "../../src/sources/init.ts";
import { type RagConfig, readRagConfig } from "../../src/sources/config/rag_config.ts";
import { indexSources } from "../../src/generation/write/index_sources.ts";
import { retrieveOptions } from "../../src/generation/retrieve/retrieve_options.ts";
import { openRetriever } from "../../src/generation/retrieve/retriever.ts";
import { isPage, type Place, type Question, readQuestions } from "../kinds/questions.ts";
import { answersOf, sharesLines } from "./right_answers.ts";

const QUESTIONS = fileURLToPath(new URL("questions", import.meta.url));
/** What is indexed of each repository: where its questions have their answers. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  "PyO3+pyo3": ["guide/src", "guide/pyclass-parameters.md", "src"],
  "celery+celery": ["docs", "celery"],
  "pypa+hatch": ["docs"],
  "vitest-dev+vitest": ["docs"],
};
const BEFORE = `indexing:
  max_tokens_per_chunk: 256
  code_max_lines: 100
  overlap_lines: 10
  prose_max_chars: 2000
  min_chunk_chars: 200
`;
const SIZES: Readonly<Record<string, (template: string) => string>> = {
  "before": (template) => template.replace(/^indexing:\n(?: .*\n)+/m, BEFORE),
  "init": (template) => template,
  "middle": (template) =>
    template.replace(/code_max_chars: \d+/, "code_max_chars: 700").replace(
      /prose_max_chars: \d+/,
      "prose_max_chars: 850",
    ),
};
const FINAL = 10;
const { lost: isVerbose, pages: hasOnlyPages, sizes: only } = parseArgs({
  options: {
    lost: { type: "boolean", default: false },
    pages: { type: "boolean", default: false },
    sizes: { type: "string" },
  },
}).values;
const host = {
  fs: createDiskFileSystem(),
  home: homedir(),
  warn() {},
  onWait() {},
  onProgress() {},
  releaseMemory() {},
  memory: null,
};

interface Figures {
  readonly ranks: number[];
  readonly pageRanks: number[];
}

const folders = (process.env["RA_TEST_DOCS"] ?? "").split(delimiter).filter((path) => basename(path) in PARTS);
if (folders.length === 0) {
  console.error("set RA_TEST_DOCS to one or more folders with the names of the files in tools/rag/questions");
  process.exit(2);
}
for (const [name, change] of Object.entries(SIZES)) {
  if (only !== undefined && only !== name) continue;
  const all = new Map<string, Figures>();
  const chunks = { all: 0, clipped: 0 };
  for (const folder of folders) await measure(folder, name, change, all, chunks);
  for (const [mode, figures] of all) print(name, "all", mode, figures);
  console.log(`${name}: ${chunks.clipped} of ${chunks.all} chunks are clipped`);
}

async function measure(
  folder: string,
  name: string,
  change: (template: string) => string,
  all: Map<string, Figures>,
  chunks: { all: number; clipped: number },
): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), "ra-rag-questions-"));
  try {
    const config = configOf(place, folder, change);
    const report = await indexSources(config, { incremental: true, only: [], device: "cpu" }, host);
    for (const { id, chunks: count, clipped } of report.sources) {
      chunks.all += count;
      chunks.clipped += clipped;
      console.log(`${name}: ${basename(folder)} ${id}: ${clipped} of ${count} chunks are clipped`);
    }
    const questions = readQuestions(join(QUESTIONS, `${basename(folder)}.tsv`));
    for (const [mode, bm25] of [["by both", true], ["by meaning", false]] as const) {
      const figures = await ask(questions, folder, config, bm25, `${name} ${mode}`);
      print(name, basename(folder), mode, figures);
      const kinds = [mode, ...new Set(questions.map(({ kind }) => `${mode}, ${kind.split("-")[0]}`))];
      for (const kind of kinds) {
        const sum = all.get(kind) ?? { ranks: [], pageRanks: [] };
        for (const [at, question] of questions.entries()) {
          if (kind !== mode && kind !== `${mode}, ${question.kind.split("-")[0]}`) continue;
          sum.ranks.push(figures.ranks[at]!);
          sum.pageRanks.push(figures.pageRanks[at]!);
        }
        all.set(kind, sum);
      }
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** What `ra rag init` writes, with a source for each part of the repository. */
function configOf(place: string, folder: string, change: (template: string) => string): RagConfig {
  const file = join(place, "rag.yaml");
  initRag(host.fs, place, file, { force: false, home: null });
  const answers = readQuestions(join(QUESTIONS, `${basename(folder)}.tsv`)).flatMap((question) => question.answers);
  const sources = PARTS[basename(folder)]!.filter((part) => existsSync(join(folder, part))).map((part) => {
    const pages = answers.filter(({ path }) => path.startsWith(`${part}/`)).map(({ path }) =>
      path.slice(part.length + 1)
    );
    const include = hasOnlyPages && pages.length > 0 ? `, include: ${JSON.stringify([...new Set(pages)])}` : "";
    return `  - { id: ${part.replace(/\W+/g, "-")}, path: ${
      JSON.stringify(join(folder, part))
    }, treat_as: auto${include} }\n`;
  });
  const template = readFileSync(file, "utf8").replace(/^ {2}- id: here\n(?: {4}.*\n)+/m, sources.join(""));
  writeFileSync(file, change(template).replace(/final_k: \d+/, `final_k: ${FINAL}`));
  for (const made of ["rag/data", "rag/index"]) mkdirSync(join(place, made), { recursive: true });
  return readRagConfig(host.fs, file, host.home);
}

async function ask(
  questions: readonly Question[],
  folder: string,
  config: RagConfig,
  bm25: boolean,
  name: string,
): Promise<Figures> {
  const roots = new Map(PARTS[basename(folder)]!.map((part) => [part.replace(/\W+/g, "-"), part]));
  const options = retrieveOptions(config, { bm25 });
  const retriever = await openRetriever(config, options, host);
  const figures: Figures = { ranks: [], pageRanks: [] };
  for (const question of questions) {
    const { results } = await retriever.retrieve(question.query, options);
    const places = results.map(({ source_id, path, start_line: first, end_line: last }): Place => {
      const root = roots.get(source_id)!;
      return { path: root.endsWith(path) ? root : join(root, path), first, last };
    });
    const expected = answersOf(question, folder);
    const rank = places.findIndex((found) => expected.some((one) => sharesLines(one, found)));
    figures.ranks.push(rank);
    figures.pageRanks.push(places.findIndex((found) => expected.some((one) => isPage(one, found))));
    if (isVerbose && rank !== 0) {
      const [found, right] = [places, expected].map((ones) =>
        ones.map(({ path, first, last }) => `${path}:${first}-${last}`).join(" ")
      );
      console.log([name, `place ${rank + 1}`, question.query, found, right].join("\t"));
    }
  }
  retriever.close();
  return figures;
}

function print(sizes: string, what: string, mode: string, { ranks, pageRanks }: Figures): void {
  const reciprocal = (all: readonly number[]): string =>
    (all.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / all.length).toFixed(3);
  const first = ranks.filter((rank) => rank === 0).length;
  const found = ranks.filter((rank) => rank >= 0).length;
  console.log(
    `${sizes}: ${what}, ${mode}: MRR@${FINAL} ${reciprocal(ranks)} of the section, ${
      reciprocal(pageRanks)
    } of the page; ` +
      `${first} first, ${found} found of ${ranks.length}`,
  );
}
