import assert from "node:assert/strict";
import { test } from "node:test";
import type { CitedAnswer } from "../../src/shapes/answering.ts";
import type { RagRetrieveAnswer } from "../../src/shapes/passages.ts";
import { loadTokenCounter } from "../../src/search/retrieval/token_count.ts";
import { streams } from "../answering/scripted_endpoint.ts";
import { withChat } from "./chatting.ts";
import { PAGES, PASTED } from "./pasted_texts.ts";

const MAX_INPUT_TOKENS = 8000;
const count = await loadTokenCounter();

test("ra rag retrieve finds the page for a pasted text, by the words that set it apart", () =>
  withChat([streams([""])], async ({ typed }) => {
    for (const [what, question, page] of PASTED) {
      const { code, stdout, stderr } = await typed(question, "retrieve", "--json", "-");
      assert.equal(code, 0, `${what}: ${stderr}`);
      const { results, chosen_words: words, lists } = JSON.parse(stdout) as RagRetrieveAnswer;
      assert.equal(results[0]?.path, page, `${what}: ${words?.join(" ")}`);
      assert.ok(words !== undefined && words.length > 0 && words.length <= 20, what);
      assert.deepEqual(lists, ["words", "meaning"]);
    }
  }, PAGES));

test("ra rag chat gives the question a quarter of the prompt, and says what is left out", () =>
  withChat([streams(["The cosine orders the rows [1]."])], async ({ typed, endpoint }) => {
    const [, question] = PASTED.find(([what]) => what.includes("middle"))!;
    const { code, stdout, stderr } = await typed(question, "chat", "--json", "-");
    assert.equal(code, 0, stderr);
    const { left_out: { question: leftOut }, question: whole, searched } = JSON.parse(stdout) as CitedAnswer;
    assert.equal(whole, question);
    assert.match(searched.join(" "), /certificate/);
    const prompt = endpoint.asked[0]!.body.messages!.map(({ content }) => content).join("\n");
    const from = prompt.indexOf("Why does this happen?");
    const shown = prompt.slice(from, prompt.indexOf("Thanks!", from) + "Thanks!".length);
    assert.ok(from > 0 && count(shown) <= MAX_INPUT_TOKENS / 4, `${count(shown)} tokens`);
    assert.ok(count(shown) > MAX_INPUT_TOKENS / 5, `${count(shown)} tokens`);
    const mark = `[… ${leftOut!.toLocaleString("en-US")} characters are left out here …]`;
    assert.ok(shown.includes(`\n${mark}\n`), shown.slice(0, 200));
    assert.match(prompt, /certificates\.md/);
    const text = await typed(question, "chat", "-");
    assert.match(text.stdout, /\nno room in the prompt for [\d,]+ characters of the question\n/);
  }, PAGES));

test("words of the arguments stand before what is read, and the next question is searched with a long one before", () =>
  withChat([streams(["One [1]."])], async ({ typed, ra }) => {
    const [, log] = PASTED.find(([what]) => what.includes("before a log"))!;
    const asked = await typed(log, "chat", "--session", "s", "--json", "Please", "help:", "-");
    assert.match((JSON.parse(asked.stdout) as CitedAnswer).question, /^Please help:\n\nHow do I raise the quota/);
    const next = await ra("chat", "--session", "s", "--json", "and for uploads?");
    const { searched, left_out: leftOut } = JSON.parse(next.stdout) as CitedAnswer;
    assert.equal(searched[0], "and for uploads?");
    assert.match(searched[1]!, /quota/);
    assert.equal(leftOut.turns, 1);
  }, PAGES));

test("a question of more than 256 kB is an error that says so", () =>
  withChat([streams(["One [1]."])], async ({ typed, endpoint }) => {
    for (const verb of ["retrieve", "chat"]) {
      const { code, stderr } = await typed("kestrel worker\n".repeat(20_000), verb, "-");
      assert.equal(code, 2);
      assert.match(stderr, /the question has more than 256 kB\n {2}hint: ask about the part that matters/);
    }
    assert.equal(endpoint.asked.length, 0);
    const within = await typed("kestrel worker\n".repeat(17_000), "retrieve", "--json", "-");
    assert.equal((JSON.parse(within.stdout) as RagRetrieveAnswer).results[0]!.path, "retries.md");
  }, PAGES));
