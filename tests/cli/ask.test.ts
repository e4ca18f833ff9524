import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CitedAnswer } from "../../src/answers/answering.ts";
import { passagesIn, quotes } from "../answering/quoting_model.ts";
import {
  dies,
  refuses,
  type Reply,
  type ScriptedEndpoint,
  streams,
  withEndpoint,
} from "../answering/scripted_endpoint.ts";
import { PROJECT, withProject } from "./project.ts";
import { startRa } from "./running_ra.ts";

interface Asking {
  readonly folder: string;
  readonly endpoint: ScriptedEndpoint;
  ra(...args: readonly string[]): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>;
}

const withAsk = (replies: readonly Reply[], use: (asking: Asking) => Promise<void>): Promise<void> =>
  withProject(PROJECT, (folder) =>
    withEndpoint(replies, async (endpoint) => {
      const config = readFileSync(join(folder, ".ra.toml"), "utf8");
      const generation = `\n[generation]\nmodel = "m"\nbase_url = "${endpoint.url}"\nretries = 0\n`;
      writeFileSync(join(folder, ".ra.toml"), config + generation);
      await use({
        ...{ folder, endpoint },
        async ra(...args) {
          const running = startRa(args, folder, { listens: true });
          const code = await running.closeInput();
          return { code, stdout: running.stdout(), stderr: running.stderr() };
        },
      });
    }));

test("ra ask answers from the trees, with citations that were checked", () =>
  withAsk([streams(["Plug it into a grounded socket [1]. ", "It is purple."]), quotes(2)], async ({ ra, endpoint }) => {
    const { code, stdout, stderr } = await ra("ask", "how do I plug in the toaster?");
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^Plug it into a grounded socket \[1\]\. It is purple\.\n\n\[1\] docs:guide\.md:\d+-\d+ Installation\n/,
    );
    assert.match(stdout, /no citation: It is purple\.\n$/);
    const [first] = passagesIn(endpoint.asked[0]!.body.messages![0]!.content);
    assert.match(first!.text, /plug it in/);
    const strict = await ra("ask", "--strict", "--json", "-n", "1", "how do I plug in the toaster?");
    assert.equal(strict.code, 0, strict.stdout);
    const { citations, problems, model, finish } = JSON.parse(strict.stdout) as CitedAnswer;
    assert.equal(citations[0]!.id, "docs:guide.md#installation");
    assert.deepEqual([problems, model, finish], [[], "m", "stop"]);
    assert.equal(passagesIn(endpoint.asked[1]!.body.messages![0]!.content).length, 1);
  }));

test("what looks like an operator in a question is a word", () =>
  withAsk([quotes(1)], async ({ ra }) => {
    const { code, stdout, stderr } = await ra("ask", "--json", 'is "title:x" -toaster (or AND NOT) a* ~~ toaster?');
    assert.equal(code, 0, stderr);
    assert.match((JSON.parse(stdout) as CitedAnswer).answer, /toaster/i);
    assert.equal((await ra("ask", "???")).code, 2);
  }));

test("a session goes on, and lies beside the configuration", () =>
  withAsk([streams(["Plug it in [1]."])], async ({ ra, folder, endpoint }) => {
    await ra("ask", "--session", "work", "how do I plug in the toaster?");
    const { stderr } = await ra("ask", "--session", "work", "and unplug it?");
    assert.match(stderr, /searched also for: how do I plug in the toaster\?/);
    assert.match(
      endpoint.asked[1]!.body.messages![0]!.content,
      /Question: how do I plug in the toaster\?\nAnswer: Plug it in/,
    );
    assert.ok(existsSync(join(folder, ".ra/sessions/work.jsonl")));
  }));

test("nothing found asks no model; a service that fails is an error; a lost stream keeps what came", () =>
  withAsk([refuses(500, "broken"), dies(["Plug it "])], async ({ ra, endpoint }) => {
    const nothing = await ra("ask", "xylophones zyzzyva?");
    assert.deepEqual([nothing.code, endpoint.asked.length], [0, 0]);
    assert.equal(nothing.stdout, "Nothing in the documents answers this. No document has: xylophones, zyzzyva.\n");
    const lost = await ra("ask", "how do I plug in the toaster?");
    assert.equal(lost.code, 1);
    assert.match(lost.stderr, /the service answers 500: broken/);
    const cut = await ra("ask", "how do I plug in the toaster?");
    assert.deepEqual([cut.code, cut.stdout.split("\n")[0]], [0, "Plug it "]);
    assert.match(cut.stdout, /the answer ended early\n$/);
  }));
