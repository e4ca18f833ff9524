// Tests words with several written forms: accents, camel case, unspaced scripts, negations (docs/ranking.md, "A word").
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, idsOf, openProject, searchOne } from "../workspace/project.ts";
import { SCORE_PARTS } from "../../src/shapes/score_parts.ts";
import { snippetHtml } from "../../src/output/snippet_html.ts";

/** Returns the files in the order of their best chunks. */
async function filesFound(files: Readonly<Record<string, string>>, query: string): Promise<readonly string[]> {
  return [...new Set((await ranked(files, query)).map((id) => id.replace(/#.*/, "")))];
}

async function ranked(files: Readonly<Record<string, string>>, query: string): Promise<readonly string[]> {
  const { workspace } = await openProject(files);
  return await idsOf(workspace, query, { ...ALL, match: "all" });
}

test("search() prefers the accents that you type, and also finds the word without them", async () => {
  const files = {
    "docs/a.md": "# One\n\nThe resume of the download works well.\n",
    "docs/b.md": "# Two\n\nThe résumé of the applicant works well.\n",
  };
  assert.deepEqual(await filesFound(files, "résumé"), ["docs:b.md", "docs:a.md"]);
  assert.deepEqual(await filesFound(files, "re\u0301sume\u0301"), ["docs:b.md", "docs:a.md"]);
  assert.deepEqual([...(await filesFound(files, "resume"))].sort(), ["docs:a.md", "docs:b.md"]);
});

test("search() ranks a whole camel-case word first, then its parts", async () => {
  const files = {
    "docs/parts.md": "# Parts\n\nCall get to ask a user for the name.\n",
    "docs/whole.md": "# Whole\n\nCall getUserName for it, which is a long story to tell.\n",
    "docs/snake.md": "# Snake\n\nCall get_user_name for it.\n",
    "docs/other.md": "# Other\n\nA user without a call.\n",
  };
  const found = await filesFound(files, "getUserName");
  assert.equal(found[0], "docs:whole.md");
  assert.deepEqual([...found].sort(), ["docs:parts.md", "docs:snake.md", "docs:whole.md"]);
});

test("search() finds and marks a single Chinese, Japanese or Korean character anywhere", async () => {
  const files = {
    "docs/first.md": "# One\n\n猫が好き。\n",
    "docs/inside.md": "# Two\n\n白い黒猫だ。\n",
    "docs/last.md": "# Three\n\n黒猫\n",
    "docs/none.md": "# Four\n\n黒犬だ。\n",
  };
  assert.deepEqual([...(await filesFound(files, "猫"))].sort(), ["docs:first.md", "docs:inside.md", "docs:last.md"]);
  const { workspace } = await openProject(files);
  for (const { snippet } of (await searchOne(workspace, "猫", ALL)).results) {
    assert.match(snippetHtml(snippet!), /<b>[^<]*猫[^<]*<\/b>/);
  }
});

test("search() excludes the word that you type, not its near words or parts", async () => {
  const files = {
    "docs/a.md": "# One\n\nThe server stores a picture.\n",
    "docs/b.md": "# Two\n\nThe server restores a fixture.\n",
    "docs/c.md": "# Three\n\nThe server has a user and a name to get.\n",
  };
  assert.deepEqual([...(await filesFound(files, "server -picture"))].sort(), ["docs:b.md", "docs:c.md"]);
  assert.deepEqual([...(await filesFound(files, "server -pictures"))].sort(), ["docs:b.md", "docs:c.md"]);
  assert.deepEqual([...(await filesFound(files, "server -mixture"))].sort(), ["docs:a.md", "docs:b.md", "docs:c.md"]);
  assert.deepEqual([...(await filesFound(files, "server -getUserName"))].sort(), [
    "docs:a.md",
    "docs:b.md",
    "docs:c.md",
  ]);
});

test("search() ranks a heading in camel case or with accents above chunks that use the word more often", async () => {
  const often = "powershell resume ".repeat(20);
  const files = {
    "docs/long.md": `# About powershell and the resume\n\n${often}\n`,
    "docs/shell.md": "# Other things\n\nText.\n\n## PowerShell\n\nSomething else.\n",
    "docs/cv.md": "# More things\n\nText.\n\n## Résumé\n\nSomething else.\n",
  };
  assert.equal((await ranked(files, "powershell"))[0], "docs:shell.md#powershell");
  assert.equal((await ranked(files, "resume"))[0], "docs:cv.md#résumé");
});

test("search() explains the whole score of each result, down to the fields", async () => {
  const { workspace } = await openProject({
    "docs/a.md":
      "# Timeouts\n\nA timeout ends a request.\n\n## Request timeout\n\nSet the request timeout here.\n\n## Other\n\nA reqest by mistake.\n",
    "docs/b.md": "# Else\n\nA request is answered.\n",
  });
  const { results, explain } = await searchOne(workspace, "the request timeout", { ...ALL, explain: true });
  assert.deepEqual(explain!.results.map(({ id }) => id), results.map(({ id }) => id));
  for (const { score, factor, weight, lift, clauses, ...parts } of explain!.results) {
    const sum = SCORE_PARTS.reduce((total, part) => total + parts[part], 0) * factor * weight;
    assert.ok(Math.abs(sum + lift - score) < 1e-9);
    for (const { terms } of clauses) {
      for (const { idf, score: termScore, fields } of terms) {
        const ofFields = fields.reduce((sum, field) => sum + field.weight, 0);
        assert.ok(Math.abs((idf * 2.2 * ofFields) / (1.2 + ofFields) - termScore) < 1e-9);
      }
    }
  }
  const best = explain!.results[0]!;
  assert.equal(best.chunk, "docs:a.md#request-timeout");
  assert.ok(best.lift > 0 || best.neighbours > 0);
  const request = best.clauses.find(({ word }) => word === "request")!.terms.find(({ term }) => term === "request")!;
  assert.deepEqual(request.fields.map(({ field, frequency }) => [field, frequency]), [["title", 1], ["body", 1]]);
});

test("search() explains everything except parts of scores when you ask for scores alone", async () => {
  const { workspace } = await openProject({
    "docs/a.md": "# Requests\nA request times out.\n",
    "docs/b.md": "# Others\nNo request.\n",
  });
  const whole = (await searchOne(workspace, "request", { ...ALL, explain: true })).explain!;
  const scores = (await searchOne(workspace, "request", { ...ALL, explain: "scores" })).explain!;
  assert.ok(whole.results.length > 1 && whole.scores.length > 1);
  assert.deepEqual(scores, { ...whole, results: [] });
});

test("search() explains a character of an unspaced script, with all its pairs, as one term", async () => {
  const { workspace } = await openProject({
    "docs/ja.md": "# 猫\n\n猫舌と猫背。犬と猫。\n",
    "docs/en.md": "# Else\n\nNothing of the kind.\n",
  });
  const { explain } = await searchOne(workspace, "猫", { ...ALL, explain: true });
  const [clause] = explain!.results[0]!.clauses;
  const [term] = clause!.terms;
  assert.deepEqual([term!.term, term!.fields.map(({ field, frequency }) => [field, frequency])], ["猫", [["title", 1], [
    "body",
    3,
  ]]]);
  assert.ok(Math.abs(term!.score - clause!.score) < 1e-9);
});

test("search() finds a name with signs before the letters alone, and the letters find both", async () => {
  const files = {
    "docs/c.md": "# C\n\nThe language C has pointers. C and again C.\n",
    "docs/cpp.md": "# Other\n\nThe language C++ has templates, and a long story besides.\n",
    "docs/sharp.md": "# Another\n\nThe language C# has properties, and a long story besides.\n",
    "docs/runtime.md": "# Runtime\n\nThe runtime .NET is open.\n",
    "docs/wire.md": "# Wire\n\nThe net has wires. A net of nets.\n",
    "docs/node.md": "# Node\n\nRun node.js with it.\n",
  };
  assert.deepEqual(await filesFound(files, "C++"), ["docs:cpp.md"]);
  assert.deepEqual(await filesFound(files, "c#"), ["docs:sharp.md"]);
  assert.deepEqual([...(await filesFound(files, "C"))].sort(), ["docs:c.md", "docs:cpp.md", "docs:sharp.md"]);
  assert.deepEqual(await filesFound(files, ".NET"), ["docs:runtime.md"]);
  assert.equal((await filesFound(files, "net"))[0], "docs:wire.md");
  // A name that no document has stands for its letters.
  assert.deepEqual(await filesFound(files, "node++"), ["docs:node.md"]);
  assert.deepEqual(await filesFound(files, "node.js"), ["docs:node.md"]);
  const { workspace } = await openProject(files);
  const [found] = (await searchOne(workspace, "C++", ALL)).results;
  assert.match(snippetHtml(found!.snippet!), /language <b>C<\/b>\+\+/);
});

test("search() reads full width, ligatures and letters that have no accent to remove", async () => {
  const files = {
    "docs/wide.md": "# One\n\nThe ＡＢＣ of the ﬁle.\n",
    "docs/german.md": "# Two\n\nDie Straße und der Fluß.\n",
    "docs/danish.md": "# Three\n\nSmørrebrød æbler.\n",
    "docs/polish.md": "# Four\n\nŁódź i żółw.\n",
  };
  for (
    const [query, file] of [
      ...[["abc", "wide"], ["file", "wide"], ["ＦＩＬＥ", "wide"], ["strasse", "german"], ["Straße", "german"]],
      ...[["fluss", "german"], ["smorrebrod", "danish"], ["smørrebrød", "danish"], ["aebler", "danish"]],
      ...[["lodz", "polish"], ["zolw", "polish"], ["ŁÓDŹ", "polish"]],
    ] as const
  ) assert.deepEqual(await filesFound(files, query), [`docs:${file}.md`], query);
});

test("search() takes a clitic off a typed word, and negated verbs for stop words", async () => {
  const files = {
    "docs/parcel.md": "# Parcel\n\nThe parcel has an address.\n",
    "docs/letter.md": "# Letter\n\nThe letter has what it needs, and it doesn't have more.\n",
  };
  assert.deepEqual(await filesFound(files, "parcel's address"), ["docs:parcel.md"]);
  assert.deepEqual(await filesFound(files, "the parcel’s address"), ["docs:parcel.md"]);
  assert.deepEqual(await filesFound(files, "don't parcel"), ["docs:parcel.md"]);
  assert.deepEqual(await filesFound(files, "what's letter"), ["docs:letter.md"]);
});

test("a page whose title has a clitic is still named by it", async () => {
  const files = {
    "docs/new.md": "# What's new\n\nMuch.\n",
    "docs/other.md": "# Other\n\nWhat is new is new, and new again. New.\n",
  };
  const { workspace } = await openProject(files);
  assert.equal((await idsOf(workspace, "What's new", ALL))[0], "docs:new.md#whats-new");
});

test("lang: and the facet know the detected language", async () => {
  const french = "La bibliothèque est fermée aujourd'hui parce que les employés déménagent tous les livres.";
  const english =
    "The library is closed today because everyone who works there is moving the books to the new building.";
  const files = {
    ".ra.toml": '[tree.docs]\npath = "docs"\nstemmer = "auto"\n',
    "docs/fr.md": `# Un\n\n${french} needle\n`,
    "docs/en.md": `# One\n\n${english} needle\n`,
    "docs/stated.md": `---\nlang: de\n---\n# Stated\n\n${french} needle\n`,
    "docs/short.md": "# Short\n\nneedle\n",
  };
  assert.deepEqual(await filesFound(files, "lang:fr"), ["docs:fr.md"]);
  assert.deepEqual(await filesFound(files, "needle lang:en"), ["docs:en.md"]);
  assert.deepEqual(await filesFound(files, "needle lang:de"), ["docs:stated.md"]);
  const { workspace } = await openProject(files);
  const { facets } = await searchOne(workspace, "needle", { ...ALL, facets: true });
  assert.deepEqual(facets?.lang, { de: 1, en: 1, fr: 1 });
});

test("an id is found in either way of writing its letters", async () => {
  const { workspace } = await openProject({ "docs/re\u0301sume\u0301.md": "# Résumé\n\nText.\n" });
  const { id } = await workspace.get("docs:résumé.md");
  assert.equal((await workspace.get(id.normalize("NFD"))).id, id);
  assert.equal((await workspace.get(id.normalize("NFC"))).id, id);
});

test("a regular expression is one clear error", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# A\n\nText in /usr/lib/.\n" });
  await assert.rejects(workspace.search("title:/al.*/"), {
    code: "query-syntax",
    message: /the query language has no regular expressions/,
  });
  assert.equal((await searchOne(workspace, "/usr/lib/", ALL)).results.length, 1);
});

test("search() finds words of Arabic, Hebrew, Russian and Hindi with and without their points", async () => {
  const files = {
    "docs/ar.md": "# One\n\nقرأ الكِتَابُ أحمد.\n",
    "docs/he.md": "# Two\n\nהוא אמר שָׁלוֹם.\n",
    "docs/ru.md": "# Three\n\nЭто всё, и за\u0301мок.\n",
    "docs/hi.md": "# Four\n\nयह क़लम है।\n",
  };
  for (
    const [query, file] of [
      ...[["الكتاب", "ar"], ["احمد", "ar"], ["الكِتاب", "ar"], ["שלום", "he"], ["שָׁלוֹם", "he"]],
      ...[["все", "ru"], ["всё", "ru"], ["замок", "ru"], ["कलम", "hi"], ["क़लम", "hi"]],
    ] as const
  ) assert.deepEqual(await filesFound(files, query), [`docs:${file}.md`], query);
});
