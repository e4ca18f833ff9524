/** Tries any bytes as `rag.yaml`. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { RaError } from "../../src/errors.ts";
import { readRagConfig } from "../../src/sources/config/rag_config.ts";
import { openPlaces } from "../../src/sources/places/rag_places.ts";
import { runStages } from "../../src/sources/stages.ts";
import { treesConfig, writeTrees } from "../../src/generation/trees.ts";
import { scanTrees } from "../../src/store/files/scan.ts";
import { joinPath } from "../../src/text/paths.ts";
import { createFiles } from "../../tests/workspace/project.ts";
import { boundedFiles, quietly, refusedOnly } from "./bounded_files.ts";
import { soup } from "./inputs.ts";
import type { Target } from "./target.ts";

const SECRET = "SENTINEL outside";

const PARTS = [
  ...[
    ".",
    "..",
    "...",
    "",
    "docs",
    "pages",
    "deep",
    "away",
    "link.md",
    "a.md",
    ".git",
    ".ra",
    "rag",
    "data",
    "outside",
  ],
  ...["*", "**", "*.md", "{docs,../outside}", "{a,b", "[d]ocs", "[", "@(docs|../outside)", "?(../)", "!docs", "!(x)"],
  ...["~", "$HOME", "C:", "a:b", "\\", "\u0000", "\u202e", "é", "a".repeat(300), "-x", "--upload-pack=x"],
];
const path: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("docs", "pages", "rag/data", "rag/index", "docs/*.md", "pages/*.html") },
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 }).map((all) => all.join("/")),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("/outside", "/outside/*.md", "/project/../outside", "file:///outside", "//outside"),
  },
);
const globs = fc.array(path, { minLength: 1, maxLength: 3 });
/** Of ids that are not given, each entry gets its own. */
const id = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, {
  weight: 1,
  arbitrary: fc.oneof(fc.constantFrom("a", "b", "hooks", "CON"), path),
});
const number = fc.oneof({ weight: 15, arbitrary: fc.integer({ min: 1, max: 5000 }) }, {
  weight: 1,
  arbitrary: fc.constantFrom(0, -1, 2 ** 53, 1e308, 0.5, Number.NaN),
});
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const file = fc.record({
  version: fc.oneof({ weight: 30, arbitrary: fc.constant(1) }, {
    weight: 1,
    arbitrary: fc.constant(2),
  }),
  paths: fc.record({
    data_root: fc.oneof({ weight: 3, arbitrary: fc.constant("rag/data") }, { weight: 1, arbitrary: path }),
    index_root: fc.oneof({ weight: 3, arbitrary: fc.constant("rag/index") }, { weight: 1, arbitrary: path }),
    cache_root: optional(path),
  }),
  sources: fc.array(
    fc.oneof(
      fc.record({ id, path, include: optional(globs), exclude: optional(globs) }),
      fc.record({ id, globs, include: optional(globs) }),
      fc.record({
        id,
        git: fc.oneof(path, fc.constantFrom("git@10.0.0.1:x", "http://[::1]/x")),
        ref: optional(fc.constantFrom("main", "v1", "HEAD:x", "-x", "a..b", "")),
      }),
    ),
    { minLength: 1, maxLength: 3 },
  ),
  convert_docs: optional(fc.array(
    fc.record({
      id,
      input: fc.oneof(path, globs),
      output: optional(path),
      include: optional(globs),
      timeout: optional(number),
    }),
    { maxLength: 2 },
  )),
  indexing: fc.record({ max_tokens_per_chunk: number, overlap_lines: optional(fc.constantFrom(0, 10, 1000)) }),
  embedding: fc.record({ model: path, api_key_env: optional(fc.constantFrom("OPENAI_API_KEY")) }),
  retrieval: fc.constant({ initial_k: 20, final_k: 4 }),
  prompt: optional(fc.record({ template: path })),
  generation: optional(
    fc.record({ model: path, provider: fc.constant("local"), fallback: optional(path) }),
  ),
});
const encoder = new TextEncoder();
/** JSON is YAML. A value that JSON does not know becomes null. */
const structured = file.map(({ sources, convert_docs, ...rest }) => {
  const named = (entries: readonly { readonly id: string | undefined }[] = [], letter: string) =>
    entries.map((entry, at) => ({ ...entry, id: entry.id ?? `${letter}${at}` }));
  const lists = { sources: named(sources, "s"), convert_docs: named(convert_docs, "c") };
  return encoder.encode(JSON.stringify({ ...rest, ...lists }));
});
const PIECES = [
  ...[
    "version: 1\n",
    "paths: {data_root: rag/data, index_root: rag/index}\n",
    "sources:\n",
    "- id: a\n",
    "  path: docs\n",
  ],
  ...["indexing: {max_tokens_per_chunk: 256}\n", "embedding: {model: m}\n", "retrieval: {initial_k: 2, final_k: 1}\n"],
  ...[
    "&a ",
    "*a",
    "<<: *a\n",
    "!!js/function ",
    "!!binary ",
    "? ",
    ": ",
    "|\n",
    ">-\n",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
  ],
  ...[
    "- ",
    "  ",
    "\t",
    "\n",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "#",
    "\0",
    "\uFEFF",
    "__proto__: ",
    "0x",
    "~",
    "null",
    "[".repeat(99),
  ],
];

const FILES = {
  "docs/a.md": "# A\n\nneedle\n",
  "docs/deep/b.md": "# B\n\nneedle\n",
  "pages/p.html": "<h1>Page</h1><p>needle</p>",
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/objects/x": "",
  ".git/refs/x": "",
  "rag/data/.gitignore": "*\n",
  "rag/index/.gitignore": "*\n",
};
const REFUSALS = ["config-missing", "config-syntax", "config-key", "config-value"];

export const ragConfigurationTarget: Target = {
  name: "rag-configuration",
  inputs: fc.oneof({ weight: 8, arbitrary: structured }, { weight: 2, arbitrary: soup(PIECES, 24) }),
  async check(input) {
    const memory = createFiles({ ...FILES, "rag.yaml": input });
    memory.makeDirectory("/outside/deep");
    memory.makeDirectory("/home/me");
    memory.writeFile("/outside/secret.md", encoder.encode(`# ${SECRET}\n`));
    memory.writeFile("/outside/p.html", encoder.encode(`<h1>${SECRET}</h1>`));
    memory.addSymlink("/project/away", "/outside");
    memory.addSymlink("/project/docs/link.md", "/outside/secret.md");
    memory.addSymlink("/project/pages/link.html", "/outside/p.html");
    const fs = boundedFiles(memory, ["/project", "/home"]);
    let config: ReturnType<typeof readRagConfig>;
    try {
      config = readRagConfig(fs, "/project/rag.yaml", "/home/me");
    } catch (error) {
      assert.ok(error instanceof RaError && REFUSALS.includes(error.code), String((error as Error).stack));
      const lines = new TextDecoder().decode(input).split("\n").length;
      assert.ok(error.line === undefined || (error.line >= 1 && error.line <= lines), `line ${error.line} of ${lines}`);
      return fs.requireBounds();
    }
    const before = contentsOf(memory, "/project/docs");
    await refusedOnly(["config-untrusted", "config-value", "place-refused", "io"], async () => {
      const places = openPlaces(fs, config, "/home/me", false);
      const host = {
        places,
        onWait() {},
        onSource() {},
        onProgress() {},
        writeTrees: () => writeTrees(places, config),
      };
      const options = { stages: ["normalize"], only: [], dryRun: false, prune: false } as const;
      await runStages(config, options, host);
      const { trees } = await treesConfig(places, config);
      for (const scan of await scanTrees(places.fs, { root: config.indexRoot, trees }, async () => {})) {
        // An update reads these.
        for (const { path } of scan.files) quietly(() => places.fs.readFile(joinPath(scan.tree.path, path)));
      }
    });
    fs.requireBounds();
    const after = new Set(contentsOf(memory, "/project/docs"));
    assert.deepEqual(before.filter((line) => !after.has(line)), [], "documents changed");
  },
};

function contentsOf(fs: ReturnType<typeof createFiles>, folder: string): readonly string[] {
  return fs.readDirectory(folder).flatMap(({ name, kind }) => {
    const path = `${folder}/${name}`;
    if (kind === "directory") return contentsOf(fs, path);
    return kind === "file" ? [`${path} ${new TextDecoder().decode(fs.readFile(path))}`] : [`${path} ${kind}`];
  });
}
