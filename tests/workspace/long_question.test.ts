// The library and `ra ask` answer questions that hold a pasted text.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGES, PASTED } from "../cli/pasted_texts.ts";
import { withProject } from "../cli/project.ts";
import { startRa } from "../cli/running_ra.ts";
import { openWithModels } from "../models/opened_workspace.ts";
import { streams, withEndpoint } from "../answering/scripted_endpoint.ts";
import type { CitedAnswer } from "../../src/shapes/answering.ts";

const FILES = Object.fromEntries(Object.entries(PAGES).map(([path, text]) => [`/project/${path}`, String(text)]));

test("ask() finds the page for a pasted text, by words, and by the meaning of its beginning and end", async () => {
  for (const semantic of [{}, { enabled: false }]) {
    const { workspace } = await openWithModels(semantic, FILES, "/home/ada");
    try {
      for (const [what, question, page] of PASTED) {
        const { answer, passages } = await workspace.ask(question);
        assert.equal(passages[0]?.path, page, what);
        assert.equal(answer.question, question);
        assert.ok(answer.searched[0]!.length < 1000, answer.searched[0]);
        assert.deepEqual(answer.lists, "enabled" in semantic ? ["words"] : ["words", "meaning"], what);
      }
    } finally {
      workspace.close();
    }
  }
});

test("ask() says that a long question whose words are nowhere finds nothing, and refuses more than 256 kB", async () => {
  const { workspace } = await openWithModels({ enabled: false }, FILES, "/home/ada");
  try {
    const { answer } = await workspace.ask("xylophone zither ".repeat(500));
    assert.equal(answer.finish, "no_evidence");
    assert.match(answer.answer, /No document has: xylophone, zither\./);
    await assert.rejects(workspace.ask("kestrel ".repeat(40_000)), {
      code: "query-syntax",
      message: "the question has more than 256 kB",
    });
    await assert.rejects(workspace.ask("?! ".repeat(3000)), { code: "query-empty" });
    await assert.rejects(workspace.ask(PASTED[0]![1], { trees: ["nowhere"] }), { code: "unknown-tree" });
  } finally {
    workspace.close();
  }
});

test("ra ask takes a question from standard input, and gives it a quarter of the prompt", () =>
  withProject(
    { ...PAGES, ".ra.toml": '[tree.docs]\npath = "docs"\n' },
    (folder) =>
      withEndpoint([streams(["Run restore_snapshot [1]."])], async ({ url, asked }) => {
        const [, question] = PASTED.find(([what]) => what.includes("after a log"))!;
        const options = ["--model", "m", "--base-url", url, "--json"];
        const running = startRa(["ask", ...options, "-"], folder, { listens: true });
        running.write(question);
        assert.equal(await running.closeInput(), 0, running.stderr());
        const { citations, left_out: leftOut } = JSON.parse(running.stdout()) as CitedAnswer;
        assert.equal(citations[0]!.path, "backup.md");
        assert.ok(leftOut.question! > question.length / 2, String(leftOut.question));
        const prompt = asked[0]!.body.messages!.map(({ content }) => content).join("\n");
        assert.match(prompt, /2026-11-28T12:00:07Z INFO server\[0\] request 0 done/);
        assert.match(
          prompt,
          /characters are left out here …\]\n[\s\S]*Which command restores a snapshot\?/,
        );
      }),
  ));
