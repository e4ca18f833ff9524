import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
    assert.deepEqual([sessions.list(), sessions.turns("work")], [[], []]);
    for (let at = 0; at < 300; at++) sessions.add("work", turn(`question ${at}\nwith a line`));
    const turns = sessions.turns("work");
    assert.deepEqual(
      turns.map(({ question }) => question),
      Array.from({ length: 300 }, (_, at) => `question ${at}\nwith a line`),
    );
    assert.deepEqual(sessions.list(), [{ name: "work", turns: 300, last: turns[299]!.at }]);
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
