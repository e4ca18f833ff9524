import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { createMemoryFileSystem, type MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { open, type OpenOptions, type SearchOptions, type Workspace } from "../../src/workspace.ts";
import type { ConfigData } from "../../src/config/config.ts";
import { removeModel } from "../../src/models/installed/list_models.ts";
import { readModelCard, storedName } from "../../src/models/installed/read_model.ts";
import { installSmallModel } from "./installed_model.ts";
import { OVERFLOWS } from "./small_model.ts";

// The user's data folder is the one below the home directory that a test names.
delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const FILES = {
  "docs/animals.md": "# Animals\n\nAbout them.\n\n## Cat\n\nthe red cat sleeps\n\n## Dog\n\nthe green dog runs\n",
  "docs/birds.md": "# Birds\n\nthe blue bird eats\n",
};

interface Asked {
  readonly model?: string;
  readonly semantic?: ConfigData["semantic"];
  /** Takes the configuration from the files of the project. */
  readonly fromFiles?: boolean;
}

async function project(files: Readonly<Record<string, string>> = FILES, model = true): Promise<MemoryFileSystem> {
  const start = Date.now() * 1e6 - 86_400e9;
  let ticks = 0;
  const fs = createMemoryFileSystem(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`/project/${path}`, text])),
    { nowNs: () => start + ++ticks * 3_001_234_567 },
  );
  if (model) await installSmallModel(fs, HOME, "small");
  return fs;
}

async function use<T>(
  fs: MemoryFileSystem,
  work: (workspace: Workspace, warnings: string[]) => Promise<T>,
  { model = "small", semantic = {}, fromFiles = false }: Asked = {},
  options: Partial<OpenOptions> = {},
): Promise<T> {
  const warnings: string[] = [];
  const workspace = await open("/project", {
    ...(fromFiles
      ? {}
      : { config: { tree: { docs: { path: "docs" } }, semantic: { enabled: true, model, floor: 0, ...semantic } } }),
    fs,
    home: HOME,
    onWarning: ({ code, message }) => void warnings.push(`${code}: ${message}`),
    ...options,
  });
  try {
    return await work(workspace, warnings);
  } finally {
    workspace.close();
  }
}

const write = (fs: MemoryFileSystem, path: string, text: string): void =>
  fs.writeFile(`/project/${path}`, new TextEncoder().encode(text));
const counts = async (workspace: Workspace) => (await workspace.status()).semantic;

test("update() gives each section with text a vector, and a search finds one that has no word of the query", async () => {
  await use(await project(), async (workspace, warnings) => {
    await workspace.update({ full: true });
    const { semantic } = await workspace.status();
    assert.equal(semantic!.model, "small");
    assert.deepEqual([semantic!.pending, semantic!.failed], [0, 0]);
    const { queries: [entry] } = await workspace.search("sleeps zzz", { semantic: true, limit: 10, cutoffRatio: 0 });
    const ids = entry!.results.map(({ id }) => id);
    assert.ok(ids.includes("docs:animals.md#cat") || ids.includes("docs:animals.md"));
    const { queries: [nothing] } = await workspace.search("zzz", { lexical: true });
    assert.deepEqual(nothing!.results, []);
    const { queries: [near] } = await workspace.search("zzz", { semantic: true, cutoffRatio: 0 });
    assert.ok(near!.results.length > 0);
    for (const result of near!.results) {
      assert.equal(result.by, "meaning");
      assert.equal(result.match_ranges, undefined);
      assert.deepEqual(result.snippet?.ranges, []);
    }
    assert.equal(near!.total_matches, 0);
    assert.equal(near!.zero_hits, undefined);
    assert.deepEqual(warnings, []);
  });
});

test("a search finds nothing by meaning below the floor", async () => {
  await use(await project(), async (workspace) => {
    await workspace.update({ full: true });
    const { queries: [entry] } = await workspace.search("zzz");
    assert.deepEqual(entry!.results, []);
    assert.ok(entry!.zero_hits !== undefined);
  }, { semantic: { floor: 1 } });
});

test("filters, phrases and negations are exact, also by meaning", async () => {
  await use(await project(), async (workspace) => {
    await workspace.update({ full: true });
    const ids = async (query: string) =>
      (await workspace.search(query, { semantic: true, limit: 50, cutoffRatio: 0, aggregation: false }))
        .queries[0]!.results.map(({ id }) => id).sort();
    assert.ok((await ids("zzz")).includes("docs:animals.md#cat"));
    assert.ok((await ids("zzz path:birds")).every((id) => id.startsWith("docs:birds.md")));
    assert.ok(!(await ids("zzz -red")).includes("docs:animals.md#cat"));
    assert.deepEqual(await ids('zzz "red cat"'), ["docs:animals.md#cat"]);
  });
});

test("a search embeds a few changed sections itself, and none twice", async () => {
  const fs = await project();
  await use(fs, async (workspace, warnings) => {
    await workspace.update({ full: true });
    write(fs, "docs/birds.md", "# Birds\n\nthe red bird sleeps\n");
    await workspace.search("eats blue");
    assert.deepEqual((await counts(workspace))!.pending, 0);
    assert.deepEqual(warnings, []);
  });
});

test("a model that is missing is a warning, and the answer is that of words alone", async () => {
  const fs = await project(FILES, false);
  await use(fs, async (workspace, warnings) => {
    const reason = 'there is no model "small" (ra model list shows all; ra model add adds one)';
    const { queries: [byWords] } = await workspace.search("cat", { lexical: true });
    assert.deepEqual(warnings, []);
    for (const said of [1, 2, 3]) {
      const { queries: [found] } = await workspace.search("cat");
      assert.deepEqual(found, { ...byWords, lists_missing: [{ list: "meaning", reason }] });
      assert.deepEqual(warnings, Array(said).fill(`list-missing: searched by words alone: ${reason}`));
    }
    assert.equal((await counts(workspace))!.embedded, 0);
    await assert.rejects(workspace.update({ semantic: true }), { code: "model-missing" });
    await workspace.update({ full: true });
  });
});

test("a model that is removed while it is used still answers there, and words answer afterwards", async () => {
  const fs = await project();
  await use(fs, async (workspace, warnings) => {
    await workspace.update({ full: true });
    const found = await workspace.search("zzz", { semantic: true });
    await removeModel(fs, HOME, "small");
    assert.deepEqual(await workspace.search("zzz", { semantic: true }), found);
    const { queries: [entry] } = await workspace.search("yyy", { semantic: true });
    assert.ok(entry!.results.every(({ by }) => by === "meaning") && entry!.results.length > 0);
    assert.deepEqual(warnings, []);
  });
  await use(fs, async (workspace, warnings) => {
    const ids = async (options: SearchOptions) =>
      (await workspace.search("cat", options)).queries[0]!.results.map(({ id }) => id);
    assert.deepEqual(await ids({}), await ids({ lexical: true }));
    assert.match(warnings.join("\n"), /^list-missing: searched by words alone: there is no model "small"/);
  });
});

test("another model makes its own vectors, and never mixes them with those of the first", async () => {
  const fs = await project();
  await installSmallModel(fs, HOME, "other", { pooling: "cls" });
  const first = await use(fs, async (workspace) => {
    await workspace.update({ full: true });
    return await counts(workspace);
  });
  await use(fs, async (workspace) => {
    const before = await counts(workspace);
    assert.deepEqual([before!.embedded, before!.pending], [0, first!.embedded]);
    await workspace.update({ semantic: true });
    assert.deepEqual(await counts(workspace), { ...first, model: "other" });
  }, { model: "other" });
  await use(fs, async (workspace) => assert.equal((await counts(workspace))!.embedded, 0));
});

test("what was computed before comes from the cache: after a rebuild, a move and a return", async () => {
  const fs = await project();
  const folder = `${HOME}/.local/share/ra/vectors`;
  const packs = () => fs.readDirectory(folder).map(({ name }) => name).sort();
  await use(fs, async (workspace) => {
    await workspace.update({ full: true });
    const before = packs();
    assert.ok(before.length > 0);
    await workspace.update({ full: true });
    fs.rename("/project/docs/birds.md", "/project/docs/moved.md");
    await workspace.update({ semantic: true });
    assert.equal((await counts(workspace))!.pending, 0);
    assert.deepEqual(packs(), before, "nothing new was computed");
  });
});

test("a text that the model cannot embed is counted, does not stop the others, and is tried again", async () => {
  const fs = await project({ ...FILES, "docs/odd.md": `# Odd\n\n${OVERFLOWS}\n` });
  await use(fs, async (workspace, warnings) => {
    await workspace.update({ full: true });
    const { pending, failed, embedded } = (await counts(workspace))!;
    assert.deepEqual([pending, failed], [0, 1]);
    assert.ok(embedded > 0);
    assert.equal(warnings.length, 2);
    assert.match(warnings[0]!, /^vectors-failed: docs:odd\.md:1-3 was not embedded: /);
    assert.equal(
      warnings[1],
      "vectors-failed: the model could not embed 1 section; searches find it by its words, and ra update tries again",
    );
    write(fs, "docs/odd.md", "# Odd\n\nthe red dog\n");
    await workspace.update({ semantic: true });
    assert.deepEqual((await counts(workspace))!.failed, 0);
  });
});

test("a search says how many sections wait, and `--no-update` embeds none", async () => {
  const sections = Array.from({ length: 40 }, (_, at) => `## S${at}\n\nthe red cat runs ${"x".repeat(at + 1)}\n`);
  const fs = await project({ "docs/many.md": `# Many\n\n${sections.join("\n")}` });
  await use(fs, async (workspace, warnings) => {
    const ask = async (query: string) => (await workspace.search(query)).queries[0]!;
    const { lists } = await ask("what cat");
    const { pending } = (await counts(workspace))!;
    assert.ok(pending >= 24);
    const reason = `${pending} of 42 sections have no vector: run ra update --semantic`;
    const lists_missing = [{ list: "meaning", reason }];
    assert.deepEqual(lists, ["words"], "none has a vector yet");
    for (const query of ["what cat", "what runs"]) {
      const entry = await ask(query);
      assert.deepEqual([entry.lists, entry.lists_missing], [["words"], lists_missing]);
    }
    // Words alone answer what stands in a document; that sections wait is said there too.
    const verbatim = await ask("cat");
    assert.deepEqual(verbatim.lists, ["words"]);
    assert.match(verbatim.lists_missing![0]!.reason, new RegExp(`^the query stands in .*; ${reason}$`));
    assert.deepEqual(warnings.slice(0, 3), Array(3).fill(`list-missing: searched by words alone: ${reason}`));
    await workspace.update({ semantic: true });
    assert.equal((await counts(workspace))!.pending, 0);
    write(fs, "docs/more.md", `# More\n\n${sections.join("\n").replaceAll("red cat", "green cat")}`);
    const part = await ask("what cat");
    assert.deepEqual(part.lists, ["words", "meaning"]);
    assert.deepEqual(part.lists_missing, [{ list: "meaning", reason: reason.replace("of 42", "of 84") }]);
    await workspace.update({ semantic: true });
    const whole = await ask("what cat");
    assert.deepEqual([whole.lists, whole.lists_missing], [["words", "meaning"], undefined]);
    assert.equal(warnings.length, 5);
  });
});

test("sections of a tree that is left out keep their vectors, wait for none, and count nowhere", async () => {
  const semantic = '[semantic]\nenabled = true\nmodel = "small"\nfloor = 0\n';
  const trees = '[tree.docs]\npath = "docs"\n[tree.out]\npath = "/elsewhere"\n';
  const fs = await project({ ...FILES, ".ra.toml": trees + semantic });
  fs.makeDirectory("/elsewhere");
  fs.writeFile("/elsewhere/cow.md", new TextEncoder().encode("# Cow\n\nthe red cow sleeps\n"));
  const files: Asked = { fromFiles: true };
  const whole = { trust: true };
  const found = async (workspace: Workspace) => {
    const { queries: [entry] } = await workspace.search("zzz", { semantic: true, limit: 50, cutoffRatio: 0 });
    return entry!.results.map(({ id, score }) => [id, score] as const);
  };
  await use(fs, async (workspace) => void await workspace.update({ full: true }), files, whole);
  const all = await use(fs, found, files, whole);
  assert.ok(all.some(([id]) => id.startsWith("out:")));
  // A section that waits when the tree is left out gets its vector when the tree is back.
  fs.writeFile("/elsewhere/hen.md", new TextEncoder().encode("# Hen\n\nthe blue hen eats\n"));
  await use(fs, async (workspace) => void await workspace.list("docs"), files, whole);
  await use(fs, async (workspace, warnings) => {
    const own = (await found(workspace)).map(([id]) => id);
    assert.ok(own.length > 0 && own.every((id) => id.startsWith("docs:")), own.join(" "));
    const { embedded, pending } = (await counts(workspace))!;
    assert.deepEqual([embedded, pending], [(await workspace.list("chunks")).length, 0]);
    write(fs, "docs/birds.md", "# Birds\n\nthe green bird sleeps\n");
    await workspace.update({ semantic: true });
    await workspace.update({ full: true });
    assert.equal((await counts(workspace))!.pending, 0);
    assert.deepEqual(warnings.filter((warning) => !warning.startsWith("config-untrusted")), []);
  }, files);
  const back = await use(fs, counts, files, whole);
  assert.equal(back!.pending, 2, "both sections of hen.md, and none that had a vector");
  write(fs, "docs/birds.md", FILES["docs/birds.md"]);
  fs.removeFile("/elsewhere/hen.md");
  assert.deepEqual(await use(fs, found, files, whole), all);
});

test("options of semantic search exclude each other, and need it", async () => {
  const fs = await project();
  await use(fs, async (workspace) => {
    await assert.rejects(workspace.search("cat", { lexical: true, semantic: true }), { code: "usage" });
    await assert.rejects(workspace.search("cat", { semantic: true, weight: 0.5 }), { code: "usage" });
    await assert.rejects(workspace.search("cat", { weight: 2 }), { code: "usage" });
  });
  await use(fs, async (workspace) => {
    await assert.rejects(workspace.search("cat", { semantic: true }), {
      code: "usage",
      message: /semantic search is off/,
    });
    await assert.rejects(workspace.update({ semantic: true }), { code: "usage", message: /semantic search is off/ });
    assert.equal((await workspace.status()).semantic, undefined);
    assert.deepEqual(await workspace.search("cat", { lexical: true }), await workspace.search("cat"));
  }, { semantic: { enabled: false } });
});

test("why-not and explain say what the meaning gave", async () => {
  await use(await project(), async (workspace) => {
    await workspace.update({ full: true });
    const { queries: [entry] } = await workspace.search("cat", { explain: true, weight: 0.5 });
    const [best] = entry!.explain!.results;
    const { fused } = best!;
    assert.ok(fused !== undefined && fused.lex !== null && fused.cosine !== null);
    assert.ok(Math.abs(best!.score - (fused.words + fused.meaning) * fused.scale - best!.lift) < 1e-9);
    assert.ok(best!.lift > 0, "the title says it");
    assert.deepEqual(entry!.explain!.parameters["semantic"], { weight: 0.5, fusion: "weighted", floor: 0 });
  });
  await use(await project(), async (workspace) => {
    await workspace.update({ full: true });
    const { queries: [entry] } = await workspace.search("cat zzz", { whyNot: "docs:birds.md#birds" });
    const why = entry!.why_not!;
    assert.equal(why.phase, "not matched");
    assert.deepEqual(why.lists, ["meaning"]);
    assert.ok(typeof why.cosine === "number");
  }, { semantic: { floor: 1 } });
});

test("a query that stands in a document word for word is answered by words alone", async () => {
  await use(await project(), async (workspace) => {
    await workspace.update({ full: true });
    const ask = async (query: string, options: SearchOptions = {}) =>
      (await workspace.search(query, { limit: 50, cutoffRatio: 0, aggregation: false, ...options })).queries[0]!;
    const isByWords = async (query: string, options: SearchOptions = {}): Promise<boolean> =>
      isDeepStrictEqual(await ask(query, options), await ask(query, { lexical: true }));
    for (
      const query of ["cat", "Cat", "red cat sleeps", '"green dog"', "dog OR cat", "red cat path:animals", "cat -dog"]
    ) {
      assert.ok(await isByWords(query), query);
    }
    // Words of two places, in another order, or outside the filters do not stand there.
    for (const query of ["red dog", "sleeps cat", "zzz", "red cat path:birds", "cat OR zzz"]) {
      assert.ok(!(await isByWords(query)), query);
    }
    assert.ok(!(await isByWords("cat", { semantic: true })));
    assert.ok(!(await isByWords("cat", { weight: 0.4 })));
    const { explain } = await ask("red cat", { explain: true });
    assert.deepEqual(explain!.parameters["semantic"], { weight: 0, verbatim: true });
  });
});

test("an installed cross-encoder puts the best candidates in its order", async () => {
  const fs = await project();
  await installSmallModel(fs, HOME, "judge", { kind: "cross-encoder" });
  await use(fs, async (workspace, warnings) => {
    await workspace.update({ full: true });
    const ask = async (rerank: boolean) => {
      const { queries: [entry] } = await workspace.search("what sleeps", {
        rerank,
        limit: 50,
        cutoffRatio: 0,
        aggregation: false,
        explain: true,
      });
      return entry!;
    };
    const after = await ask(true);
    const given = after.explain!.results.map(({ reranked }) => reranked!.score);
    assert.ok(given.length > 2);
    assert.deepEqual(given, [...given].sort((a, b) => b - a));
    const before = await ask(false);
    assert.deepEqual(after.results.map(({ id }) => id).sort(), before.results.map(({ id }) => id).sort());
    after.explain!.results.forEach(({ id, reranked }) =>
      assert.equal(before.results[reranked!.before - 1]!.id, id, "its place before")
    );
    assert.deepEqual(warnings, []);
  }, { semantic: { rerank: "judge" } });
  await use(fs, async (workspace, warnings) => {
    await workspace.search("what sleeps", { rerank: true });
    assert.match(
      warnings.at(-1)!,
      /not reranked: the model small is an encoder, and `semantic.rerank` needs a cross-encoder/,
    );
  }, { semantic: { rerank: "small" } });
});

test("likethis uses the stored vectors, and no model has to run", async () => {
  const fs = await project({
    ...FILES,
    "docs/other.md": "# Other\n\n## Far\n\nquiet stones\n\n## Near\n\nthe red cat sleeps\n",
  });
  const asked = { limit: 50, explain: true };
  await use(fs, async (workspace) => {
    await workspace.update({ full: true });
    write(fs, "docs/birds.md", "# Birds\n\nthe red bird sleeps\n");
    await workspace.update({ semantic: true });
  });
  // Without its weights, nothing can be embedded.
  const { files } = readModelCard(fs, HOME, "small");
  fs.removeFile(`${HOME}/.local/share/ra/models/small/${storedName("weights.bin", files["weights.bin"])}`);
  const lexical = await use(
    fs,
    (workspace) => workspace.likeThis("docs:animals.md#cat", asked),
    { semantic: { enabled: false } },
  );
  await use(fs, async (workspace, warnings) => {
    const { queries: [entry] } = await workspace.likeThis("docs:animals.md#cat", asked);
    const ids = entry!.results.map(({ id }) => id);
    assert.ok(ids[0]!.startsWith("docs:other.md"), ids[0]);
    assert.ok(!ids.includes("docs:animals.md#cat"), "itself");
    assert.ok(entry!.explain!.results.every(({ fused }) => fused!.cosine! > 0));
    assert.notDeepEqual(entry!.results, lexical.queries[0]!.results);
    assert.equal(entry!.total_matches, lexical.queries[0]!.total_matches);
    assert.deepEqual(warnings, []);
    // A whole document: the mean of its sections.
    const { queries: [whole] } = await workspace.likeThis("docs:animals.md", asked);
    assert.ok(whole!.explain!.results.every(({ fused }) => fused !== undefined));
    assert.ok(!whole!.results.some(({ id }) => id.startsWith("docs:animals.md")));
  });
  // Vectors of another model do not count.
  await installSmallModel(fs, HOME, "other", { pooling: "cls" });
  await use(fs, async (workspace) => {
    const { queries: [entry] } = await workspace.likeThis("docs:animals.md#cat", { ...asked, update: false });
    assert.deepEqual(entry!.lists, ["words"]);
    assert.match(entry!.lists_missing![0]!.reason, /^\d+ of \d+ sections have no vector: run ra update --semantic$/);
    assert.deepEqual(entry!.results, lexical.queries[0]!.results);
  }, { model: "other" });
});

test("likethis uses the vector of a section that stands far down in a long document", async () => {
  const sections = Array.from(
    { length: 230 },
    (_, at) => `## s${at}\n\nthe red cat runs ${"q".repeat(at % 7 + 1)} w${at}\n`,
  );
  await use(await project({ ...FILES, "docs/long.md": `# Long\n\n${sections.join("\n")}` }), async (workspace) => {
    await workspace.update({ full: true });
    for (const section of ["s6", "s60", "s229"]) {
      const { queries: [entry] } = await workspace.likeThis(`docs:long.md#${section}`, { limit: 5, explain: true });
      assert.ok(
        entry!.explain!.results.length > 0 && entry!.explain!.results.every(({ fused }) => fused !== undefined),
      );
    }
  });
});

test("a workspace that keeps running embeds what waits in idle time", async () => {
  const sections = Array.from({ length: 40 }, (_, at) => `## S${at}\n\nthe red cat runs ${"x".repeat(at + 1)}\n`);
  const fs = await project({ "docs/many.md": `# Many\n\n${sections.join("\n")}` });
  await use(
    fs,
    async (workspace) => {
      await workspace.search("cat");
      const deadline = performance.now() + 20_000;
      while ((await counts(workspace))!.pending > 0 && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.equal((await counts(workspace))!.pending, 0);
    },
    {},
    { reload: true },
  );
});

test("a model whose weights are cut off does not keep a search from answering by words", async () => {
  const fs = await project();
  const { files } = readModelCard(fs, HOME, "small");
  const path = `${HOME}/.local/share/ra/models/small/${storedName("weights.bin", files["weights.bin"])}`;
  fs.writeFile(path, fs.readFile(path)!.subarray(0, 400));
  await use(fs, async (workspace, warnings) => {
    const { queries: [entry] } = await workspace.search("eats blue");
    assert.deepEqual(entry!.results.map(({ id }) => id), ["docs:birds.md"]);
    assert.deepEqual(warnings.map((warning) => warning.split(":")[0]), ["list-missing"]);
    assert.match(warnings[0]!, /: searched by words alone: the stored model is damaged/);
  });
});
