/** Folders of `ra rag` that are, or lie behind, links: out of the project, and to what the user has in it. */
import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitAll, gitIn, writeIn } from "../host/git_repository.ts";
import { type Command, hostile, type HostileFolder, type Place } from "./hostile.ts";
import { plantLink, refuses, said, works, writeRag } from "./rag_folder.ts";

/** A repository in the project whose files are what a folder of hooks holds. */
function plantUpstream({ project, command }: Place, path = "payload"): void {
  const folder = join(project, path);
  writeIn(folder, "pre-commit", `#!/bin/sh\n${command}\n`);
  chmodSync(join(folder, "pre-commit"), 0o755);
  writeIn(folder, "docs/a.md", "# Foreign\n\nneedle\n");
  commitAll(folder);
  // As a clone brings it: a tracked folder that is a bare repository.
  renameSync(join(folder, ".git"), join(project, `${path}.git`));
  gitIn(join(project, `${path}.git`))("config", "core.bare", "true");
}

const FETCHES: readonly Command[] = [
  refuses(["rag", "fetch"], /rag\/data\/raw/),
  refuses(["rag", "ingest"], /rag\/data\/raw/),
];

/** The next commit of the user's. It fails if hooks were planted: they leave a trace then. */
const commit = (place: Place): Command => ({
  args: ["rag", "status"],
  expect() {
    gitIn(place.project)("commit", "-q", "--allow-empty", "-m", "next");
  },
});

const clone: HostileFolder = {
  name: "a clone whose link `rag/data/raw` leads to .git, with a git source called hooks",
  plant(place) {
    plantUpstream(place);
    writeRag(place, { sources: ["{id: hooks, git: ./payload.git}"] });
    plantLink(place, "rag/data/raw", "../../.git");
    commitAll(place.project);
  },
  keeps: [".git/hooks", ".git/config", "payload.git"],
  commands: (place) => [...FETCHES, commit(place), ["rag", "doctor"]],
};

const behind = (path: string, target: string, dataRoot = "rag/data"): HostileFolder => ({
  name: `a link \`${path}\` to ${target}, with a git source called hooks`,
  plant(place) {
    plantUpstream(place);
    writeRag(place, { sources: ["{id: hooks, git: ./payload.git}"], dataRoot });
    commitAll(place.project);
    plantLink(place, path, target);
  },
  keeps: [".git", "payload.git"],
  commands: () => [
    { args: ["rag", "fetch"], expect: (answer) => assert.notEqual(answer.code, 0, said(answer)) },
    { args: ["rag", "ingest"], expect: (answer) => assert.notEqual(answer.code, 0, said(answer)) },
    ["rag", "status"],
  ],
});

/** A repository whose files are those of a git folder, with a command. */
const ids: HostileFolder = {
  name: "ids of sources that make their files a .git, or those of ra",
  plant(place) {
    plantUpstream(place);
    const sources = [".git", ".GIT", ".ra", ".ra.toml"].map((id) => `{id: ${id}, git: ./payload.git}`);
    writeRag(place, { sources: [...sources, "{id: docs, git: ./payload.git}"] });
  },
  keeps: ["payload.git"],
  commands: ({ project }) => [{
    args: ["rag", "fetch"],
    expect(answer) {
      assert.equal(answer.code, 2, said(answer));
      assert.match(said(answer), /sources\[3\]\.id: must begin with/);
      assert.ok(!existsSync(join(project, "rag/data/raw")), said(answer));
    },
  }],
};

const worktree = (path: string, target: string, name: string): HostileFolder => ({
  name,
  plant(place) {
    plantUpstream(place);
    writeRag(place, { sources: ["{id: docs, git: ./payload.git}"] });
    place.write("docs/a.md", "# Mine\n\nneedle\n");
    place.write("docs/work.txt", "not committed\n");
    cpSync(join(place.project, "docs"), join(place.outside, "docs"), { recursive: true });
    plantLink(place, path, target === "" ? place.outside : target);
  },
  keeps: ["docs", "payload.git"],
  commands: () => FETCHES,
});

const texts = (path: string, target: (place: Place) => string, name: string): HostileFolder => ({
  name,
  plant(place) {
    writeRag(place, { convert: ["{id: p, input: pages}"] });
    place.write("pages/p.html", "<h1>Page</h1><p>needle</p>");
    place.write("notes/p.html.md", "# Mine\n");
    place.write("notes/sub/b.md", "# Mine, too\n");
    writeFileSync(join(place.outside, "diary.md"), "# Diary\n");
    writeFileSync(join(place.outside, "p.html.md"), "# Diary of a page\n");
    plantLink(place, path, target(place));
  },
  keeps: ["notes", "pages"],
  commands: () => [
    refuses(["rag", "convert"], /rag\/data/),
    refuses(["rag", "normalize"], /rag\/data/),
    refuses(["rag", "ingest"], /rag\/data/),
    ["rag", "status"],
  ],
});

const journal: HostileFolder = {
  name: "the folder of journals is a link outside, and so are journals and the lock",
  plant(place) {
    writeRag(place, { convert: ["{id: p, input: pages}", "{id: q, input: pages}"] });
    place.write("pages/p.html", "<h1>Page</h1><p>needle</p>");
    plantLink(place, "rag/data/journal", join(place.outside, "folder"));
  },
  commands: () => [refuses(["rag", "convert"], /journal/), refuses(["rag", "ingest"], /journal/), ["rag", "status"]],
};

const journalFiles: HostileFolder = {
  name: "journals and the lock are links outside and pipes",
  plant(place) {
    writeRag(place, { convert: ["{id: p, input: pages}"] });
    place.write("pages/p.html", "<h1>Page</h1><p>needle</p>");
    plantLink(place, "rag/data/journal/p.convert.json", join(place.outside, "secret.md"));
    plantLink(place, "rag/data/journal/p.run.json", join(place.outside, "new"));
    plantLink(place, "rag/data/journal/lock", join(place.outside, "other"));
  },
  commands: () => [["rag", "convert"], ["rag", "status"], ["rag", "ingest"]],
};

const crawled: HostileFolder = {
  name: "the store of a crawl and its texts lie behind links",
  plant(place) {
    // The address is refused before anything is asked for, and the store is opened before that.
    writeRag(place, { crawl: ['{id: web, seeds: ["http://192.0.2.1/"], timeout: 1}'] });
    plantLink(place, "rag/data/raw/web", place.outside);
    plantLink(place, "rag/data/text/web", place.outside);
  },
  commands: () => [refuses(["rag", "crawl"], /rag\/data/), ["rag", "normalize"], ["rag", "status"]],
};

const cache: HostileFolder = {
  name: "the folder of the cache is a link to the user's documents",
  plant(place) {
    writeRag(place, { sources: ["{id: docs, path: docs}"] });
    place.write("docs/a.md", "# Mine\n\nneedle\n");
    plantLink(place, "rag/index/cache", "../../docs");
  },
  keeps: ["docs"],
  commands: () => [
    ["rag", "doctor"],
    ["rag", "chat", "--session", "s", "needle"],
    ["rag", "sessions", "list"],
    works(["rag", "ingest"]),
  ],
};

hostile("rag-places", [
  clone,
  ids,
  behind("rag/data", "../.git"),
  behind("rag/data/raw/hooks", "../../../.git/hooks"),
  behind("rag", ".git", "rag/info"),
  behind("data", ".git", "data"),
  worktree(
    "rag/data/raw",
    "../..",
    "a link `rag/data/raw` to the project, with a git source called like its documents",
  ),
  worktree("rag/data/raw/docs", "../../../docs", "a link `rag/data/raw/ID` to the documents of the project"),
  worktree("rag/data/raw", "", "a link `rag/data/raw` to a folder outside that has a folder of that name"),
  texts("rag/data/text", ({ outside }) => outside, "a link `rag/data/text` to a folder outside"),
  texts("rag/data/text/p", ({ outside }) => outside, "a link `rag/data/text/ID` to a folder outside"),
  texts("rag/data/text/p", () => "../../../notes", "a link `rag/data/text/ID` to the user's notes"),
  journal,
  journalFiles,
  crawled,
  cache,
]);
