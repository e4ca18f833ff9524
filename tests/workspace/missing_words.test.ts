// Tests which words of the query a result lacks when the query has several arguments.
import assert from "node:assert/strict";
import { test } from "node:test";
import { missingWordsText } from "../../src/output/missing_note.ts";
import { ALL, openProject, searchOne } from "./project.ts";

const FILES = {
  "docs/login.md": "# Login\n\nUse oauth with a token.\n",
  "docs/pages.md": "# Pages\n\nThe pagination has a cursor.\n",
  "docs/limits.md": "# Limits\n\nThe pagination has limits. A cursor expires.\n",
};

/** What each document lacks, by its file. */
async function lacking(...queries: readonly string[]): Promise<Readonly<Record<string, string | undefined>>> {
  const { workspace } = await openProject(FILES);
  const { results } = await searchOne(workspace, queries, ALL);
  return Object.fromEntries(results.map((result) => [result.path, missingWordsText(result)]));
}

test("a result lacks words of the argument that it answers best, not of the first", async () => {
  assert.deepEqual(await lacking("oauth scope", "pagination limits cursor"), {
    "login.md": "without: scope",
    "pages.md": "without: limits",
    "limits.md": undefined,
  });
  assert.deepEqual(await lacking("pagination limits cursor", "oauth scope"), {
    "login.md": "without: scope",
    "pages.md": "without: limits",
    "limits.md": undefined,
  });
});

test("of arguments that a result answers alike, the first says what it lacks", async () => {
  assert.equal((await lacking("oauth scope", "token expiry"))["login.md"], "without: scope");
  assert.equal((await lacking("token expiry", "oauth scope"))["login.md"], "without: expiry");
});

test("a result of an argument without bare words lacks nothing", async () => {
  const found = await lacking('"use oauth"', "oauth pagination zebra");
  assert.equal(found["login.md"], undefined);
  assert.equal(found["pages.md"], "without: oauth, zebra");
});

test("full_matches counts the sections that hold all words of one of the arguments", async () => {
  const { workspace } = await openProject(FILES);
  const full = async (...queries: readonly string[]) => (await searchOne(workspace, queries, ALL)).full_matches;
  assert.equal(await full("oauth scope", "pagination cursor"), 2);
  assert.equal(await full("oauth scope", "pagination zebra"), 0);
  assert.equal(await full("oauth token", "oauth"), 1);
  assert.equal(await full("oauth scope", '"cursor expires"'), 1);
});
