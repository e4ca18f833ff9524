// Tests that a text has one place in the list, however often it stands in the trees.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchOptions } from "../../src/workspace.ts";
import { ALL, openProject, searchOne, write } from "./project.ts";

const LIMITS =
  "# Rate limits\n\nA burst of calls is slowed down by the throttle, which gives each caller twenty calls in a second, and\n" +
  "after that one call in each tenth of a second until the minute ends.\n";
const VERSIONS = Array.from({ length: 9 }, (_, at) => `v1.${at}`);

function project(more: Readonly<Record<string, string>> = {}, keys = ""): Readonly<Record<string, string>> {
  return {
    ".ra.toml": `[tree.docs]\npath = "docs"\n${keys}`,
    ...Object.fromEntries(VERSIONS.map((version) => [`docs/${version}/rate.md`, LIMITS])),
    "docs/next/rate.md": LIMITS,
    "docs/guide/throttle.md": "# Throttle\n\nThe throttle limits a burst at a rate. One valve serves all callers.\n",
    ...more,
  };
}

test("identical copies are one result, which says where the others stand", async () => {
  const { workspace } = await openProject(project());
  const { results, total_matches } = await searchOne(workspace, "rate limits burst", { ...ALL, list: true });
  assert.deepEqual(results.map(({ doc_id }) => doc_id).sort(), ["docs:guide/throttle.md", "docs:next/rate.md"]);
  assert.equal(total_matches, 2);
  const copy = results.find(({ path }) => path === "next/rate.md");
  assert.deepEqual(
    copy!.also_in,
    VERSIONS.map((version) => ({
      id: `docs:${version}/rate.md#rate-limits`,
      path: `${version}/rate.md`,
      reason: "copy",
    })),
  );
});

test("--all-copies shows each copy, and filters alone list all documents", async () => {
  const { workspace } = await openProject(project());
  const all = await searchOne(workspace, "rate limits burst", { ...ALL, list: true, allCopies: true });
  assert.equal(all.total_matches, 11);
  const listed = await searchOne(workspace, "path:v1", { ...ALL, list: true });
  assert.equal(listed.total_matches, 9);
});

test("a filter names the copy that leads, and facets count each text once", async () => {
  const { workspace } = await openProject(project());
  const { results, facets } = await searchOne(workspace, "burst path:v1.3", { ...ALL, list: true, facets: true });
  assert.deepEqual(results.map(({ doc_id }) => doc_id), ["docs:v1.3/rate.md"]);
  assert.deepEqual(facets!.tree, { docs: 1 });
});

test("versions: the newest leads, and version: names another", async () => {
  const keys = `versions = ["next", ${VERSIONS.toReversed().map((name) => `"${name}"`).join(", ")}]\n`;
  const more = { "docs/v1.2/rate.md": `${LIMITS}\nIn this version there is a zephyr mode too.\n` };
  const { workspace } = await openProject(project(more, keys));
  const ids = async (query: string): Promise<readonly string[]> =>
    (await searchOne(workspace, query, { ...ALL, list: true })).results.map(({ doc_id }) => doc_id);
  assert.deepEqual((await ids("rate burst minute")).filter((id) => id.endsWith("rate.md")), ["docs:next/rate.md"]);
  assert.deepEqual(await ids("zephyr"), ["docs:v1.2/rate.md"]);
  assert.deepEqual(await ids("burst version:1.4"), ["docs:v1.4/rate.md"]);
  assert.deepEqual(await ids("burst version:V1.4"), ["docs:v1.4/rate.md"]);
  const { results: [first] } = await searchOne(workspace, "rate burst minute", { ...ALL, list: true });
  assert.deepEqual(first!.also_in!.slice(0, 2).map(({ version, reason }) => [version, reason]), [
    ["v1.0", "version"],
    ["v1.1", "version"],
  ]);
});

const TRANSLATED = {
  ".ra.toml": '[tree.docs]\npath = "docs"\nlocales = { en = "en", de = "de", ru = "ru" }\n',
  "docs/en/install.md": "# Installation\n\nRun `setup` to install the plugin and the theme.\n",
  "docs/de/install.md": "# Installation\n\nRufe `setup` auf, um das Plugin und das Theme zu installieren.\n",
  "docs/ru/install.md": "# Установка\n\nЗапустите `setup`, чтобы установить plugin.\n",
  "docs/en/other.md": "# Other\n\nThe plugin is here.\n",
};

test("translations of a page are one result: the query's language, else the default one", async () => {
  const { workspace } = await openProject(TRANSLATED);
  const ids = async (query: string): Promise<readonly string[]> =>
    (await searchOne(workspace, query, { ...ALL, list: true })).results.map(({ doc_id }) => doc_id);
  assert.deepEqual((await ids("setup plugin")).toSorted(), ["docs:en/install.md", "docs:en/other.md"]);
  assert.deepEqual((await ids("installieren")).slice(0, 1), ["docs:de/install.md"]);
  assert.deepEqual((await ids("wie kann ich das plugin mit setup")).filter((id) => id.endsWith("install.md")), [
    "docs:de/install.md",
  ]);
  assert.deepEqual(await ids("установить"), ["docs:ru/install.md"]);
  const { results } = await searchOne(workspace, "setup plugin", { ...ALL, list: true });
  const page = results.find(({ path }) => path === "en/install.md");
  assert.deepEqual(page!.also_in!.map(({ id, lang, reason }) => [id, lang, reason]), [
    ["docs:de/install.md", "de", "translation"],
    ["docs:ru/install.md", "ru", "translation"],
  ]);
  assert.deepEqual(await ids("setup lang:ru"), ["docs:ru/install.md"]);
});

test("--why-not names the text that leads", async () => {
  const { workspace } = await openProject(project());
  const { why_not } = await searchOne(workspace, "rate burst", { ...ALL, whyNot: "docs:v1.3/rate.md#rate-limits" });
  assert.deepEqual(why_not, {
    id: "docs:v1.3/rate.md#rate-limits",
    phase: "copy",
    score: null,
    needed: null,
    into: "docs:next/rate.md#rate-limits",
    reason: "copy",
  });
  const unmatched = await searchOne(workspace, "valve", { ...ALL, whyNot: "docs:v1.3/rate.md#rate-limits" });
  assert.notEqual(unmatched.why_not!.phase, "copy");
});

test("--why-not says that a page is a translation of one that is found", async () => {
  const { workspace } = await openProject(TRANSLATED);
  const { why_not } = await searchOne(workspace, "setup plugin", { ...ALL, whyNot: "docs:de/install.md" });
  assert.deepEqual(why_not, {
    id: "docs:de/install.md",
    phase: "copy",
    score: null,
    needed: null,
    into: "docs:en/install.md#installation",
    reason: "translation",
  });
});

test("a page beside the folders of languages is none of their translations", async () => {
  const more = { "docs/install.md": "# Installation\n\nThis repository has the setup of the plugin.\n" };
  const { workspace } = await openProject({ ...TRANSLATED, ...more });
  const { results } = await searchOne(workspace, "setup plugin", { ...ALL, list: true });
  assert.deepEqual(results.map(({ doc_id }) => doc_id).sort(), [
    "docs:en/install.md",
    "docs:en/other.md",
    "docs:install.md",
  ]);
});

test("an expectation is met by any copy", async () => {
  const keys = '[[test]]\nquery = "rate limits burst minute"\nexpect = "docs/v1.5/rate.md"\nwithin = 1\n';
  const { workspace } = await openProject(project({}, keys));
  assert.equal((await workspace.test({ save: false })).passed, 1);
});

test("texts with the same checksum that are not the same are both shown", async () => {
  const one =
    "The throttle slows a burst of calls down and gives each caller twenty calls in a second and then one in each tenth, as wind thyme mint.";
  const other =
    "The bucket holds the tokens of a burst until the end of a minute and then gives them back to those who still wait for bird river bird.";
  assert.equal(crc32(one), crc32(other));
  const { workspace } = await openProject({ "docs/a.md": `${one}\n`, "docs/b.md": `${other}\n` });
  const { results } = await searchOne(workspace, "burst", { ...ALL, list: true });
  assert.deepEqual(results.map(({ path, also_in }) => [path, also_in]).sort(), [["a.md", undefined], [
    "b.md",
    undefined,
  ]]);
});

function crc32(text: string): number {
  let crc = ~0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

test("translations beside each other, told by the names of files", async () => {
  const { workspace } = await openProject({
    ".ra.toml": '[tree.docs]\npath = "docs"\nlocales = { en = ".", fr = "." }\n',
    "docs/install.md": "# Installation\n\nRun `setup` to install the plugin.\n",
    "docs/install.fr.md": "# Installation\n\nLancez `setup` pour installer le plugin.\n",
    "docs/other.md": "# Other\n\nThe plugin.\n",
  });
  const { results } = await searchOne(workspace, "setup plugin", { ...ALL, list: true });
  assert.deepEqual(results.map(({ path }) => path).sort(), ["install.md", "other.md"]);
  assert.deepEqual(results.find(({ path }) => path === "install.md")!.also_in, [
    { id: "docs:install.fr.md", path: "install.fr.md", lang: "fr", reason: "translation" },
  ]);
  const french = await searchOne(workspace, "plugin lang:fr", { ...ALL, list: true });
  assert.deepEqual(french.results.map(({ path }) => path), ["install.fr.md"]);
});

test("the language that a document states counts more than its folder", async () => {
  const folders = { ...TRANSLATED, ".ra.toml": TRANSLATED[".ra.toml"].replace('ru = "ru"', 'fr = "fr", ru = "ru"') };
  const french = "---\nlang: fr-CA\n---\n# Installation\n\nLancez `setup` pour installer le plugin.\n";
  const { workspace } = await openProject({ ...folders, "docs/en/install.md": french });
  const first = async (query: string) => {
    const { results } = await searchOne(workspace, query, { ...ALL, list: true });
    const found = results.filter(({ path }) => path.endsWith("install.md"));
    assert.equal(found.length, 1, query);
    return found[0]!;
  };
  // German comes before French in the tree.
  const german = await first("setup plugin");
  assert.equal(german.path, "de/install.md");
  assert.deepEqual(german.also_in!.map(({ path, lang }) => `${path} ${lang}`), [
    "en/install.md fr-ca",
    "ru/install.md ru",
  ]);
  assert.equal((await first("comment installer le plugin avec setup pour les")).path, "en/install.md");
});

test("two documents of a page that are in one language, one of them by its own statement, are one result", async () => {
  const stub = "---\nlang: en\n---\n# Installation\n\nRun `setup` to install the plugin. Not translated yet.\n";
  const { workspace } = await openProject({ ...TRANSLATED, "docs/de/install.md": stub });
  const { results } = await searchOne(workspace, "setup plugin", { ...ALL, list: true });
  assert.deepEqual(results.map(({ path }) => path).sort(), ["en/install.md", "en/other.md"]);
});

test("--why-not says what became of the page that stands for another one", async () => {
  const text = (own: string) =>
    `# Valve\n\n${own} A valve closes the pipe when the pressure in it is above what the pipe can hold,` +
    " and it opens again after a minute or two.\n";
  const { workspace } = await openProject({
    "docs/a.md": "# Valve\n\nThe valve of a pipe: a valve, a pipe, a valve. Pipe and valve.\n",
    "docs/b.md": text(""),
    "docs/longer/c.md": text(""),
    "docs/d.md": "# Other\n\nA pipe.\n",
    "docs/e.md": "# More\n\nAnother pipe.\n",
  });
  const lost = async (options: SearchOptions, id = "docs:longer/c.md#valve") => {
    const { why_not, results } = await searchOne(workspace, "valve pipe", {
      ...ALL,
      list: true,
      ...options,
      whyNot: id,
    });
    const { phase, into, reason } = why_not!;
    return [results.length, phase, into, reason];
  };
  const leader = "docs:b.md#valve";
  assert.deepEqual(await lost({}), [4, "copy", leader, "copy"]);
  assert.deepEqual(await lost({ limit: 1 }), [1, "limit", leader, "copy"]);
  assert.deepEqual(await lost({ limit: 1, maxResults: 1 }), [1, "limit", leader, "copy"]);
  assert.deepEqual(await lost({ limit: 1, candidateLimit: 1 }), [1, "candidates", leader, "copy"]);
  assert.deepEqual(await lost({ cutoffRatio: 1 }), [1, "cutoff", leader, "copy"]);
  assert.deepEqual(await lost({ limit: 1, maxResults: 1 }, leader), [1, "limit", undefined, undefined]);
  assert.deepEqual(await lost({ cutoffRatio: 1 }, leader), [1, "cutoff", undefined, undefined]);
  const { why_not } = await searchOne(workspace, "path:longer", { ...ALL, limit: 0, whyNot: "docs:longer/c.md" });
  assert.equal(why_not!.phase, "limit");
});

test("--why-not looks beyond the candidates for the edition that stands for a page", async () => {
  const others = Array.from(
    { length: 3 },
    (_, at) => [`docs/en/x${at}.md`, "# Setup plugin\n\nSetup of a plugin, setup.\n"],
  );
  const { workspace } = await openProject({ ...TRANSLATED, ...Object.fromEntries(others) });
  const { why_not } = await searchOne(workspace, "setup plugin", {
    ...ALL,
    limit: 1,
    candidateLimit: 1,
    whyNot: "docs:de/install.md",
  });
  assert.deepEqual([why_not!.phase, why_not!.into, why_not!.reason], [
    "candidates",
    "docs:en/install.md#installation",
    "translation",
  ]);
});

const DATED = (day: string, text = LIMITS): string =>
  `---\ndate: 2026-01-${day}\nrank: ${100 - Number(day)}\n---\n${text}`;

test("by date, the newest of equal texts leads, and a page stands where its newest translation would", async () => {
  const { workspace } = await openProject({
    ".ra.toml": '[tree.docs]\npath = "docs"\nlocales = { en = "en", de = "de" }\n',
    "docs/a.md": DATED("01"),
    "docs/old/a.md": DATED("20"),
    "docs/older/a.md": DATED("15"),
    "docs/middle.md": DATED("17", "# Middle\n\nThe burst.\n"),
    "docs/en/page.md": DATED("02", "# Page\n\nThe burst.\n"),
    "docs/de/page.md": DATED("18", "# Seite\n\nDer burst.\n"),
  });
  const paths = async (options: SearchOptions, query = "burst"): Promise<readonly string[]> =>
    (await searchOne(workspace, query, { ...ALL, ...options })).results.map(({ path }) => path);
  const newest = ["old/a.md", "en/page.md", "middle.md"];
  assert.deepEqual(await paths({ sort: "date" }), newest);
  assert.deepEqual(await paths({ sort: "meta.rank" }), newest);
  assert.deepEqual(await paths({ sort: "meta.rank:desc" }), ["a.md", "en/page.md", "middle.md"]);
  // A copy that the filters leave out says nothing.
  assert.deepEqual(await paths({ sort: "date" }, "burst -path:old/"), ["en/page.md", "middle.md", "older/a.md"]);
  const { results: [first], explain, why_not } = await searchOne(workspace, "burst giraffe", {
    ...ALL,
    sort: "date",
    explain: true,
    whyNot: "docs:a.md#rate-limits",
  });
  assert.deepEqual([first!.missing, first!.also_in!.length, explain!.results[0]!.id], [["giraffe"], 2, first!.id]);
  assert.match(first!.snippet!.text, /burst/);
  assert.deepEqual([why_not!.phase, why_not!.into], ["copy", first!.id]);
});

test("without an update, a copy whose file is there is shown in place of one that is gone", async () => {
  const { workspace, fs } = await openProject({
    ".ra.toml": '[tree.docs]\npath = "docs"\nlocales = { en = "en", de = "de" }\n',
    "docs/a.md": LIMITS,
    "docs/more/a.md": LIMITS,
    "docs/most/a.md": LIMITS,
    "docs/en/page.md": "# Page\n\nThe valve.\n",
    "docs/de/page.md": "# Seite\n\nDie valve.\n",
  });
  await workspace.update();
  for (const path of ["a.md", "more/a.md", "en/page.md"]) fs.removeFile(`/project/docs/${path}`);
  const search = async (query: string, options: SearchOptions = {}) =>
    (await searchOne(workspace, query, { ...ALL, update: false, ...options })).results
      .map(({ id, gone, content, also_in }) => [id, gone, content !== undefined, also_in?.map((place) => place.path)]);
  assert.deepEqual(await search("burst"), [["docs:most/a.md#rate-limits", undefined, true, undefined]]);
  assert.deepEqual(await search("valve"), [["docs:de/page.md#seite", undefined, true, undefined]]);
  assert.deepEqual((await search("burst", { sort: "date" })).map(([id]) => id), ["docs:most/a.md#rate-limits"]);
  fs.removeFile("/project/docs/most/a.md");
  assert.deepEqual((await search("burst")).map(([id, gone]) => [id, gone]), [["docs:a.md#rate-limits", true]]);
});

test("a list of tasks that is done is another text, and true copies stay one result", async () => {
  const tasks = (sign: string, more = ""): string =>
    `# Release\n\n- [${sign}] Tag the release and push the tag to the server that builds all of the packages.\n` +
    `- [${sign}] Write to the list, and then wait for a day before the release is announced.\n${more}`;
  const { workspace } = await openProject({
    "docs/a.md": tasks(" "),
    "docs/b.md": tasks("x"),
    "docs/c.md": tasks(" ", "\n"),
    "docs/d.md": `# Other\n\nThe release of a package.\n\n${LIMITS.slice(15)}`,
    "docs/e.md": `# Other\n\nThe release of a package.\n\n${LIMITS.slice(15)}`,
  });
  const { results } = await searchOne(workspace, "release package", { ...ALL, list: true });
  assert.deepEqual(results.map(({ path, also_in = [] }) => [path, ...also_in.map((place) => place.path)]).sort(), [
    ["a.md", "c.md"],
    ["b.md"],
    ["d.md", "e.md"],
  ]);
  const limited = await searchOne(workspace, "release package", { ...ALL, limit: 3, list: true });
  assert.deepEqual(limited.results.map(({ path }) => path).sort(), ["a.md", "b.md", "d.md"]);
});

test("without an update, the newest version that is still there takes the place of one that is gone", async () => {
  const versions = ["next", "v1.2", "v1.1", "v1.0"];
  const { workspace, fs } = await openProject({
    ".ra.toml": `[tree.docs]\npath = "docs"\nversions = ${JSON.stringify(versions)}\n`,
    ...Object.fromEntries(versions.map((name) => [`docs/${name}/a.md`, `# Valve\n\nThe valve of ${name}.\n`])),
  });
  await workspace.update();
  fs.removeFile("/project/docs/next/a.md");
  write(fs, "docs/v1.2/a.md", "changed\n");
  const { results: [first] } = await searchOne(workspace, "valve", { ...ALL, update: false });
  assert.deepEqual([first!.path, first!.stale, first!.also_in!.map(({ path }) => path)], ["v1.1/a.md", undefined, [
    "v1.0/a.md",
  ]]);
});
