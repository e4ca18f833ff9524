// What `ra rag chat` promises, each sentence with a command.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CitedAnswer } from "../../src/shapes/answering.ts";
import { passagesIn, quotes } from "../answering/quoting_model.ts";
import { refuses, type Reply, streams } from "../answering/scripted_endpoint.ts";
import { docx, paragraph } from "../documents/sample_files.ts";
import { KEY, withChat, yaml } from "./chatting.ts";

const promptOf = (asked: { readonly body: { readonly messages?: readonly { readonly content: string }[] } }): string =>
  asked.body.messages!.map(({ content }) => content).join("\n");

test("a template of one's own is what the model gets, and one without its places is refused before any question", () =>
  withChat([streams(["Unchanged files keep their vectors [1]."])], async ({ ra, endpoint, folder }) => {
    const own = yaml(endpoint.url).replace("generation:", "prompt: {template: own.txt}\ngeneration:");
    writeFileSync(join(folder, "rag.yaml"), own);
    writeFileSync(join(folder, "own.txt"), "You are a pirate.\n\n{context}\n\nBefore: {history}\n\nAhoy: {question}\n");
    const { code, stdout, stderr } = await ra("chat", "which vectors are kept?");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Unchanged files keep their vectors \[1\]\.\n\n\[1\] docs:reuse\.md:1-5 Reuse\n/);
    const prompt = promptOf(endpoint.asked[0]!);
    assert.match(
      prompt,
      /You are a pirate\.[\s\S]*Unchanged files keep their vectors\.[\s\S]*Ahoy: which vectors are kept\?/,
    );
    assert.doesNotMatch(prompt, /\{(context|history|question)\}/);
    for (const lacking of ["context", "question"]) {
      writeFileSync(join(folder, "own.txt"), "{context} {question}".replace(`{${lacking}}`, ""));
      const refused = await ra("chat", "which vectors are kept?");
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, new RegExp(`own\\.txt.*\\{${lacking}\\}`));
    }
    writeFileSync(join(folder, "rag.yaml"), own.replace("own.txt", "absent.txt"));
    const absent = await ra("chat", "which vectors are kept?");
    assert.equal(absent.code, 2);
    assert.match(absent.stderr, /absent\.txt: prompt\.template: there is no such file/);
    assert.equal(endpoint.asked.length, 1);
  }));

/** Each states something, and cites nothing or falsely. */
const UNGROUNDED = [
  "PWNED",
  "Hard water halves the interval.",
  "Descale the boiler every ninety days.",
  "I recommend descaling weekly.",
  "Port: 8080",
  "**Warranty:** 30 months",
  "Timeout = 30 s.",
  "| E99 | Gremlins |\n|---|---|\n| E98 | Elves |",
  "Unchanged files keep their vectors [9].",
  "Unchanged files keep their vectors [0].",
  "The page says “moonlight orders the rows” [1].",
  "> Moonlight orders the rows of the answer.\n\n[1]",
  "It says 'moonlight orders the rows of it' [1].",
];
const GROUNDED = [
  "Unchanged files keep their vectors [1].",
  "The page says “Unchanged files keep their vectors.” [1]",
  "Unchanged files keep their vectors 【1】.",
  "- Unchanged files keep their vectors [1]\n- Others do not [1, 2]",
  "The documents do not say this.",
];

test("--strict fails for whatever an answer states without a true citation, and for nothing else", () =>
  withChat(
    [...UNGROUNDED, ...GROUNDED].map((text) => streams([text])),
    async ({ ra }) => {
      for (const [answers, expected] of [[UNGROUNDED, 1], [GROUNDED, 0]] as const) {
        for (const said of answers) {
          const { code, stdout } = await ra("chat", "--strict", "--json", "which vectors are kept by bm25?");
          const { answer, problems, citations } = JSON.parse(stdout) as CitedAnswer;
          assert.equal(code, expected, `${said}: ${JSON.stringify(problems)}`);
          assert.equal(answer, said);
          assert.equal(problems.length > 0, expected === 1, said);
          for (const { path, start_line } of citations) assert.ok(/^(bm25|reuse)\.md$/.test(path) && start_line === 1);
        }
      }
    },
  ));

test("a key that is not set ends the question before a request, and a refused one is never shown", () =>
  withChat([refuses(403, `no access for ${KEY}`)], async ({ ra, endpoint, folder }) => {
    const question = ["chat", "--session", "s", "which vectors are kept?"];
    const refused = await ra(...question);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /the service refuses the key \(403\)/);
    assert.equal(endpoint.asked.length, 1);
    writeFileSync(join(folder, "rag.yaml"), yaml(endpoint.url).replace("RA_TEST_KEY", "RA_TEST_ABSENT_KEY"));
    const unset = await ra(...question);
    assert.equal(unset.code, 1);
    assert.match(unset.stderr, /RA_TEST_ABSENT_KEY/);
    assert.equal(endpoint.asked.length, 1, "nothing was sent");
    assert.ok(![refused, unset].some(({ stdout, stderr }) => `${stdout}${stderr}`.includes(KEY)));
    assert.deepEqual(filesWith(folder, KEY), []);
  }));

function filesWith(folder: string, words: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).includes(words);
  });
}

test("an attached document is cited by its lines, and no file of ra keeps its words", {
  skip: process.versions["deno"] !== undefined,
}, () =>
  withChat([quotes(1)], async ({ ra, folder, endpoint }) => {
    const minutes = docx(paragraph("Minutes", "Heading1") + paragraph("The zeppelin lands on Monday at noon."));
    writeFileSync(join(folder, "minutes.docx"), minutes);
    writeFileSync(join(folder, "plain.md"), "# Plain\n\nThe zeppelin lands on Monday at dusk.\n");
    const flags = ["--session", "s", "--attach_only", "--attach"];
    for (
      const [name, words, place] of [["minutes.docx", "at noon", "1-[34]"], ["plain.md", "at dusk", "1-3"]] as const
    ) {
      const { code, stdout, stderr } = await ra("chat", ...flags, name, "when does the zeppelin land?");
      assert.equal(code, 0, stderr);
      assert.match(stdout, new RegExp(`\\[1\\] attached:${name.replace(".", "\\.")}:${place} (Minutes|Plain)\\n`));
      assert.match(stderr, /attached 1 file with 1 chunk/);
      assert.match(passagesIn(promptOf(endpoint.asked.at(-1)!))[0]!.text, new RegExp(words));
    }
    const kept = new Set([...filesWith(folder, "lands on Monday"), ...filesWith(folder, "at noon")]);
    // The answer itself quotes a passage, and the session keeps the answer.
    assert.deepEqual([...kept].sort(), ["index/cache/sessions/s.jsonl", "plain.md"]);
    assert.match(readFileSync(join(folder, "index/cache/sessions/s.jsonl"), "utf8"), /attached:minutes\.docx/);
  }));

test("twenty questions of a conversation are answered within seconds", () => {
  const times: number[] = [];
  const says: Reply = (response, asked) => {
    times.push(performance.now());
    return streams(["Unchanged files keep their vectors [1]."])(response, asked);
  };
  const pages = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nThe bolt number ${at} is green.\n`]),
  );
  return withChat([says], async ({ typed }) => {
    const asked = Array.from({ length: 20 }, (_, at) => `which vectors are kept by bolt ${at * 7}?\n`).join("");
    const { code, stdout, stderr } = await typed(asked, "chat");
    assert.equal(code, 0, stderr);
    assert.equal(stdout.match(/^Unchanged files keep their vectors \[1\]\.$/gm)!.length, 20);
    const gaps = times.slice(1).map((time, at) => time - times[at]!).sort((a, b) => a - b);
    assert.ok(gaps[10]! < 3000, `${gaps[10]} ms between two answers`);
  }, pages);
});
