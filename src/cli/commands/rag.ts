/** `ra rag …` */
import { Option } from "@commander-js/extra-typings";
import { RaError } from "../../errors.ts";
import { type BareCommand, declare, type FlagsOf, type ListedCommand } from "../declaration.ts";
import { names, wholeNumber } from "../option_value.ts";
import { format, json } from "../shared_options.ts";

/** The file. Older scripts give a flag besides, which changes nothing. */
export const configured = (bare: BareCommand) =>
  bare
    .option("--config <FILE>", "the configuration (default: $RAG_CONFIG, else rag.yaml)")
    .addOption(new Option("--from-config").hideHelp());

export type RagFlags = FlagsOf<typeof reports>;

export const reports = (bare: BareCommand) => configured(bare).addOption(format("text", "json")).addOption(json());

export type RagInitFlags = FlagsOf<typeof initTakes>;

const initTakes = (bare: BareCommand) => reports(bare).option("--force", "replace a file that is there");

export const ragInit = declare({
  name: "init",
  summary: "write a rag.yaml that works on this folder, and make the folders it names",
  examples: [["ra rag init", "rag.yaml, with comments; then: ra rag index"]],
  takes: initTakes,
});

export const ragDoctor = declare({
  name: "doctor",
  summary: "check that everything is there that the configuration needs",
  examples: [["ra rag doctor", "what is missing, and what to do; exit code 1 if something is"]],
  takes: reports,
});

export type RagRunFlags = FlagsOf<typeof runTakes>;

const runTakes = (bare: BareCommand) =>
  reports(bare)
    .option("--only <ID>", "only these sources (repeatable, or a,b)", names("--only"))
    .option("--dry-run", "say what would be done, and do nothing")
    .option(
      "--prune",
      "take over what lies in the folders of the sources: replace and remove it, as if ra had written it",
    )
    .option("--strict", "exit code 1 also when a single file or page was left out");

export const ragFetch = declare({
  name: "fetch",
  summary: "clone or update the git sources",
  examples: [
    ["ra rag fetch", "all git sources, as shallow as their servers allow"],
    ["ra rag fetch --only handbook", "one of them"],
  ],
  takes: runTakes,
});

export const ragCrawl = declare({
  name: "crawl",
  summary: "crawl the web sites, and make text of their pages",
  examples: [
    ["ra rag crawl", "what is new or has changed; an unchanged page costs its headers"],
    ["ra rag crawl --only handbook --strict", "exit code 1 if a single page was left out"],
  ],
  takes: runTakes,
});

export const ragConvert = declare({
  name: "convert",
  summary: "make text of PDF and office documents, books and notebooks",
  examples: [["ra rag convert", "what is new or has changed; a file that fails is named and skipped"]],
  takes: runTakes,
});

export const ragNormalize = declare({
  name: "normalize",
  summary: "bring the text of pages and documents into its normal form, in place",
  examples: [["ra rag normalize", "Unicode, line ends, ligatures, cut words; a second run changes nothing"]],
  takes: runTakes,
});

export const ragIngest = declare({
  name: "ingest",
  summary: "bring all sources in, and make the trees that searches use",
  examples: [
    ["ra rag ingest", "what has changed; then: ra -C rag/index search WORDS"],
    ["ra rag ingest --dry-run", "what would be fetched"],
  ],
  takes: runTakes,
});

export type RagIndexFlags = FlagsOf<typeof indexTakes>;

const indexTakes = (bare: BareCommand) =>
  reports(bare)
    .option("--incremental", "keep the chunks of unchanged files and the vectors of unchanged chunks")
    .option("--only <ID>", "only these sources; the others stay (repeatable, or a,b)", names("--only"))
    .addOption(new Option("--gpu", "embed on the graphics processor (provider: onnxruntime)").conflicts("mps"))
    .addOption(new Option("--mps", "embed on Apple's graphics processor (provider: onnxruntime)").conflicts("gpu"))
    .option("--strict", "exit code 1 also when a chunk was left out, or when the device is not there");

export const ragIndex = declare({
  name: "index",
  summary: "divide all documents, embed what is new, and write the index and its artefacts",
  examples: [
    ["ra rag index", "everything anew"],
    ["ra rag index --incremental", "what has changed; prints what was embedded, reused and pruned"],
  ],
  takes: indexTakes,
});

const paths = (path: string, earlier: readonly string[] = []): readonly string[] => [...earlier, path];

/** As in the configuration. */
const MAX_ROWS = 10_000;

export type RagRetrieveFlags = FlagsOf<typeof retrieveTakes>;

const retrieveTakes = (bare: BareCommand) =>
  asks(bare)
    .option("--show", "print the whole text of each row, not only its first line")
    .option("--strict", "exit code 1 also when a model took no part that should have");

/** What `retrieve` and `chat` share. */
export const asks = (bare: BareCommand) =>
  reports(bare)
    .argument(
      "[question...]",
      "in plain words, and - for standard input at its end; what looks like an operator is a word",
    )
    .addOption(
      new Option("--bm25 <BOOL>", "false ranks by embeddings alone (default: retrieval.bm25)").choices([
        "true",
        "false",
      ]),
    )
    .option("--use-reranker", "put the best rows in the order of retrieval.reranker")
    .option(
      "--initial-k <N>",
      "candidates of each list (default: retrieval.initial_k)",
      wholeNumber("--initial-k", 1, MAX_ROWS),
    )
    .option("--final-k <N>", "rows (default: retrieval.final_k)", wholeNumber("--final-k", 1, MAX_ROWS))
    .option("--attach <PATH>", "rank these files and folders too, in memory (repeatable)", paths)
    .option("--attach-only", "rank the attached files alone")
    .option(
      "--attach-limit-files <N>",
      "default: attachments.attach_limit_files",
      wholeNumber("--attach-limit-files", 1),
    )
    .option(
      "--attach-limit-chunks <N>",
      "default: attachments.attach_limit_chunks",
      wholeNumber("--attach-limit-chunks", 1),
    );

export const ragRetrieve = declare({
  name: "retrieve",
  summary: "rank the rows of the index for a question",
  examples: [
    ['ra rag retrieve "how do I disable BM25?"', "rank, score, place and first line of each row"],
    ['ra rag retrieve --show --final-k 3 "how are vectors cached?"', "with the whole text"],
    ['ra rag retrieve --attach notes.pdf "what was decided?"', "with a file that is in no source"],
    ['ra rag retrieve "why does this fail?" - < build.log', "about a text of up to 256 kB"],
    ['ra rag retrieve --bm25 false --json "how are vectors cached?"', "by embeddings alone, for programs"],
  ],
  takes: retrieveTakes,
});

export const ragStatus = declare({
  name: "status",
  summary: "show what is there of each source",
  examples: [["ra rag status", "documents, chunks and their average length, by source"]],
  takes: reports,
});

export const ragSchema = declare({
  name: "schema",
  summary: "print the JSON Schema of rag.yaml, for editors",
  examples: [["ra rag schema > rag.schema.json", "then name it in the editor's settings for YAML"]],
  takes: configured,
});

export const rag = (...commands: readonly ListedCommand[]): ListedCommand => ({
  name: "rag",
  summary:
    "many sources from one rag.yaml: rag init, doctor, fetch, crawl, convert, normalize, ingest, index, retrieve, chat, sessions, serve, status, schema",
  examples: commands.flatMap(({ examples }) => examples),
  commands,
  define(bare) {
    bare.usage(commands.map(({ name }) => name).join("|")).allowExcessArguments().action(() => {
      throw new RaError("usage", "rag: a verb must come next", { hint: "to begin: ra rag init" });
    });
  },
});
