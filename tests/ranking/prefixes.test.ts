// Tests words of which only the beginning is typed (docs/ranking.md, "Prefixes").
import assert from "node:assert/strict";
import { test } from "node:test";
import { snippetHtml } from "../../src/output/snippet_html.ts";
import type { SearchOptions } from "../../src/workspace.ts";
import { ALL, idsOf, openProject, searchOne } from "../workspace/project.ts";

const FILES = {
  "docs/kubernetes.md": "# Clusters\n\nKubernetes runs it.\n",
  "docs/config.md": "# Configurations\n\nA configuration is read first.\n",
  "docs/update.md": "# Updates\n\nThe updating of a snapshot.\n",
  "docs/log.md": "# Log\n\nThe log and the logarithm.\n",
  "docs/login.md": "# Login\n\nThe login is a login.\n",
};

async function found(query: string, options: SearchOptions = {}): Promise<readonly string[]> {
  const { workspace } = await openProject(FILES);
  return [...new Set((await idsOf(workspace, query, { ...ALL, ...options })).map((id) => id.replace(/#.*/, "")))];
}

test("a star finds the words that begin so, also where their stem is shorter than what is typed", async () => {
  assert.deepEqual(await found("kubern*"), ["docs:kubernetes.md"]);
  assert.deepEqual(await found("KUBERN*"), ["docs:kubernetes.md"]);
  assert.deepEqual(await found("configurat*"), ["docs:config.md"]);
  assert.deepEqual(await found("updatin*"), ["docs:update.md"]);
  assert.deepEqual(await found("kuberx*"), []);
});

test("a word that is typed whole comes before words that begin with it", async () => {
  assert.deepEqual(await found("log*"), ["docs:log.md", "docs:login.md"]);
});

test("a beginning counts in fields, groups and negations", async () => {
  assert.deepEqual(await found("title:conf*"), ["docs:config.md"]);
  assert.deepEqual(await found("title:kube*"), []);
  assert.deepEqual(await found("(read conf*)"), ["docs:config.md"]);
  assert.deepEqual(await found("log* -logi*"), ["docs:log.md"]);
});

test("search({ prefix }) takes the last word as a beginning, and corrects it where no word begins so", async () => {
  assert.deepEqual(await found("snapsh"), []);
  assert.deepEqual(await found("snapsh", { prefix: true }), ["docs:update.md"]);
  assert.deepEqual(await found("the snapsh", { prefix: true }), ["docs:update.md"]);
  assert.deepEqual(await found("snapsh ", { prefix: true }), []);
  assert.deepEqual(await found("snapsht", { prefix: true }), ["docs:update.md"]);
});

test("while a word is typed letter by letter, its page stays", async () => {
  for (const word of ["kubernetes", "configuration", "snapshot"]) {
    const [page] = await found(word);
    for (let letters = 3; letters <= word.length; letters++) {
      assert.equal((await found(word.slice(0, letters), { prefix: true }))[0], page, word.slice(0, letters));
    }
  }
});

test("the words that begin so are marked, and named in the explanation", async () => {
  const { workspace } = await openProject(FILES);
  const { results, explain } = await searchOne(workspace, "kubern*", { ...ALL, explain: true });
  assert.equal(snippetHtml(results[0]!.snippet!), "<b>Kubernetes</b> runs it.");
  assert.deepEqual(explain!.results[0]!.clauses.flatMap(({ terms }) => terms.map(({ term }) => term)), ["kubern*"]);
  assert.match(explain!.ast, /words that begin with kubern/);
});

test("a word with synonyms is whole while you type, unless a star says otherwise", async () => {
  const { workspace } = await openProject({
    ...FILES,
    ".ra.toml": '[tree.docs]\npath = "docs"\n[search.synonyms]\nk8s = ["kubernetes"]\n',
  });
  assert.deepEqual(await idsOf(workspace, "k8s", { ...ALL, prefix: true }), ["docs:kubernetes.md#clusters"]);
  assert.deepEqual(await idsOf(workspace, "k8s*", ALL), []);
});

test("nothing found says which word begins so nowhere", async () => {
  const { workspace } = await openProject(FILES);
  const { zero_hits } = await searchOne(workspace, "kuberx*", ALL);
  assert.deepEqual(zero_hits!.terms.map(({ term, df }) => [term, df]), [["kuberx*", 0]]);
});
