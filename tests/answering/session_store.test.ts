import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openSessions, type SessionStore } from "../../src/answering/sessions/session_store.ts";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";

const turn = (question: string) => ({ question, answer: `Answer to ${question}`, citations: ["a:b"], finish: "stop" });

function withSessions(use: (sessions: SessionStore, folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "ra-sessions-"));
  try {
    use(openSessions(createDiskFileSystem(), join(folder, "sessions")), join(folder, "sessions"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a session keeps its turns in their order, and 300 of them", () =>
  withSessions((sessions) => {
    assert.deepEqual([sessions.list(() => {}), sessions.turns("work")], [[], []]);
    for (let at = 0; at < 300; at++) sessions.add("work", turn(`question ${at}\nwith a line`));
    const turns = sessions.turns("work");
    assert.deepEqual(
      turns.map(({ question }) => question),
      Array.from({ length: 300 }, (_, at) => `question ${at}\nwith a line`),
    );
    assert.deepEqual(sessions.list(() => {}), [{ name: "work", turns: 300, last: turns[299]!.at }]);
    sessions.delete("work");
    assert.throws(() => sessions.require("work"), { code: "unknown-session" });
  }));

test("half a line that a killed writer left costs that line alone", () =>
  withSessions((sessions, folder) => {
    sessions.add("work", turn("one"));
    appendFileSync(join(folder, "work.jsonl"), '{"at":"2026","question":"tw');
    sessions.add("work", turn("three"));
    appendFileSync(join(folder, "work.jsonl"), "null\n[]\n\u0000\n");
    sessions.add("work", turn("four"));
    assert.deepEqual(sessions.turns("work").map(({ question }) => question), ["one", "three", "four"]);
  }));

test("two writers lose no turn", () =>
  withSessions((sessions, folder) => {
    const other = openSessions(createDiskFileSystem(), folder);
    for (let at = 0; at < 20; at++) (at % 2 === 0 ? sessions : other).add("work", turn(String(at)));
    assert.equal(sessions.turns("work").length, 20);
  }));

test("a name cannot lead out of the folder, and a link is not followed", () =>
  withSessions((sessions, folder) => {
    for (const name of ["../x", "a/b", ".hidden", "", "a\u0000b", "x".repeat(101)]) {
      assert.throws(() => sessions.add(name, turn("one")), { code: "usage" }, name);
    }
    sessions.add("work", turn("one"));
    if (process.platform === "win32") return;
    const outside = join(folder, "..", "outside.txt");
    writeFileSync(outside, "mine\n");
    symlinkSync(outside, join(folder, "linked.jsonl"));
    assert.throws(() => sessions.add("linked", turn("one")), { code: "io" });
    assert.equal(readFileSync(outside, "utf8"), "mine\n");
  }));

test("odd files among the sessions are named once, and the others are listed", {
  skip: process.platform === "win32" && "links and pipes are those of Unix",
}, () =>
  withSessions((sessions, folder) => {
    sessions.add("good", turn("one"));
    mkdirSync(join(folder, "folder.jsonl"));
    symlinkSync("good.jsonl", join(folder, "link.jsonl"));
    execFileSync("mkfifo", [join(folder, "pipe.jsonl")]);
    writeFileSync(join(folder, "large.jsonl"), "");
    truncateSync(join(folder, "large.jsonl"), 256 * 1024 * 1024);
    for (let at = 0; at < 4; at++) mkdirSync(join(folder, `x${at}.jsonl`));
    const warnings: string[] = [];
    const list = sessions.list(({ message }) => warnings.push(message));
    assert.deepEqual(list.map(({ name }) => name), ["good"]);
    assert.equal(warnings.length, 1);
    const [folderWhy, large, link, pipe] = warnings[0]!.split("; ");
    assert.match(folderWhy!, /cannot read .*folder\.jsonl: it is a directory/);
    assert.match(large!, /large\.jsonl: it is larger than 32 MB/);
    assert.match(link!, /link\.jsonl: it is a symbolic link/);
    assert.match(pipe!, /pipe\.jsonl: it is not a regular file/);
    assert.match(warnings[0]!, /x0\.jsonl: it is a directory; and 3 more sessions cannot be read$/);
    for (const name of ["folder", "link", "pipe", "large"]) assert.throws(() => sessions.turns(name), { code: "io" });
    sessions.delete("link");
    sessions.delete("large");
    assert.ok(existsSync(join(folder, "good.jsonl")) && !existsSync(join(folder, "large.jsonl")));
    assert.throws(() => sessions.delete("absent"), { code: "unknown-session" });
  }));

test("a line of other types than those of a turn is not a turn, or has none of them", () =>
  withSessions((sessions, folder) => {
    sessions.add("work", turn("one"));
    const lines = [
      { question: "q", answer: 7 },
      { question: ["q"], answer: "a" },
      { question: "two", answer: "a", at: 5, citations: { length: 9 }, finish: null },
      { question: "three", answer: "a", citations: ["a:b", 7, { toString: 1 }, null] },
    ];
    appendFileSync(join(folder, "work.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    appendFileSync(join(folder, "work.jsonl"), `${"[".repeat(1_000_000)}\n"text"\n7\n`);
    const [, two, three, ...others] = sessions.turns("work");
    assert.deepEqual(two, { at: "", question: "two", answer: "a", citations: [], finish: "stop" });
    assert.deepEqual([three!.question, three!.citations, others], ["three", ["a:b"], []]);
  }));

test("numbers are kept with the ids that they belong to, or not at all", () =>
  withSessions((sessions, folder) => {
    sessions.add("work", { ...turn("one"), numbers: [3] });
    const line = { question: "q", answer: "a", citations: ["a:b", "a:c"] };
    const lines = [[1, 4], [1], ["1", 2], [-1, 2], 7].map((numbers) => ({ ...line, numbers }));
    const odd = { ...line, citations: ["a:b", 7], numbers: [1, 2] };
    appendFileSync(join(folder, "work.jsonl"), [...lines, odd].map((one) => `${JSON.stringify(one)}\n`).join(""));
    assert.deepEqual(sessions.turns("work").map(({ numbers }) => numbers), [
      [3],
      [1, 4],
      ...Array<undefined>(5).fill(undefined),
    ]);
  }));
