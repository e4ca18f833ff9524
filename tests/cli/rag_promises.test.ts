// Each promise of `ra rag` has a test with a command of the real program: the list says which.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./run_ra.ts";

const CLI = "tests/cli/";
const CONFIG = `${CLI}rag_promises_config.test.ts`;
const INDEX = `${CLI}rag_promises_index.test.ts`;
const ROWS = `${CLI}rag_promises_retrieve.test.ts`;
const CHAT = `${CLI}rag_promises_chat.test.ts`;
const WEB = `${CLI}rag_promises_web.test.ts`;
const CONTRACT = `${CLI}rag_contract.test.ts`;
const INVENTORY = `${CLI}rag_inventory.test.ts`;
const SCANS = [
  `${CLI}rag_pictures.test.ts`,
  "scans and pictures become text, with the words that pages and notes have",
] as const;
const TWICE = [
  CONTRACT,
  "an operator runs all of it twice: the second run reuses everything, prunes what is gone",
] as const;
const MISTAKES = [
  CONFIG,
  "each mistake of the configuration stops a command with its place, and no key is shown",
] as const;
const ONLY_MEANING = [ROWS, "--bm25 false is the order of the cosines of embeddings.npy"] as const;
const CUT = [INDEX, "what exceeds the model's own limit is cut, counted and warned of"] as const;
const DIVIDED = [
  INDEX,
  "code has windows that end at blank lines, prose has whole sentences, and equal texts count once",
] as const;
const SAME_BYTES = [
  INDEX,
  "an incremental run embeds what is new, prunes what is gone, and leaves the bytes of a whole run",
] as const;
const FOUR = [INDEX, "faiss, npy, parquet and manifest have the same rows, and the vectors are the model's"] as const;
const RERANKED = [ROWS, "a reranker puts the rows in its order, and one that is missing is named"] as const;
const NO_MODEL = [ROWS, "without its embedding model, words answer and the model is named"] as const;
const CRAWLED = [WEB, "a crawl keeps to robots.txt and its rate, and names each address that it left out"] as const;
const PLACES = [WEB, "crawled and converted texts have titles, sections, pages and addresses"] as const;
const KEYS = [
  CHAT,
  "a key that is not set ends the question before a request, and a refused one is never shown",
] as const;
const ATTACHED = [CHAT, "an attached document is cited by its lines, and no file of ra keeps its words"] as const;
const LEFT_OUT = [
  INVENTORY,
  "ingest and status name every file that is left out, with the reason, and count as the index does",
] as const;
const LIMITS = [
  CONTRACT,
  "chat keeps within max_input_tokens, cites, keeps its limits of attachments, and fails",
] as const;
const DEVICES = [
  CONTRACT,
  "index writes its four artefacts, reuses and prunes, and fails for a missing source and a failed write",
] as const;
const STRICT = [
  CHAT,
  "--strict fails for whatever an answer states without a true citation, and for nothing else",
] as const;
const EXAMPLE = [`${CLI}rag_example_chat.test.ts`, "the example of answers passes its scenarios"] as const;

/** File, and the beginning of the test's name. */
type Proof = readonly [file: string, name: string];
const PROMISES: readonly (readonly [promise: string, ...proofs: readonly Proof[]])[] = [
  ["one YAML file, also by RAG_CONFIG", [CONFIG, "RAG_CONFIG names the configuration from any folder"]],
  ["several roots, include, exclude, treat_as", [ROWS, "two repositories with their own globs and kinds of text"]],
  ["fetch, crawl, convert and normalize give text", PLACES, [CONTRACT, "ingest and convert write normalised text"]],
  ["faiss, npy, parquet, manifest", FOUR, DEVICES],
  ["sizes of chunks, global and of a source, and their cap", [CONTRACT, "sources and attachments are divided by"], CUT],
  ["the CPU by default, --gpu and --mps", DEVICES],
  ["incremental: reuse, and prune before writing", SAME_BYTES],
  ["meaning, words and identifiers fused, top k, --show", [ROWS, "a score is the weighted sum"], [
    CONTRACT,
    "retrieve prints",
  ]],
  ["--bm25 false is embeddings only", ONLY_MEANING],
  ["a cross-encoder reranks", RERANKED],
  ["templates, max_input_tokens, sessions", [CHAT, "a template of one's own"], [
    `${CLI}rag_chat_hardship.test.ts`,
    "a session of 300 turns",
  ]],
  ["retrieval here, generation there", [CONTRACT, "chat over a service retrieves here, sends the prompt alone"]],
  [
    "attachments by the same rules, within limits, alone",
    [CONTRACT, "sources and attachments are divided by"],
    ATTACHED,
    LIMITS,
  ],
  ["conversion with OCR, crawls, normalisation", SCANS, CRAWLED],
  ["doctor, throughput, devices and rerankers said", [`${CLI}rag.test.ts`, "ra rag doctor names"], [
    INDEX,
    "an indexing without a terminal",
  ]],
  ["unknown keys, types and bounds are fatal", MISTAKES, [CONFIG, "all mistakes of a file are told by one command"]],
  ["the version decides", MISTAKES],
  ["an override cannot omit a base field", MISTAKES],
  ["final_k, temperature, limits and devices are bounded", MISTAKES, [
    CONTRACT,
    "${section}: what is missing or wrong stops",
  ]],
  ["a key in the file is refused and not echoed", MISTAKES],
  ["missing inputs and failed OCR are errors", SCANS, [CONTRACT, "ingest and convert write normalised text"]],
  ["index fails without a source's text", [INVENTORY, "after a fetch that failed, index keeps the generation"]],
  ["retrieve gives path and lines, and fails without artefacts", [ROWS, "without one of its four artefacts"]],
  ["spellings with underscores, --from-config", [ROWS, "options have the same meaning with underscores"]],
  ["a missing model or reranker is named, and work goes on", NO_MODEL, RERANKED],
  ["attachments beyond a limit do not abort", LIMITS, [`${CLI}rag_chat_hardship.test.ts`, "of forty attachments"]],
  ["errors of keys are clear", KEYS, [`${CLI}rag_chat.test.ts`, "a refused key, a lost service and a lost stream"]],
  ["a failed run keeps the artefacts before", [`${CLI}rag_index.test.ts`, "an indexing that is killed at any moment"]],
  ["keys come from the environment, and are never printed", KEYS],
  ["messages hold no contents", [`${CLI}rag_chat_hardship.test.ts`, "-vv shows what was asked"]],
  ["crawls obey robots.txt and rates", CRAWLED],
  ["attachments are not kept", ATTACHED],
  ["prose by sentences, code by windows, blank lines first", DIVIDED],
  ["cut and said at the cap, within the model's limit", CUT],
  ["equal texts of a file once", DIVIDED],
  ["title, section, page, address of each chunk", PLACES],
  ["counts of each source, warning of cuts, counts of attachments", LEFT_OUT, CUT, ATTACHED],
  ["the same answers and bytes, run after run", SAME_BYTES, [ROWS, "a score is the weighted sum"]],
  ["answers within seconds", [CHAT, "twenty questions of a conversation are answered within seconds"]],
  ["bounded memory", [INDEX, "sixteen times the documents need little more memory"]],
  ["doctor passes, and the examples are valid", TWICE, [
    `${CLI}rag_examples.test.ts`,
    "the example of documents, with OCR",
  ]],
  ["answers are cited and grounded", STRICT, EXAMPLE],
  ["what exceeds a limit is told clearly", LIMITS],
  ["an operator runs --incremental twice", TWICE],
  ["a developer chats with attachments alone, cited", ATTACHED],
  ["a developer sees the reranker reorder", RERANKED],
  ["a reviewer checks OCR", SCANS],
  ["a reviewer ranks by embeddings only", ONLY_MEANING],
  ["a reviewer verifies what was ingested", LEFT_OUT],
  ["the bridge", ["tests/serve/openai/bridge.test.ts", "models, embeddings and health"], [
    "tests/serve/openai/bridge.test.ts",
    "a completion has the answer, its citations as annotations",
  ]],
  ["eval, compare, baseline, html", PLACES, [`${CLI}rag_evaluate.test.ts`, "a run stands beside an earlier one"]],
  ["ra ask", [`${CLI}ask.test.ts`, "ra ask answers from the trees, with citations that were checked"]],
  ["a local language model", [`${CLI}local_model.test.ts`, "a local model answers, and its citations are those"]],
  ["status: found, read, skipped and why", LEFT_OUT],
  ["crawl: every page that is left out, with the reason", CRAWLED, [INVENTORY, "a crawled source names the addresses"]],
  ["embeddings.npy is the model's output", FOUR],
];

test("each of the 56 promises has a test that runs the program", () => {
  assert.equal(PROMISES.length, 56);
  assert.equal(new Set(PROMISES.map(([promise]) => promise)).size, 56);
  for (const [promise, ...proofs] of PROMISES) {
    assert.ok(proofs.length > 0, promise);
    for (const [file, name] of proofs) {
      const text = readFileSync(join(root, file), "utf8");
      assert.ok(
        ['"', "`"].some((quote) => text.includes(`test(${quote}${name}`) || text.includes(`test(\n  ${quote}${name}`)),
        `${promise}: ${file} has no test "${name}"`,
      );
      assert.match(text, /runRa|startRa|withRagFolder|withChat|withBridge/, file);
    }
  }
});
