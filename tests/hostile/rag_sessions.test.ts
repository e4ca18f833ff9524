/** Sessions, attachments and the folder of the cache, as a stranger prepared them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { type Answer, type Command, hostile, type HostileFolder, type Place } from "./hostile.ts";
import { startServices } from "./planter/services.ts";
import { plantLink, said, works, writeRag } from "./rag_folder.ts";

const QUESTION = "what colour is the lever";
const turn = (question: string, more: Readonly<Record<string, unknown>> = {}): string =>
  `${
    JSON.stringify({
      at: "2026-01-02T03:04:05.000Z",
      question,
      answer: "Purple [1].",
      citations: [],
      finish: "stop",
      ...more,
    })
  }\n`;

/** A project for `ra ask` and `ra rag chat`, with a language model that answers. */
const project = (
  name: string,
  plant: (place: Place) => void,
  commands: (place: Place) => readonly (Command | readonly string[])[],
  { keeps = ["docs"], onQuestion = () => {} }: {
    readonly keeps?: readonly string[];
    readonly onQuestion?: (place: Place) => void;
  } = {},
): HostileFolder => ({
  name,
  async plant(place) {
    const { close, address } = await startServices(() => onQuestion(place));
    place.write("docs/lever.md", "# Lever\n\nThe lever is purple.\n");
    const generation = `model = "m"\nbase_url = "${address}/v1"\nretries = 0\n`;
    place.write(".ra.toml", `[tree.docs]\npath = "docs"\n\n[generation]\n${generation}`);
    await installSmallModel(createDiskFileSystem(), place.home, "small");
    writeRag(place, {
      sources: ["{id: docs, path: docs}"],
      more: [
        `generation: {model: m, base_url: "${address}/v1", retries: 0}`,
        "attachments: {attach_limit_files: 5, attach_limit_chunks: 50}",
      ],
    });
    plant(place);
    return close;
  },
  keeps,
  commands,
});

/** The answer was asked for, and shows although it cannot be kept. */
const answersAndSays = (args: readonly string[], what: RegExp): Command => ({
  args,
  expect(answer) {
    assert.notEqual(answer.code, 0, said(answer));
    assert.match(answer.stdout, /lever is purple/i, said(answer));
    assert.match(answer.stderr, what);
  },
});
const refusesBefore = (args: readonly string[], what: RegExp): Command => ({
  args,
  expect(answer) {
    assert.notEqual(answer.code, 0, said(answer));
    assert.match(answer.stderr, what);
  },
});
const ask = (session: string): readonly string[] => ["ask", "--no-stream", "--session", session, QUESTION];
const chat = (session: string): readonly string[] => ["rag", "chat", "--no-stream", "--session", session, QUESTION];

const linked = (path: string, target: (place: Place) => string, keeps: readonly string[] = []): HostileFolder =>
  project(
    `${path} is a link to ${target({ outside: "a folder outside", project: "" } as Place) || "documents"}`,
    (place) => plantLink(place, path, target(place)),
    () => [
      ["rag", "index"],
      ["rag", "sessions", "list"],
      path.startsWith(".ra") ? refusesBefore(ask("u"), /\.ra/) : refusesBefore(chat("u"), /cache/),
      ["rag", "sessions", "delete", "u"],
    ],
    { keeps: ["docs", ...keeps] },
  );

const sees = (what: RegExp) => ({ stdout }: Answer): void => assert.match(stdout, what);

const odd: HostileFolder = project("odd files among the sessions", (place) => {
  const folder = join(place.project, "rag/index/cache/sessions");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "good.jsonl"), turn("good question"));
  mkdirSync(join(folder, "folder.jsonl"));
  execFileSync("mkfifo", [join(folder, "pipe.jsonl")]);
  symlinkSync(join(place.outside, "secret.md"), join(folder, "link.jsonl"));
  symlinkSync("/dev/zero", join(folder, "device.jsonl"));
  symlinkSync("loop.jsonl", join(folder, "loop.jsonl"));
  writeFileSync(join(folder, "huge.jsonl"), turn("huge"));
  truncateSync(join(folder, "huge.jsonl"), 3e9);
  writeFileSync(join(folder, "bytes.jsonl"), Uint8Array.from({ length: 5000 }, (_, at) => at % 256));
  writeFileSync(join(folder, "brackets.jsonl"), "[".repeat(2e6));
}, () => [
  works(["rag", "sessions", "list"], /good/),
  { args: ["rag", "sessions", "show", "good"], expect: sees(/good question/) },
  ...["folder", "pipe", "link", "device", "loop", "huge"].map((name) =>
    refusesBefore(["rag", "sessions", "show", name], new RegExp(name))
  ),
  { args: ["rag", "sessions", "delete", "pipe"] },
  { args: chat("link"), expect: (answer) => assert.notEqual(answer.code, 0, said(answer)) },
]);

const ESCAPE = "\u001b[31m";
const BAD = `${ESCAPE}red\u0007\u202egnp.exe\u0000`;

const escapes: HostileFolder = project("sessions whose every text holds escapes", (place) => {
  const every = turn(BAD, { at: BAD, answer: BAD, citations: [BAD], finish: BAD });
  place.write("rag/index/cache/sessions/bad.jsonl", every);
  place.write("rag/index/cache/sessions/kinds.jsonl", turn("q", { at: 1, citations: { a: 1 }, finish: null }));
}, () =>
  ["show", "export", "list"].map((verb) => ({
    args: ["rag", "sessions", verb, ...(verb === "list" ? [] : ["bad"])],
    expect({ stdout, stderr }) {
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(`${stdout}${stderr}`, /[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/);
    },
  })));

const unwritable: HostileFolder = project("a session that cannot be written", (place) => {
  place.write("rag/index/cache/sessions", "a file for a folder\n");
  place.write(".ra/sessions", "a file for a folder\n");
}, () => [
  ["rag", "index"],
  // Said before anything is asked, or the answer shows.
  { args: ask("u"), expect: saysOrAnswers },
  { args: chat("u"), expect: saysOrAnswers },
], { keeps: ["docs", ".ra/sessions", "rag/index/cache/sessions"] });

function saysOrAnswers(answer: Answer): void {
  assert.notEqual(answer.code, 0, said(answer));
  assert.match(answer.stderr, /sessions/);
}

/** The place of the session goes bad while the model answers: what was paid for shows. */
const lost = (name: string, folder: string, args: readonly string[]): HostileFolder =>
  project(
    `a session of ra ${name} that cannot be written any more once the model answers`,
    () => {},
    () => [...(name === "ask" ? [] : [["rag", "index"]]), answersAndSays(args, /sessions/)],
    {
      onQuestion({ project, write }) {
        rmSync(join(project, folder), { recursive: true, force: true });
        write(folder, "a file for a folder\n");
      },
    },
  );

const attach: HostileFolder = project("attachments: nothing, links, pipes and the folder itself", (place) => {
  plantLink(place, "link.md", join(place.outside, "secret.md"));
  plantLink(place, "folder", place.outside);
  place.write("many/a.md", "# A\n\nneedle\n");
  plantLink(place, "many/secret.md", join(place.outside, "secret.md"));
  plantLink(place, "many/sub", place.outside);
  execFileSync("mkfifo", [join(place.project, "many/pipe.md")]);
  execFileSync("mkfifo", [join(place.project, "pipe.md")]);
}, ({ word }) => [
  refusesBefore(["rag", "retrieve", "--attach", "", "--attach-only", "needle"], /--attach/),
  refusesBefore(["rag", "retrieve", "--attach", "pipe.md", "--attach-only", "needle"], /pipe\.md/),
  ["rag", "retrieve", "--attach", "many", "--attach-only", word],
]);

const kept: HostileFolder = project("a session goes on where nothing is planted", () => {}, ({ project }) => [
  works(["rag", "index"]),
  works(ask("u"), /purple/),
  works(chat("u"), /purple/),
  {
    args: chat("u"),
    expect() {
      const path = join(project, "rag/index/cache/sessions/u.jsonl");
      assert.ok(existsSync(path));
      assert.equal(readFileSync(path, "utf8").trim().split("\n").length, 2);
    },
  },
]);

/** The same file lies in the home folder, and ra adds to a session in place. */
const hardLinks: HostileFolder = project("sessions that are hard links to files elsewhere", ({ project, home }) => {
  writeFileSync(join(home, "history"), turn("an earlier question"));
  for (const folder of [".ra/sessions", "rag/index/cache/sessions"]) {
    mkdirSync(join(project, folder), { recursive: true });
    linkSync(join(home, "history"), join(project, folder, "u.jsonl"));
  }
}, ({ home }) => [
  works(["rag", "index"]),
  refusesBefore(ask("u"), /hard link/),
  refusesBefore(chat("u"), /hard link/),
  {
    args: ["rag", "sessions", "list"],
    expect: () => assert.equal(readFileSync(join(home, "history"), "utf8"), turn("an earlier question")),
  },
]);

hostile("rag-sessions", [
  kept,
  linked(".ra/sessions", ({ outside }) => outside),
  linked(".ra/sessions", () => "../docs"),
  linked("rag/index/cache", ({ outside }) => outside),
  linked("rag/index/cache/sessions", ({ outside }) => outside),
  linked("rag/index/cache/sessions", () => "../../../docs"),
  odd,
  escapes,
  unwritable,
  lost("ask", ".ra/sessions", ask("u")),
  lost("rag chat", "rag/index/cache/sessions", chat("u")),
  attach,
  hardLinks,
]);
