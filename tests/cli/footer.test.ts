import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./fake_workspace.ts";

const part = { id: "a", score: 1 };
const result = (id: string, more: object = {}): object => ({
  id: `docs:${id}`,
  doc_id: `docs:${id}`,
  tree: "docs",
  path: id,
  title: id,
  breadcrumb: id,
  start_line: 1,
  content: "text\n",
  match_ranges: [],
  byte_start: 0,
  byte_end: 5,
  ...more,
});
const answer = (total: number, results: readonly object[]): object => ({
  search: { queries: [{ query: "x", total_matches: total, full_matches: total, lists: ["words"], results }] },
});
const three = [result("a.md", { constituents: [part, part] }), result("b.md", { more: [part] }), result("c.md")];

/** Returns the line below the results. */
async function footer(args: readonly string[], answers: object, isTerminal = true): Promise<string | undefined> {
  const { printed } = await ask(["search", "x", ...args], { ...answers }, [], isTerminal);
  return printed.split("\n").find((line) => /\bof \d+ match|no room|in part/.test(line));
}

test("ra search says on a terminal how many matches it shows, and which option shows more", async () => {
  for (const view of [["--full"], ["--list"]]) {
    assert.equal(await footer(["-n", "3", ...view], answer(57, three)), "5 of 57 matches; --limit 57 for more");
    assert.equal(await footer(view, answer(57, three)), "5 of 57 matches; --cutoff-ratio 0 for more");
    assert.equal(await footer(["--cutoff-ratio", "0", ...view], answer(57, three)), "5 of 57 matches");
    assert.equal(await footer([...view, "-n", "1"], answer(2, [result("a.md")])), "1 of 2 matches; --limit 2 for more");
  }
});

test("ra search in brief says, in a pipe too, what it leaves out", async () => {
  assert.equal(await footer(["-n", "3"], answer(57, three)), "(3 results of 57 matches: --limit 6 for more)");
  assert.equal(await footer(["-n", "3"], answer(57, three), false), undefined);
  assert.equal(await footer([], answer(5, three)), undefined);
  const long = result("long.md", { content: "Words of a line.\n".repeat(3_000) });
  for (const isTerminal of [true, false]) {
    assert.equal(
      await footer([], answer(1, [long]), isTerminal),
      "(1 passage in part: --full shows all of it, ra get PLACE one)",
    );
  }
  const many = Array.from({ length: 40 }, (_, at) => result(`${at}.md`, { content: "Words of a line.\n".repeat(30) }));
  assert.match(
    await footer([], answer(40, many)) ?? "",
    /^\(\d+ more results have no room: --list names them; \d+ passages in part: --full shows all of it, ra get PLACE one\)$/,
  );
});

test("ra search prints no such line when it shows all matches or none, for programs, or within a budget", async () => {
  assert.equal(await footer(["--full"], answer(5, three)), undefined);
  assert.equal(await footer(["-n", "0"], { search: { queries: [] } }), undefined);
  assert.equal(await footer(["--full"], answer(57, three), false), undefined);
  assert.equal(await footer(["--max-tokens", "50"], answer(57, three)), undefined);
  assert.equal(await footer(["--json"], answer(57, three)), undefined);
  assert.equal(await footer(["--format", "paths"], { search: { queries: [] } }), undefined);
});
