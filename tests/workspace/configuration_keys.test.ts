// Every key of docs/configuration.md has an effect: one test for each key, and a list that shows a missing one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { MadeAnswer } from "../../src/answering/answer_turn.ts";
import { encodeRecord } from "../../src/document/source_record.ts";
import type { RaError } from "../../src/errors.ts";
import { sha256 } from "../../src/host/hash.ts";
import type { ContextOptions, Workspace } from "../../src/workspace.ts";
import { contentEvent, drips } from "../answering/lying_replies.ts";
import { refuses, type Reply, type ScriptedEndpoint, streams, withEndpoint } from "../answering/scripted_endpoint.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { type Asked, type Behaviour, startModelService } from "../models/model_service.ts";
import { ALL, createFiles, DOCS, type Files, idsOf, openFiles, openProject, searchOne, write } from "./project.ts";

/** Returns the ids that a query finds with this configuration. */
async function found(files: Files, config: string, query: string, options = ALL): Promise<readonly string[]> {
  const { workspace } = await openProject({ ...files, ".ra.toml": config });
  return await idsOf(workspace, query, options);
}
const sorted = (ids: readonly string[]): readonly string[] => [...ids].sort();
const chunkIds = async (files: Files, config: string) =>
  (await (await openProject({ ...files, ".ra.toml": config })).workspace.list("chunks")).map(({ id }) => id);

const seen = new Set<string>();
function keyTest(key: string, what: string, run: () => Promise<void>): void {
  seen.add(key);
  test(`${key} ${what}`, run);
}

keyTest("root", "ends the search for configuration files", async () => {
  const above = (root: string) => ({
    ".ra.toml": DOCS,
    "docs/a.md": "# A\nneedle\n",
    "sub/.ra.toml": `${root}[tree.sub]\npath = "."\n`,
    "sub/b.md": "# B\nneedle\n",
  });
  for (const [root, trees] of [["root = true\n", ["sub"]], ["root = false\n", ["docs", "sub"]]] as const) {
    const fs = createFiles(above(root));
    const { open } = await import("../../src/workspace.ts");
    const workspace = await open("/project/sub", { fs, home: null });
    assert.deepEqual(sorted(workspace.config.trees.map(({ name }) => name)), trees);
    assert.equal((await idsOf(workspace, "needle", ALL)).length, trees.length);
  }
});

const GLOBS: Files = {
  "docs/a.md": "# A\nneedle\n",
  "docs/b.textile": "needle\n",
  "docs/sub/c.md": "# C\nneedle\n",
  "docs/.gitignore": "a.md\n",
  "other/d.md": "# D\nneedle\n",
};

keyTest("tree.NAME.path", "locates the documents", async () => {
  assert.deepEqual(await found(GLOBS, '[tree.t]\npath = "other"\n', "needle"), ["t:d.md#d"]);
  assert.deepEqual(await found(GLOBS, '[tree.t]\npath = "/project/docs/sub"\n', "needle"), ["t:c.md#c"]);
});

keyTest("tree.NAME.include", "selects the files", async () => {
  assert.deepEqual(sorted(await found(GLOBS, DOCS, "needle")), ["docs:sub/c.md#c"]);
  assert.deepEqual(sorted(await found(GLOBS, `${DOCS}include = ["*.textile"]\n`, "needle")), ["docs:b.textile"]);
});

keyTest("tree.NAME.exclude", "leaves files out", async () => {
  assert.deepEqual(await found(GLOBS, `${DOCS}include = ["**/*"]\nexclude = ["sub/**"]\n`, "needle"), [
    "docs:b.textile",
  ]);
});

keyTest("tree.NAME.versions", "names folders of the tree, which check() looks for", async () => {
  assert.deepEqual(await notesOf('versions = ["sub", "v1", "."]\n'), [
    'tree docs: versions names "v1", and there is no such folder',
  ]);
});

keyTest("tree.NAME.locales.CODE", "names folders of the tree, which check() looks for", async () => {
  assert.deepEqual(await notesOf('locales = { en = "", de = "sub", "pt-BR" = "i18n/pt" }\n'), [
    'tree docs: locales.pt-BR names "i18n/pt", and there is no such folder',
  ]);
});

keyTest("tree.NAME.format.GLOB", "reads files as another format", async () => {
  const files = {
    "docs/a.txt": "One\n===\n\nneedle\n\nTwo\n---\n\nmore\n\n.. needle\n",
    "docs/b.txt": "Two\n===\n\nneedle\n",
  };
  // In plain text, two dots begin no comment.
  assert.deepEqual(sorted(await found(files, DOCS, "needle")), ["docs:a.txt#one", "docs:a.txt#two", "docs:b.txt#two"]);
  assert.deepEqual(sorted(await found(files, `${DOCS}format = { "a.*" = "rst" }\n`, "needle")), [
    "docs:a.txt#one",
    "docs:b.txt#two",
  ]);
});

keyTest("tree.NAME.gitignore", "honours ignore files or not", async () => {
  assert.deepEqual(sorted(await found(GLOBS, `${DOCS}gitignore = false\n`, "needle")), [
    "docs:a.md#a",
    "docs:sub/c.md#c",
  ]);
});

async function notesOf(config: string): Promise<readonly string[]> {
  const { workspace } = await openProject({ ...GLOBS, ".ra.toml": DOCS + config });
  const { issues } = await workspace.check();
  return issues.filter(({ code }) => code === "folder-missing").map(({ message }) => message);
}

const SECTIONS: Files = { "docs/a.md": `# A\nalpha one.\n\n## B\nbeta two.\n\n## C\ngamma three.\n` };

keyTest("tree.NAME.chunking", "chooses the strategy", async () => {
  const ids: Readonly<Record<string, readonly string[]>> = {
    headings: ["docs:a.md", "docs:a.md#a", "docs:a.md#b", "docs:a.md#c"],
    adaptive: ["docs:a.md", "docs:a.md#preamble"],
    leaves: ["docs:a.md", "docs:a.md#preamble"],
    code: ["docs:a.md", "docs:a.md#L1-L8"],
    prose: ["docs:a.md", "docs:a.md#L1-L8"],
    auto: ["docs:a.md", "docs:a.md#L1-L8"],
  };
  for (const [chunking, expected] of Object.entries(ids)) {
    assert.deepEqual(await chunkIds(SECTIONS, `${DOCS}chunking = "${chunking}"\n`), expected, chunking);
  }
});

const GERMAN: Files = { "docs/a.txt": "Häuser und Gärten\n" };

keyTest("tree.NAME.stemmer", "stems one tree's words by its language", async () => {
  assert.deepEqual(await found(GERMAN, `${DOCS}stemmer = "german"\n[search]\nfuzzy_distance = 0\n`, "Hauses"), [
    "docs:a.txt",
  ]);
  assert.deepEqual(await found(GERMAN, `${DOCS}stemmer = "none"\n[search]\nfuzzy_distance = 0\n`, "Hauses"), []);
});

const SKIPPED = { "docs/a.png": "no picture" };

async function skippedFor(config: string): Promise<readonly string[]> {
  const { workspace } = await openProject({ ...SKIPPED, ".ra.toml": `${DOCS}include = ["*.png"]\n${config}` });
  return (await workspace.update()).skipped.map(({ reason }) => reason);
}

keyTest("tree.NAME.ocr", "reads text from pictures", async () => {
  assert.match((await skippedFor('ocr = "never"\nlanguages = ["xyz"]\n'))[0]!, /^the file is not a picture/);
  for (const ocr of ["auto", "always"]) {
    assert.match((await skippedFor(`ocr = "${ocr}"\nlanguages = ["xyz"]\n`))[0]!, /^the OCR language xyz is not/);
  }
});

keyTest("tree.NAME.languages", "names the languages of OCR", async () => {
  assert.match((await skippedFor('ocr = "auto"\nlanguages = ["xyz", "deu"]\n'))[0]!, /^the OCR language xyz is not/);
  assert.match((await skippedFor('ocr = "auto"\nlanguages = ["zyx"]\n'))[0]!, /^the OCR language zyx is not/);
});

const OWN: Files = { "docs/a.md": "---\nteam: own\n---\n# A\nneedle\n", "docs/b.md": "# B\nneedle\n" };

keyTest("tree.NAME.metadata.KEY", "gives every document a property, unless the document has it itself", async () => {
  const metadata = `${DOCS}metadata = { team = "tree", since = "2" }\n`;
  assert.deepEqual(await found(OWN, metadata, "needle meta.team:tree"), ["docs:b.md#b"]);
  assert.deepEqual(await found(OWN, metadata, "needle meta.team:own"), ["docs:a.md#a"]);
  assert.deepEqual(sorted(await found(OWN, metadata, "needle meta.since:2")), ["docs:a.md#a", "docs:b.md#b"]);
  assert.deepEqual(await found(OWN, DOCS, "needle meta.team:tree"), []);
});

keyTest("tree.NAME.notebook_outputs", "reads what the code of notebooks printed", async () => {
  const outputs = [{ output_type: "stream", text: "needle\n" }];
  const files = {
    "docs/a.ipynb": JSON.stringify({ cells: [{ cell_type: "code", source: "run()", outputs }], metadata: {} }),
  };
  assert.deepEqual(await found(files, DOCS, "needle"), []);
  assert.deepEqual(await found(files, `${DOCS}notebook_outputs = true\n`, "needle"), ["docs:a.ipynb"]);
});

keyTest("tree.NAME.base_url", "is where the site of the tree begins", async () => {
  const page = "https://docs.example.org/v2/b/";
  const resolvedWith = async (keys: string) => {
    const { workspace } = await openProject({ ".ra.toml": DOCS + keys, "docs/a.md": "# A\n", "docs/b.md": "# B\n" });
    return (await workspace.resolve([page], { from: "docs:a.md" })).map((target) => target?.id);
  };
  assert.deepEqual(await resolvedWith(""), [undefined]);
  assert.deepEqual(await resolvedWith('base_url = "https://docs.example.org/v2/"\n'), ["docs:b.md"]);
});

keyTest("tree.NAME.source_records", "takes from beside a text where it comes from", async () => {
  const text = "# Lever\n\nneedle\n";
  const record = {
    source_id: "site",
    source_type: "web",
    repo: null,
    url: "https://example.com/lever",
    path: "/lever",
    title: "Lever",
    fetched_at: null,
    sha256: sha256(new TextEncoder().encode(text)),
    unit: null,
    parts: [],
    metadata: { team: "kitchen" },
  } as const;
  const files = { "docs/a.md": text, "docs/a.md.source.json": new TextDecoder().decode(encodeRecord(record)) };
  const query = "needle meta.team:kitchen";
  assert.deepEqual(await found(files, DOCS, query), []);
  assert.deepEqual(await found(files, `${DOCS}source_records = true\n`, query), ["docs:a.md#lever"]);
});

keyTest("search.stemmer", "stems every tree's words", async () => {
  assert.deepEqual(await found(GERMAN, `${DOCS}[search]\nfuzzy_distance = 0\nstemmer = "german"\n`, "Hauses"), [
    "docs:a.txt",
  ]);
  assert.deepEqual(await found({ "docs/a.txt": "connections" }, `${DOCS}[search]\nfuzzy_distance = 0\n`, "connected"), [
    "docs:a.txt",
  ]);
  assert.deepEqual(
    await found(
      { "docs/a.txt": "connections" },
      `${DOCS}[search]\nfuzzy_distance = 0\nstemmer = "none"\n`,
      "connected",
    ),
    [],
  );
});

const MANY: Files = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [`docs/f${String(at).padStart(2, "0")}.txt`, "the needle\n"]),
);

keyTest("settings.default_limit", "limits the number of results", async () => {
  assert.equal((await found(MANY, `${DOCS}[settings]\ndefault_limit = 3\n`, "needle", {})).length, 3);
  assert.equal((await found(MANY, DOCS, "needle", {})).length, 5);
});

keyTest("settings.local_boost", "multiplies the scores of local trees", async () => {
  const score = async (config: string) =>
    (await searchOne((await openProject({ ...GERMAN, ".ra.toml": config })).workspace, "Häuser", ALL)).results[0]!
      .score!;
  const ratio = (await score(`${DOCS}[settings]\nlocal_boost = 4\n`)) /
    (await score(`${DOCS}[settings]\nlocal_boost = 1\n`));
  assert.ok(Math.abs(ratio - 4) < 1e-4, `${ratio}`);
});

keyTest("settings.max_chunk_size", "sets the size from which check() warns about a section", async () => {
  const files = { "docs/a.md": `# A\n${"word ".repeat(30)}\n` };
  const codes = async (config: string) =>
    (await (await openProject({ ...files, ".ra.toml": config })).workspace.check()).issues.map(({ code }) => code);
  assert.deepEqual(await codes(`${DOCS}[settings]\nmax_chunk_size = 100\n`), ["chunk-too-long"]);
  assert.deepEqual(await codes(DOCS), []);
});

keyTest("settings.min_chunk_size", "sets the size from which adaptive chunking cuts", async () => {
  const adaptive = `${DOCS}chunking = "adaptive"\n`;
  assert.deepEqual(await chunkIds(SECTIONS, `${adaptive}[settings]\nmin_chunk_size = 10\n`), [
    "docs:a.md",
    "docs:a.md#preamble",
    "docs:a.md#b",
    "docs:a.md#c",
  ]);
  assert.deepEqual(await chunkIds(SECTIONS, adaptive), ["docs:a.md", "docs:a.md#preamble"]);
});

keyTest("search.fuzzy_distance", "limits the mistakes in a word", async () => {
  const files = { "docs/a.txt": "performance documentation\n" };
  const at = (distance: number) =>
    found(files, `${DOCS}[search]\nfuzzy_distance = ${distance}\nstemmer = "none"\n`, "preformanec");
  assert.deepEqual([await at(0), await at(1), await at(2)], [[], [], ["docs:a.txt"]]);
  const one = (distance: number) =>
    found(files, `${DOCS}[search]\nfuzzy_distance = ${distance}\nstemmer = "none"\n`, "performnace");
  assert.deepEqual([await one(0), await one(1)], [[], ["docs:a.txt"]]);
  const long = (distance: number) =>
    found(files, `${DOCS}[search]\nfuzzy_distance = ${distance}\nstemmer = "none"\n`, "dokumentatoin");
  assert.deepEqual([await long(0), await long(1)], [[], ["docs:a.txt"]]);
});

keyTest("search.candidate_limit", "limits the matches that the later phases see", async () => {
  const candidates = async (config: string) =>
    (await searchOne((await openProject({ ...MANY, ".ra.toml": config })).workspace, "needle", {
      explain: true,
      limit: 1,
    })).explain!.phases.candidates;
  assert.equal(await candidates(`${DOCS}[search]\ncandidate_limit = 7\n`), 7);
  assert.equal(await candidates(DOCS), 30);
});

keyTest("search.cutoff_ratio", "sets where results end", async () => {
  const files = { "docs/a.txt": "needle needle needle", "docs/b.txt": `${"other words ".repeat(300)} needle` };
  assert.deepEqual(await found(files, `${DOCS}[search]\ncutoff_ratio = 0.9\n`, "needle", {}), ["docs:a.txt"]);
  assert.deepEqual(await found(files, `${DOCS}[search]\ncutoff_ratio = 0\n`, "needle", {}), [
    "docs:a.txt",
    "docs:b.txt",
  ]);
});

keyTest("search.max_results", "limits the results when scores do not drop", async () => {
  assert.equal(
    (await found(MANY, `${DOCS}[search]\nmax_results = 7\n[settings]\ndefault_limit = 4\n`, "needle", { sort: "path" }))
      .length,
    4,
  );
  const aggregated = async (config: string) =>
    (await searchOne((await openProject({ ...MANY, ".ra.toml": config })).workspace, "needle", {
      explain: true,
      limit: 1,
    })).explain!.phases.cut;
  assert.equal(await aggregated(`${DOCS}[search]\nmax_results = 7\n`), 7);
  assert.equal(await aggregated(DOCS), 20);
});

keyTest("search.aggregation_threshold", "sets the share of matching children that the parent replaces", async () => {
  const files = { "docs/a.md": "# A\nneedle\n# B\nneedle\n# C\nx\n# D\nx\n# E\nx\n" };
  assert.deepEqual(await found(files, `${DOCS}[search]\naggregation_threshold = 0.4\n`, "body:needle", {}), [
    "docs:a.md",
  ]);
  assert.deepEqual(sorted(await found(files, DOCS, "body:needle", {})), ["docs:a.md#a", "docs:a.md#b"]);
});

keyTest("search.match", "finds sections with any or all of the words", async () => {
  const files = { "docs/a.txt": "alpha beta" };
  assert.deepEqual(await found(files, DOCS, "alpha zebra"), ["docs:a.txt"]);
  assert.deepEqual(await found(files, `${DOCS}[search]\nmatch = "all"\n`, "alpha zebra"), []);
});

keyTest("search.feedback", "also finds what the best documents have in common", async () => {
  const others = Array.from({ length: 30 }, (_, at) => [`docs/${at}.txt`, `page${at}`]);
  const files = {
    ...Object.fromEntries(others),
    "docs/a.txt": "gutter downspout",
    "docs/b.txt": "gutter downspout",
    "docs/c.txt": "downspout",
  };
  assert.deepEqual(await found(files, DOCS, "gutter"), ["docs:a.txt", "docs:b.txt", "docs:c.txt"]);
  assert.deepEqual(await found(files, `${DOCS}[search]\nfeedback = false\n`, "gutter"), ["docs:a.txt", "docs:b.txt"]);
});

// Two of five sections match, so aggregation at 0.5 keeps them separate, but two are enough for a merge.
const FIVE: Files = { "docs/a.md": `# Top\nx\n## A\nneedle\n## B\nneedle\n## C\nx\n## D\nx\n## E\nx\n` };
const merged = async (settings: string, files = FIVE) => {
  const { workspace } = await openProject({ ...files, ".ra.toml": `${DOCS}[search]\ncutoff_ratio = 0\n${settings}` });
  return (await searchOne(workspace, "body:needle", { explain: true })).results;
};
const NESTED: Files = {
  "docs/a.md": `x\n# Top\nx\n## Sub\nx\n### A\nneedle\n### B\nneedle\n### C\nx\n### D\nx\n### E\nx\n`,
};

keyTest("search.merge_threshold", "sets how many matching subsections merge into their section", async () => {
  assert.deepEqual(sorted((await merged("")).map(({ id }) => id)), ["docs:a.md#a", "docs:a.md#b"]);
  assert.deepEqual((await merged("merge_threshold = 2\nmax_merge_depth = 1\n")).map(({ id }) => id), ["docs:a.md#top"]);
  assert.deepEqual(sorted((await merged("merge_threshold = 3\nmax_merge_depth = 1\n")).map(({ id }) => id)), [
    "docs:a.md#a",
    "docs:a.md#b",
  ]);
  // Any other merge setting turns merging on with a threshold of two.
  assert.deepEqual((await merged("max_merge_depth = 1\n")).map(({ id }) => id), ["docs:a.md#top"]);
});

keyTest("search.merge_bonus", "raises a merged section's score for each subsection", async () => {
  const best = async (bonus: string) => {
    const [result] = await merged(`max_merge_depth = 1\n${bonus}`);
    return result!.score! / Math.max(...result!.constituents!.map(({ score }) => score));
  };
  assert.ok(Math.abs((await best("")) - 1.2) < 1e-6);
  assert.ok(Math.abs((await best("merge_bonus = 0.5\n")) - 2) < 1e-6);
  assert.ok(Math.abs((await best("merge_bonus = 0\n")) - 1) < 1e-6);
});

keyTest("search.max_merge_depth", "sets the level up to which sections merge", async () => {
  assert.deepEqual((await merged("merge_bonus = 0.1\n", NESTED)).map(({ id }) => id), ["docs:a.md#sub"]);
  assert.deepEqual((await merged("max_merge_depth = 2\n", NESTED)).map(({ id }) => id), ["docs:a.md#sub"]);
  assert.deepEqual(sorted((await merged("max_merge_depth = 3\n", NESTED)).map(({ id }) => id)), [
    "docs:a.md#a",
    "docs:a.md#b",
  ]);
  assert.deepEqual((await merged("max_merge_depth = 0\nmerge_threshold = 1\n", NESTED)).map(({ id }) => id), [
    "docs:a.md",
  ]);
});

test("the merge settings replace the threshold among the parameters of an explanation", async () => {
  const parameters = async (settings: string) => {
    const { workspace } = await openProject({ ...FIVE, ".ra.toml": `${DOCS}[search]\n${settings}` });
    return (await searchOne(workspace, "needle", { explain: true })).explain!.parameters;
  };
  const { merge_threshold, merge_bonus, max_merge_depth, aggregation_threshold } = await parameters(
    "merge_bonus = 0.3\n",
  );
  assert.deepEqual([merge_threshold, merge_bonus, max_merge_depth, aggregation_threshold], [2, 0.3, 2, undefined]);
  assert.equal((await parameters(""))["merge_threshold"], undefined);
});

/** No title or file name equals the query, because that result would come first whatever the boosts. */
const FIELDS: Files = {
  "docs/title.md": "---\ntitle: The needle here\n---\nplain text of some words\n",
  "docs/tags.md": "---\ntags: [needle]\ntitle: One\n---\nplain text of some words\n",
  "docs/needle-file.md": "---\ntitle: Two\n---\nplain text of some words\n",
  "docs/sub/x-needle-y/k.md": "---\ntitle: Three\n---\nplain text of some words\n",
  "docs/body.md": "---\ntitle: Four\n---\nneedle text of some words\n",
};
const BOOSTS = {
  title: "docs:title.md",
  tags: "docs:tags.md",
  path_components: "docs:sub/x-needle-y/k.md",
  body: "docs:body.md",
} as const;
for (const [field, first] of Object.entries(BOOSTS)) {
  keyTest(`search.boost.${field}`, "weighs matches in its field, and 0 removes the field from the score", async () => {
    assert.equal(
      (await found(FIELDS, `${DOCS}[search.boost]\n${field} = 1000\n`, "needle"))[0],
      field === "path_components" ? "docs:needle-file.md" : first,
    );
    const { workspace } = await openProject({ ...FIELDS, ".ra.toml": `${DOCS}[search.boost]\n${field} = 0\n` });
    const last = (await searchOne(workspace, "needle", ALL)).results.find(({ id }) => id === first);
    if (field !== "path_components") assert.equal(last?.score ?? 0, 0);
  });
}

keyTest("search.boost.path", "weighs matches in the path", async () => {
  const score = async (value: number) => {
    const { workspace } = await openProject({
      ...FIELDS,
      ".ra.toml": `${DOCS}[search.boost]\npath = ${value}\npath_components = 0\n`,
    });
    return (await searchOne(workspace, "needle", ALL)).results.find(({ id }) => id === "docs:needle-file.md")?.score ??
      0;
  };
  assert.equal(await score(0), 0);
  const [one, four] = [await score(1), await score(4)];
  assert.ok(one > 0 && four > one, `${one} ${four}`);
});

const LONG: Files = {
  "docs/a.md": `# A\n${"Some words in a sentence. ".repeat(20)}\n\n${
    "Another sentence of words. ".repeat(20)
  }\n## B\nshort text\n`,
};
const leaves = (sizes: string) => `${DOCS}chunking = "leaves"\n[chunking]\n${sizes}`;

keyTest("chunking.max_leaf_chars", "cuts long sections", async () => {
  const base = "min_document_chars = 0\nmin_leaf_chars = 0\n";
  assert.deepEqual(
    (await chunkIds(LONG, leaves(`${base}max_leaf_chars = 600\n`))).filter((id) => id.includes("part")),
    ["docs:a.md#a-part-1", "docs:a.md#a-part-2"],
  );
  assert.deepEqual(
    (await chunkIds(LONG, leaves(`${base}max_leaf_chars = 5000\n`))).filter((id) => id.includes("part")),
    [],
  );
});

keyTest("chunking.min_leaf_chars", "joins short sections to the one around them", async () => {
  const base = "min_document_chars = 0\nmax_leaf_chars = 5000\n";
  assert.ok((await chunkIds(LONG, leaves(`${base}min_leaf_chars = 5\n`))).includes("docs:a.md#b"));
  assert.ok(!(await chunkIds(LONG, leaves(`${base}min_leaf_chars = 100\n`))).includes("docs:a.md#b"));
});

keyTest("chunking.min_document_chars", "leaves short documents whole", async () => {
  assert.deepEqual(await chunkIds(LONG, leaves("min_document_chars = 100000\n")), ["docs:a.md", "docs:a.md#preamble"]);
  assert.ok((await chunkIds(LONG, leaves("min_document_chars = 10\n"))).length > 2);
});

const LINES: Files = { "docs/a.txt": Array.from({ length: 40 }, (_, at) => `line number ${at}\n`).join("") };
const code = (sizes: string) => `${DOCS}chunking = "code"\n[chunking]\n${sizes}`;

keyTest("chunking.code_max_lines", "limits the lines of a window", async () => {
  assert.deepEqual(await chunkIds(LINES, code("code_max_lines = 20\noverlap_lines = 0\nmin_chunk_chars = 10\n")), [
    "docs:a.txt",
    "docs:a.txt#L1-L20",
    "docs:a.txt#L21-L40",
  ]);
});

keyTest("chunking.code_max_chars", "limits the characters of a window of several lines", async () => {
  assert.deepEqual(await chunkIds(LINES, code("code_max_chars = 300\noverlap_lines = 9\n")), [
    "docs:a.txt",
    "docs:a.txt#L1-L20",
    "docs:a.txt#L16-L35",
    "docs:a.txt#L31-L40",
  ]);
  const long = { "docs/a.txt": `${"word ".repeat(100)}\nshort\n` };
  assert.deepEqual(await chunkIds(long, code("code_max_chars = 10\n")), [
    "docs:a.txt",
    "docs:a.txt#L1-L1",
    "docs:a.txt#L2-L2",
  ]);
});

keyTest("chunking.overlap_lines", "sets how many lines windows share", async () => {
  assert.deepEqual(await chunkIds(LINES, code("code_max_lines = 25\noverlap_lines = 10\nmin_chunk_chars = 10\n")), [
    "docs:a.txt",
    "docs:a.txt#L1-L25",
    "docs:a.txt#L16-L40",
  ]);
});

const prose = (sizes: string) => `${DOCS}chunking = "prose"\n[chunking]\n${sizes}`;

keyTest("chunking.prose_max_chars", "limits the length of a section", async () => {
  const count = async (most: number) =>
    (await chunkIds(LONG, prose(`prose_max_chars = ${most}\nmin_chunk_chars = 10\n`))).length;
  assert.ok((await count(100)) > (await count(400)));
  assert.ok((await count(400)) > 3);
});

keyTest("chunking.min_chunk_chars", "joins pieces that are too short", async () => {
  const files = { "docs/a.md": "# A\nshort one.\n\n# B\nshort two.\n\n# C\nshort three.\n" };
  const count = async (least: number) =>
    (await chunkIds(files, prose(`prose_max_chars = 500\nmin_chunk_chars = ${least}\n`))).length;
  assert.deepEqual([await count(1), await count(400)], [4, 2]);
});

const SIZES: Readonly<Record<string, readonly [strategy: string, files: Files, few: string, many: string]>> = {
  max_leaf_chars: [
    "leaves",
    LONG,
    "max_leaf_chars = 600, min_document_chars = 0",
    "max_leaf_chars = 300, min_document_chars = 0",
  ],
  min_leaf_chars: [
    "leaves",
    LONG,
    "min_leaf_chars = 100, min_document_chars = 0",
    "min_leaf_chars = 5, min_document_chars = 0",
  ],
  min_document_chars: ["leaves", LONG, "min_document_chars = 100000", "min_document_chars = 10"],
  code_max_lines: ["code", LINES, "code_max_lines = 30", "code_max_lines = 20"],
  code_max_chars: ["code", LINES, "code_max_chars = 500", "code_max_chars = 200"],
  overlap_lines: ["code", LINES, "overlap_lines = 1, code_max_lines = 20", "overlap_lines = 15, code_max_lines = 20"],
  prose_max_chars: ["prose", LONG, "prose_max_chars = 900", "prose_max_chars = 300"],
  min_chunk_chars: [
    "prose",
    { "docs/a.md": "# A\nshort one.\n\n# B\nshort two.\n" },
    "min_chunk_chars = 400",
    "min_chunk_chars = 1",
  ],
};
for (const [size, [strategy, files, few, many]] of Object.entries(SIZES)) {
  keyTest(`tree.NAME.sizes.${size}`, "replaces the size for one tree alone", async () => {
    const [text] = Object.values(files);
    const [name] = Object.keys(files).map((path) => path.replace("docs/", ""));
    const ids = await chunkIds(
      { [`docs/${name}`]: text!, [`other/${name}`]: text! },
      `${DOCS}chunking = "${strategy}"\nsizes = { ${few} }\n` +
        `[tree.other]\npath = "other"\nchunking = "${strategy}"\nsizes = { ${many} }\n`,
    );
    const count = (tree: string): number => ids.filter((id) => id.startsWith(`${tree}:`)).length;
    assert.ok(count("other") > count("docs"), ids.join("\n"));
  });
}

test("a change of one tree's sizes indexes this tree again, and no other", async () => {
  const config = (size: number) =>
    `${DOCS}chunking = "code"\nsizes = { code_max_lines = ${size} }\n[tree.other]\npath = "other"\nchunking = "code"\n`;
  const { workspace, fs } = await openProject({ ...LINES, "other/b.txt": "b\n".repeat(9), ".ra.toml": config(20) });
  await workspace.update();
  workspace.close();
  write(fs, ".ra.toml", config(30));
  const again = await openFiles(fs);
  const { changed, unchanged } = await again.workspace.update();
  assert.deepEqual([changed, unchanged], [1, 1]);
});

keyTest("search.weight.GLOB", "weighs documents by their path", async () => {
  const files = { "docs/a.txt": "needle needle", "docs/b.txt": "a needle and more words" };
  const first = async (config: string) => (await found(files, `${DOCS}${config}`, "needle"))[0];
  assert.equal(await first(""), "docs:a.txt");
  assert.equal(await first('[search.weight]\n"a.*" = 0.1\n'), "docs:b.txt");
});

keyTest("search.synonyms.WORD", "also finds documents with another word", async () => {
  const files = { "docs/a.txt": "kubernetes pods", "docs/b.txt": "nothing" };
  assert.deepEqual(await found(files, DOCS, "k8s"), []);
  assert.deepEqual(await found(files, `${DOCS}[search.synonyms]\nk8s = ["kubernetes"]\n`, "k8s"), ["docs:a.txt"]);
});

const outcome = async (keys: string) => {
  const files = {
    "docs/a.txt": "needle needle",
    "docs/b.txt": "a needle and more words",
    ".ra.toml": `${DOCS}[[test]]\n${keys}`,
  };
  return (await (await openProject(files)).workspace.test()).tests[0]!;
};

const PAGES: Files = {
  "docs/a.md": "# Alpha\nlemon lemon curd\n",
  "docs/b.md": "# Beta\nmelon melon jam\n",
  "docs/c.md": "# Gamma\nurn\n",
  "docs/d.md": "# Delta\nextraordinarily\n",
  "docs/e.md": "# Epsilon\nrust\n",
  "more/a.md": "# Again\nlemon\n",
  "src/x.txt": "lemon lemon melon urn urn extraordinarily extraordinarily",
  "src/y.rs": "",
  "src/lemon.txt": "",
};
const TREES = `${DOCS}[tree.more]\npath = "more"\n`;
/** Returns the documents that a source file leads to with this configuration. */
async function contextOf(config: string, file = "src/x.txt", options: ContextOptions = {}): Promise<readonly string[]> {
  const { workspace } = await openProject({ ...PAGES, ".ra.toml": config });
  return sorted((await workspace.context(file, options)).queries[0]!.results.map(({ doc_id }) => doc_id));
}
const ALL_FOUND = ["docs:a.md", "docs:b.md", "docs:d.md"];

keyTest("context.limit", "limits the results", async () => {
  assert.deepEqual(await contextOf(DOCS), ALL_FOUND);
  assert.equal((await contextOf(`${DOCS}[context]\nlimit = 1\n`)).length, 1);
});

keyTest("context.terms", "limits the search terms", async () => {
  assert.deepEqual(await contextOf(`${DOCS}[context]\nterms = 1\n`), ["docs:d.md"]);
  assert.deepEqual(await contextOf(`${DOCS}[context]\nterms = 1\n`, "src/x.txt", { terms: 2 }), [
    "docs:a.md",
    "docs:d.md",
  ]);
});

keyTest("context.min_term_frequency", "leaves rarer words out", async () => {
  assert.deepEqual(await contextOf(`${DOCS}[context]\nmin_term_frequency = 2\n`), ["docs:a.md", "docs:d.md"]);
  assert.deepEqual(await contextOf(`${DOCS}[context]\nmin_term_frequency = 3\n`), []);
});

keyTest("context.min_word_length", "leaves shorter words out", async () => {
  assert.deepEqual(await contextOf(`${DOCS}[context]\nmin_word_length = 3\n`), [
    "docs:a.md",
    "docs:b.md",
    "docs:c.md",
    "docs:d.md",
  ]);
  assert.deepEqual(await contextOf(`${DOCS}[context]\nmin_word_length = 6\n`), ["docs:d.md"]);
});

keyTest("context.max_word_length", "leaves longer words out", async () => {
  assert.deepEqual(await contextOf(`${DOCS}[context]\nmax_word_length = 14\n`), ["docs:a.md", "docs:b.md"]);
});

keyTest("context.sample_size", "limits how much of a file ra reads", async () => {
  assert.deepEqual(await contextOf(`${DOCS}[context]\nsample_size = 15\n`), ["docs:a.md"]);
});

const rule = (lines: string): string => `${TREES}[[context.rules]]\n${lines}\n`;

keyTest("[context.rules].match", "selects the files of a rule", async () => {
  for (const [match, matches] of [["y.rs", true], ["src/*.rs", true], ["rs/*", false], ["*.py", false]] as const) {
    assert.deepEqual(
      await contextOf(rule(`match = "${match}"\nterms = ["melon"]`), "src/y.rs"),
      matches ? ["docs:b.md", "docs:e.md"] : ["docs:e.md"],
      match,
    );
  }
});

keyTest("[context.rules].trees", "limits the trees", async () => {
  assert.deepEqual(await contextOf(rule('match = "*"\ntrees = ["more"]')), ["more:a.md"]);
});

keyTest("[context.rules].terms", "adds search terms", async () => {
  assert.deepEqual(await contextOf(rule('match = "*"\nterms = ["melon jam"]'), "src/y.rs"), ["docs:b.md", "docs:e.md"]);
});

keyTest("[context.rules].include", "puts documents first", async () => {
  const { workspace } = await openProject({ ...PAGES, ".ra.toml": rule('match = "*"\ninclude = ["docs:c.md#gamma"]') });
  const { results } = (await workspace.context("src/x.txt")).queries[0]!;
  assert.deepEqual([results[0]!.id, results[0]!.included, results[0]!.score, results[1]!.included], [
    "docs:c.md#gamma",
    true,
    0,
    undefined,
  ]);
});

keyTest("context.patterns.GLOB", "replaces the built-in terms of files", async () => {
  assert.deepEqual(await contextOf(DOCS, "src/y.rs"), ["docs:e.md"]);
  assert.deepEqual(await contextOf(`${DOCS}[context.patterns]\n"*.rs" = ["melon"]\n`, "src/y.rs"), ["docs:b.md"]);
  assert.deepEqual(await contextOf(`${DOCS}[context.patterns]\n"*.rs" = []\n`, "src/y.rs"), []);
});

keyTest("[test].query", "sets the query", async () => {
  assert.equal((await outcome('query = "needle"\nexpect = "docs:b.txt"\n')).expected[0]!.rank, 2);
  assert.equal((await outcome('query = "more"\nexpect = "docs:b.txt"\n')).expected[0]!.rank, 1);
});

keyTest("[test].expect", "names the documents that the query must find", async () => {
  assert.equal((await outcome('query = "more"\nexpect = ["docs:b.txt"]\n')).passed, true);
  assert.equal((await outcome('query = "more"\nexpect = ["docs:b.txt", "docs:a.txt"]\n')).passed, false);
});

keyTest("[test].within", "limits how many results count", async () => {
  const passes = async (within: number) =>
    (await outcome(`query = "needle"\nexpect = "docs:b.txt"\nwithin = ${within}\n`)).passed;
  assert.deepEqual([await passes(1), await passes(2)], [false, true]);
});

// The models lie below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];
const HOME = "/home/ada";
const ANIMALS: Files = {
  "docs/a.md":
    "# Animals\n\n## Cat\n\nthe red cat sleeps\n\n## Dog\n\nthe green dog runs\n\n## Bird\n\nthe blue bird eats\n",
};

/** Opens the project with semantic search, and computes its vectors. */
async function withVectors<T>(
  keys: string,
  use: (workspace: Workspace, warnings: readonly string[]) => Promise<T>,
  model = "small",
): Promise<T> {
  const fs = createFiles({ ...ANIMALS, ".ra.toml": `${DOCS}[semantic]\nmodel = "${model}"\n${keys}\n` });
  await installSmallModel(fs, HOME, "small");
  await installSmallModel(fs, HOME, "other", { pooling: "cls" });
  const { open } = await import("../../src/workspace.ts");
  const warnings: string[] = [];
  const workspace = await open("/project", { fs, home: HOME, onWarning: ({ code }) => void warnings.push(code) });
  await workspace.update({ full: true });
  try {
    return await use(workspace, warnings);
  } finally {
    workspace.close();
  }
}
const scored = (keys: string, query = "cat zzz", model = "small") =>
  withVectors(`enabled = true\nfloor = 0\n${keys}`, async (workspace) => {
    const { results, explain } = await searchOne(workspace, query, { ...ALL, aggregation: false, explain: true });
    const cosines = new Map(explain!.results.map(({ id, fused }) => [id, fused?.cosine]));
    return results.map(({ id, score }) => ({ id, score, cosine: cosines.get(id) }));
  }, model);

keyTest("semantic.enabled", "computes vectors and searches by them", async () => {
  const counts = (keys: string) =>
    withVectors(keys, async (workspace) => (await workspace.status()).semantic?.embedded ?? 0);
  assert.equal(await counts(""), 0);
  assert.ok((await counts("enabled = true")) >= 3);
});

keyTest("semantic.model", "names the model", async () => {
  const cosines = async (model: string) => (await scored("", "cat zzz", model)).map(({ cosine }) => cosine);
  assert.notDeepEqual(await cosines("small"), await cosines("other"));
  const warnings = await withVectors("enabled = true", async (_, warnings) => warnings, "nowhere");
  assert.deepEqual(warnings, ["model-missing"]);
});

keyTest("semantic.weight", "sets the share of the meaning", async () => {
  const plain = await scored("weight = 0");
  assert.deepEqual(plain.map(({ id }) => id), ["docs:a.md#cat"]);
  assert.notDeepEqual(await scored("weight = 0.9"), await scored("weight = 0.1"));
});

keyTest("semantic.floor", "keeps out what is far", async () => {
  const nothing = (floor: number) =>
    withVectors(`enabled = true\nfloor = ${floor}`, (workspace) => idsOf(workspace, "zzz", ALL));
  assert.notDeepEqual(await nothing(0), []);
  assert.deepEqual(await nothing(1), []);
});

keyTest("semantic.fusion", "chooses how the lists become one", async () => {
  const weighted = await scored('fusion = "weighted"');
  const byRank = await scored('fusion = "rrf"');
  assert.deepEqual(byRank[0]!.id, weighted[0]!.id);
  assert.notDeepEqual(byRank.map(({ score }) => score), weighted.map(({ score }) => score));
});

keyTest("semantic.batch_size", "changes no vector", async () => {
  assert.deepEqual(await scored("batch_size = 1"), await scored("batch_size = 32"));
});

keyTest("semantic.query_prefix", "stands before the query", async () => {
  const [before] = await scored("");
  const [after] = await scored('query_prefix = "green dog "');
  assert.notEqual(after!.cosine, before!.cosine);
});

keyTest("semantic.passage_prefix", "stands before each section", async () => {
  const [before] = await scored("");
  const [after] = await scored('passage_prefix = "green dog "');
  assert.notEqual(after!.cosine, before!.cosine);
});

const longest = (asked: readonly Asked[]): number =>
  Math.max(...asked.flatMap(({ body: { input = [] } }) => input.map(({ length }) => length)));

for (const table of ["chunking", "tree.docs.sizes"]) {
  keyTest(`${table.replace("docs", "NAME")}.max_tokens_per_chunk`, "cuts what vectors are made of", async () => {
    const whole = longest(await askedOfService(""));
    const cut = longest(await askedOfService(`\n[${table}]\nmax_tokens_per_chunk = 3`));
    assert.ok(cut < whole, `${cut} ${whole}`);
  });
}

keyTest("settings.frozen", "leaves the index to ra rag index", async () => {
  const { workspace } = await openProject({ ...SECTIONS, ".ra.toml": `${DOCS}[settings]\nfrozen = true\n` });
  await assert.rejects(workspace.update(), { code: "usage", hint: "run: ra rag index" });
  await assert.rejects(workspace.search("one"), { code: "index-missing", hint: "run: ra rag index" });
});

/** Uses a project whose models are a service, and returns what the service was asked. */
async function askedOfService(
  keys: string,
  use: (workspace: Workspace, warnings: readonly string[]) => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly Asked[]> {
  const behave: Behaviour = ({ path, body: { documents = [] } }) =>
    path.endsWith("rerank")
      ? { body: { results: documents.map((_, index) => ({ index, relevance_score: index })) } }
      : undefined;
  const service = await startModelService(behave);
  const address = `enabled = true\nfloor = 0\nprovider = "openai"\nbase_url = "${service.address}"\n`;
  try {
    await withVectors(address + keys, use);
    return service.asked;
  } finally {
    service.close();
  }
}

keyTest("semantic.provider", "chooses what runs the model", async () => {
  const asked = await askedOfService("");
  assert.ok(asked.some(({ body }) => body.input?.some((text) => text.includes("the red cat sleeps"))));
  const warnings = await withVectors('enabled = true\nprovider = "openai"', async (_, warnings) => warnings);
  assert.deepEqual(warnings, ["embedding-failed"], "it needs an address");
});

keyTest("semantic.base_url", "is where the texts go", async () => {
  assert.deepEqual([...new Set((await askedOfService("")).map(({ path }) => path))], ["/v1/embeddings"]);
});

keyTest("semantic.api_key_env", "names the key, which needs trust", async () => {
  process.env["RA_TEST_KEY"] = "sk-1";
  try {
    const untrusted = await askedOfService('api_key_env = "RA_TEST_KEY"', async (_, warnings) => {
      assert.deepEqual(warnings, ["config-untrusted", "embedding-failed"], "address and key are left out");
    });
    assert.deepEqual(untrusted, []);
    const { open } = await import("../../src/workspace.ts");
    const service = await startModelService();
    const fs = createFiles({
      ...ANIMALS,
      ".ra.toml": `${DOCS}[semantic]\nenabled = true\nprovider = "openai"\nbase_url = "${service.address}"\n` +
        'api_key_env = "RA_TEST_KEY"\n',
    });
    const workspace = await open("/project", { fs, home: HOME, trust: true });
    await workspace.update({ full: true });
    workspace.close();
    service.close();
    assert.deepEqual([...new Set(service.asked.map(({ authorization }) => authorization))], ["Bearer sk-1"]);
  } finally {
    delete process.env["RA_TEST_KEY"];
  }
});

keyTest("semantic.dimensions", "asks the service for shorter vectors", async () => {
  assert.deepEqual([...new Set((await askedOfService("dimensions = 16")).map(({ body }) => body.dimensions))], [16]);
  assert.deepEqual([...new Set((await askedOfService("")).map(({ body }) => body.dimensions))], [undefined]);
});

keyTest("semantic.rerank", "names the reranker", async () => {
  const asked = await askedOfService('rerank = "judge"', (workspace) => workspace.search("the runs", { rerank: true }));
  const { path, body } = asked.at(-1)!;
  assert.deepEqual([path, body.model, body.query], ["/v1/rerank", "judge", "the runs"]);
});

keyTest("semantic.rerank_candidates", "says how many candidates it gets", async () => {
  for (const count of [1, 2]) {
    const asked = await askedOfService(
      `rerank = "judge"\nrerank_candidates = ${count}`,
      (workspace) => workspace.search("the runs", { rerank: true }),
    );
    assert.equal(asked.at(-1)!.body.documents?.length, count);
  }
});

keyTest("semantic.device", "is a device that onnxruntime knows", async () => {
  await assert.rejects(withVectors('device = "tpu"', () => Promise.resolve()), { code: "config-value" });
});

const GENERATION = (keys: string) => `${DOCS}[generation]\n${keys}\n`;

/** What a model is asked, and what comes of it, for a question about the animals. */
async function answered(keys: string, reply: Reply = streams(["The cat sleeps [1]."])) {
  const warnings: string[] = [];
  let asked: ScriptedEndpoint["asked"] = [];
  let made: MadeAnswer | RaError | undefined;
  await withEndpoint([reply], async (endpoint) => {
    asked = endpoint.asked;
    const config = GENERATION(keys.replaceAll("ADDRESS", endpoint.url));
    const { open } = await import("../../src/workspace.ts");
    const workspace = await open("/project", {
      fs: createFiles({ ...ANIMALS, ".ra.toml": config }),
      ...{ home: HOME, onWarning: ({ code, message }) => void warnings.push(`${code}: ${message}`), trust: true },
    });
    made = await workspace.ask("Which cat sleeps?").catch((error: RaError) => error);
    workspace.close();
  });
  return { asked, warnings, made: made as MadeAnswer, error: made as RaError };
}
const SERVICE = 'model = "m"\nbase_url = "ADDRESS"\nretries = 0\n';

keyTest("generation.model", "is asked, and without one the passages are the answer", async () => {
  const { asked, made } = await answered(SERVICE);
  assert.deepEqual(asked.map(({ body }) => body.model), ["m"]);
  assert.deepEqual([made.answer.answer, made.answer.model], ["The cat sleeps [1].", "m"]);
  assert.deepEqual(made.answer.citations.map(({ id }) => id), ["docs:a.md#cat"]);
  const without = await answered("");
  assert.deepEqual([without.asked, without.made.answer.finish], [[], "extractive"]);
  assert.match(without.made.answer.answer, /^the red cat sleeps \[1\]/);
  assert.match(without.warnings.join(), /no language model is configured/);
});

keyTest("generation.provider", "chooses what runs the model", async () => {
  const { asked, warnings, made } = await answered(`${SERVICE}provider = "local"\n`);
  assert.deepEqual([asked, made.answer.finish], [[], "extractive"]);
  assert.match(warnings.join(), /model-missing: there is no model \/project\/m/);
});

keyTest("generation.base_url", "is where the prompt goes", async () => {
  assert.deepEqual((await answered(SERVICE)).asked.map(({ path }) => path), ["/v1/chat/completions"]);
  assert.equal((await answered('model = "m"')).error.code, "generation-failed");
});

keyTest("generation.api_key_env", "names the key, which needs trust", async () => {
  process.env["RA_TEST_KEY"] = "sk-1";
  try {
    const { asked } = await answered(`${SERVICE}api_key_env = "RA_TEST_KEY"\n`);
    assert.deepEqual(asked.map(({ authorization }) => authorization), ["Bearer sk-1"]);
    const { open } = await import("../../src/workspace.ts");
    const config = GENERATION('model = "m"\nbase_url = "http://127.0.0.1:9/v1"\napi_key_env = "RA_TEST_KEY"');
    const fs = createFiles({ ...ANIMALS, ".ra.toml": config });
    const workspace = await open("/project", { fs, home: HOME });
    assert.deepEqual(workspace.config.generation.base_url, undefined);
    assert.match(
      workspace.config.warnings.map(({ message }) => message).join(),
      /`generation.api_key_env` names a key/,
    );
    workspace.close();
  } finally {
    delete process.env["RA_TEST_KEY"];
  }
});

keyTest("generation.temperature", "is sent", async () => {
  assert.deepEqual((await answered(`${SERVICE}temperature = 0.5\n`)).asked.map(({ body }) => body.temperature), [0.5]);
  assert.deepEqual((await answered(SERVICE)).asked.map(({ body }) => body.temperature), [0]);
});

keyTest("generation.max_tokens", "is sent", async () => {
  assert.deepEqual((await answered(`${SERVICE}max_tokens = 7\n`)).asked.map(({ body }) => body.max_tokens), [7]);
});

keyTest("generation.max_input_tokens", "limits the prompt", async () => {
  const { made } = await answered(`${SERVICE}max_input_tokens = 240\n`);
  assert.ok(made.answer.left_out.passages.length > 0 || made.passages.length < 3);
  assert.equal((await answered(`${SERVICE}max_input_tokens = 100\n`)).error.code, "usage");
});

keyTest("generation.timeout", "ends the wait for a service", async () => {
  const { error } = await answered(`${SERVICE}timeout = 0.2\n`, () => {});
  assert.equal(error.code, "generation-failed");
});

keyTest("generation.max_time", "ends an answer that comes slowly", async () => {
  const slow = drips(contentEvent("The cat sleeps [1]. "), 20);
  const { made, warnings } = await answered(`${SERVICE}max_time = 0.3\n`, slow);
  assert.deepEqual([made.answer.finish, made.answer.citations.length], ["cut", 1]);
  assert.match(warnings.join(), /takes longer than 0\.3 seconds \(generation\.max_time\)/);
});

keyTest("generation.retries", "asks again", async () => {
  const keys = SERVICE.replace("retries = 0", "retries = 1");
  assert.equal((await answered(keys, refuses(503, "busy"))).asked.length, 2);
  assert.equal((await answered(SERVICE, refuses(503, "busy"))).asked.length, 1);
});

keyTest("generation.fallback", "answers when the service cannot", async () => {
  const { made, warnings } = await answered(`${SERVICE}fallback = "small.gguf"\n`, refuses(503, "busy"));
  assert.equal(made.answer.finish, "extractive");
  assert.match(warnings.join(), /busy; there is no model \/project\/small\.gguf, so the passages are the answer/);
});

test("a test above covers every key of docs/configuration.md", () => {
  const page = readFileSync("docs/configuration.md", "utf8");
  const keys: string[] = [];
  let table = "";
  for (const line of page.slice(page.indexOf("## All keys")).split("\n")) {
    const heading = /^### (?:`\[(.+)\]`|Top level)/.exec(line);
    if (heading !== null) table = heading[1] === undefined ? "" : `${heading[1]}.`;
    const key = /^\| `([a-z_]+|WORD|GLOB|KEY|CODE)` \|/.exec(line);
    if (key !== null) keys.push(table + key[1]);
  }
  assert.deepEqual(sorted(keys), sorted([...seen]));
});

test("changed chunk settings apply to an existing index", async () => {
  const { workspace, fs } = await openProject({ ...SECTIONS, ".ra.toml": DOCS });
  assert.equal((await workspace.list("chunks")).length, 4);
  workspace.close();
  write(fs, ".ra.toml", `${DOCS}chunking = "adaptive"\n`);
  assert.equal((await (await openFiles(fs)).workspace.list("chunks")).length, 2);
  write(fs, ".ra.toml", `${DOCS}chunking = "adaptive"\n[settings]\nmin_chunk_size = 1\n`);
  assert.equal((await (await openFiles(fs)).workspace.list("chunks")).length, 4);
});
