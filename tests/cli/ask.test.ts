import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CitedAnswer } from "../../src/shapes/answering.ts";
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

interface Ran {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}
interface Asking {
  readonly folder: string;
  readonly endpoint: ScriptedEndpoint;
  ra(...args: readonly string[]): Promise<Ran>;
  /** With lines on standard input. */
  typed(input: string, ...args: readonly string[]): Promise<Ran>;
}

const withAsk = (replies: readonly Reply[], use: (asking: Asking) => Promise<void>): Promise<void> =>
  withProject(PROJECT, (folder) =>
    withEndpoint(replies, async (endpoint) => {
      const config = readFileSync(join(folder, ".ra.toml"), "utf8");
      const generation = `\n[generation]\nmodel = "m"\nbase_url = "${endpoint.url}"\nretries = 0\n`;
      writeFileSync(join(folder, ".ra.toml"), config + generation);
      const typed = async (input: string, ...args: readonly string[]): Promise<Ran> => {
        const running = startRa(args, folder, { listens: true });
        running.write(input);
        const code = await running.closeInput();
        return { code, stdout: running.stdout(), stderr: running.stderr() };
      };
      await use({ folder, endpoint, typed, ra: (...args) => typed("", ...args) });
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
    const [first] = passagesIn(endpoint.asked[0]!.body.messages!.at(-1)!.content);
    assert.match(first!.text, /plug it in/);
    const strict = await ra("ask", "--strict", "--json", "-n", "1", "how do I plug in the toaster?");
    assert.equal(strict.code, 0, strict.stdout);
    const { citations, problems, model, finish } = JSON.parse(strict.stdout) as CitedAnswer;
    assert.equal(citations[0]!.id, "docs:guide.md#installation");
    assert.deepEqual([problems, model, finish], [[], "m", "stop"]);
    assert.equal(passagesIn(endpoint.asked[1]!.body.messages!.at(-1)!.content).length, 1);
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
    const { stderr } = await ra("ask", "-v", "--session", "work", "and unplug it?");
    assert.match(stderr, /searched also for: how do I plug in the toaster\?/);
    assert.match(
      endpoint.asked[1]!.body.messages!.at(-1)!.content,
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

test("an answer that cannot be saved is printed, and one error says so", () => {
  let sessions = "";
  /** Answers, and makes the folder of the sessions a file meanwhile. */
  const spoils: Reply = (response, asked) => {
    rmSync(sessions, { recursive: true, force: true });
    writeFileSync(sessions, "");
    return streams(["Plug it in [1]."])(response, asked);
  };
  return withAsk([spoils], async ({ ra, typed, folder, endpoint }) => {
    sessions = join(folder, ".ra/sessions");
    const ask = async (...flags: readonly string[]) => {
      rmSync(sessions, { recursive: true, force: true });
      return await ra("ask", "--session", "work", ...flags, "how do I plug in the toaster?");
    };
    const why = /^ra: .*the session work does not keep this answer: cannot .*sessions/m;
    for (const flags of [["--no-stream"], []]) {
      const { code, stdout, stderr } = await ask(...flags);
      assert.match(stdout, /^Plug it in \[1\]\.\n\n\[1\] docs:guide\.md/, flags.join());
      assert.deepEqual([code, stderr.match(/does not keep/g)?.length], [1, 1], stderr);
      assert.match(stderr, why);
    }
    const json = await ask("--json");
    const { answer, session } = JSON.parse(json.stdout) as CitedAnswer;
    assert.deepEqual([json.code, answer, session], [1, "Plug it in [1].", undefined]);
    assert.match(json.stderr, why);
    rmSync(sessions, { recursive: true, force: true });
    const asked = endpoint.asked.length;
    const talk = await typed("how do I plug in the toaster?\nand the toaster?\n", "ask", "--session", "work");
    assert.equal(talk.stdout.match(/^Plug it in \[1\]\.$/gm)?.length, 2, talk.stderr);
    assert.deepEqual([talk.code, talk.stderr.match(/does not keep/g)?.length], [1, 1], talk.stderr);
    // The conversation goes on with what this process remembers.
    assert.match(endpoint.asked[asked + 1]!.body.messages!.at(-1)!.content, /Answer: Plug it in \[3\]\.\n/);
  });
});
