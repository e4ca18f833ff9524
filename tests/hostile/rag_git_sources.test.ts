/** Git sources whose addresses, repositories and references lead elsewhere. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitAll, gitIn, writeIn } from "../host/git_repository.ts";
import { hostile, type HostileFolder, type Place } from "./hostile.ts";
import { plantPrograms } from "./hostile_git.ts";
import { plantLink, plantPrivate, said, writeRag } from "./rag_folder.ts";

const skip = spawnSync("git", ["--version"]).status !== 0 && "git is not installed";

/** The repository of a source lies outside the project, whatever its address says. */
const foreign = (
  name: string,
  address: string | ((place: Place) => string),
  plant: (place: Place) => void = () => {},
): HostileFolder => ({
  name,
  skip,
  plant(place) {
    plantPrivate(place);
    const git = typeof address === "string" ? address : address(place);
    writeRag(place, { sources: [`{id: up, git: ${JSON.stringify(git)}}`] });
    plant(place);
  },
  commands: ({ project, word }) => [
    { args: ["rag", "fetch"], expect: (answer) => assert.notEqual(answer.code, 0, said(answer)) },
    { args: ["rag", "ingest"], expect: (answer) => assert.notEqual(answer.code, 0, said(answer)) },
    {
      args: ["-C", "rag/index", "search", word],
      expect() {
        const raw = join(project, "rag/data/raw/up/docs");
        assert.ok(!existsSync(raw), `it was fetched: ${existsSync(raw) ? readdirSync(raw).join(" ") : ""}`);
      },
    },
  ],
});

function plantBare({ project }: Place, path: string): string {
  const folder = join(project, path);
  mkdirSync(folder, { recursive: true });
  gitIn(folder)("init", "-q", "--bare");
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/master\n");
  return folder;
}

const commitOf = ({ outside }: Place): string => gitIn(join(outside, "private"))("rev-parse", "HEAD").trim();

const FOREIGN: readonly HostileFolder[] = [
  foreign("an address `file:` of a repository outside", ({ outside }) => `file://${outside}/private`),
  foreign("an address `FILE:` of a repository outside", ({ outside }) => `FILE://${outside}/private`),
  foreign("an address `file:` with `..` after the project", ({ project }) => `file://${project}/../outside/private`),
  foreign(
    "an address `file:` behind a link of the project",
    ({ project }) => `file://${project}/up/private`,
    (place) => plantLink(place, "up", place.outside),
  ),
  foreign("an address with `..` to a repository outside", "./../outside/private"),
  foreign(
    "a source that is a link to a repository outside",
    "./up",
    (place) => plantLink(place, "up", join(place.outside, "private")),
  ),
  foreign("a source below a link to outside", "./up/private", (place) => plantLink(place, "up", place.outside)),
  foreign(
    "a source whose .git file names a repository outside",
    "./up",
    (place) => place.write("up/.git", `gitdir: ${place.outside}/private/.git\n`),
  ),
  foreign(
    "a source whose .git is a link to a repository outside",
    "./up",
    (place) => plantLink(place, "up/.git", join(place.outside, "private/.git")),
  ),
  foreign("a bare source whose objects and references are links outside", "./up.git", (place) => {
    plantBare(place, "up.git");
    for (const name of ["objects", "refs"]) {
      plantLink(place, `up.git/${name}`, join(place.outside, "private/.git", name));
    }
  }),
  foreign("a bare source with one reference and one folder of objects that are links outside", "./up.git", (place) => {
    const folder = plantBare(place, "up.git");
    plantLink(place, "up.git/refs/heads/master", join(place.outside, "private/.git/refs/heads/master"));
    for (const name of readdirSync(join(place.outside, "private/.git/objects"))) {
      if (name.length === 2) {
        plantLink(place, `up.git/objects/${name}`, join(place.outside, "private/.git/objects", name));
      }
    }
    assert.ok(existsSync(join(folder, "objects")));
  }),
  foreign("a bare source with the common folder of a repository outside", "./up.git", (place) => {
    const folder = plantBare(place, "up.git");
    writeFileSync(join(folder, "commondir"), `${place.outside}/private/.git\n`);
  }),
  foreign("a bare source with the objects of a repository outside", "./up.git", (place) => {
    const folder = plantBare(place, "up.git");
    writeFileSync(join(folder, "objects/info/alternates"), `${place.outside}/private/.git/objects\n`);
    writeFileSync(join(folder, "refs/heads/master"), `${commitOf(place)}\n`);
  }),
  foreign("a source with the objects of one that has those of a repository outside", "./up.git", (place) => {
    const [folder, between] = [plantBare(place, "up.git"), plantBare(place, "between.git")];
    writeFileSync(join(folder, "objects/info/alternates"), `${between}/objects\n`);
    writeFileSync(join(between, "objects/info/alternates"), `${place.outside}/private/.git/objects\n`);
    writeFileSync(join(folder, "refs/heads/master"), `${commitOf(place)}\n`);
  }),
];

/** Bare repositories in the project with references to a commit of one outside, whose objects they borrow. */
const borrowers = (
  name: string,
  alternates: Readonly<Record<string, (place: Place) => string>>,
): HostileFolder => ({
  name,
  skip,
  plant(place) {
    plantPrivate(place);
    plantLink(place, "between/objects", join(place.outside, "private/.git/objects"));
    for (const [id, text] of Object.entries(alternates)) {
      const folder = plantBare(place, `${id}.git`);
      writeFileSync(join(folder, "objects/info/alternates"), text(place));
      writeFileSync(join(folder, "refs/heads/master"), `${commitOf(place)}\n`);
    }
    writeRag(place, { sources: Object.keys(alternates).map((id) => `{id: ${id}, git: ./${id}.git}`) });
  },
  commands: ({ project }) => [{
    args: ["rag", "fetch"],
    expect(answer) {
      assert.notEqual(answer.code, 0, said(answer));
      const fetched = Object.keys(alternates).filter((id) => existsSync(join(project, `rag/data/raw/${id}/docs`)));
      assert.deepEqual(fetched, [], said(answer));
    },
  }],
});

const BORROWERS: readonly HostileFolder[] = [
  borrowers("sources that name their lender in a way that git reads otherwise", {
    quoted: ({ outside }) => `"${outside}/private/.git/objects"\n`,
    long: ({ outside }) => `${"# so\n".repeat(20_000)}${outside}/private/.git/objects\n`,
  }),
  borrowers("a source whose lender has a link to objects outside", { linked: () => "../../between/objects\n" }),
];

/** A repository in the project that lacks objects, and names a program that would bring them. */
const lacking: HostileFolder = {
  name: "a source that lacks objects and names a program that would bring them",
  skip,
  plant(place) {
    const { project, command } = place;
    const run = plantPrograms(join(project, "planted"), command);
    const folder = join(project, "upstream");
    writeIn(folder, "docs/a.md", "# Good\n\nneedle\n");
    const git = commitAll(folder);
    const blob = git("rev-parse", "HEAD:docs/a.md").trim();
    rmSync(join(folder, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
    writeFileSync(
      join(folder, ".git/config"),
      `[core]\n\trepositoryformatversion = 1\n\talternateRefsCommand = ${run}\n[extensions]\n\tpartialClone = origin\n` +
        `[remote "origin"]\n\turl = ${folder}\n\tuploadpack = ${run}\n\tpromisor = true\n[protocol]\n\tallow = always\n` +
        `[uploadpack]\n\tpackObjectsHook = ${run}\n`,
    );
    writeRag(place, { sources: ["{id: up, git: ./upstream}"] });
  },
  commands: () => [["rag", "fetch"], ["rag", "ingest"]],
};

/** Nothing listens there, or would answer at once. */
const hosts = (address: string): HostileFolder => ({
  name: `the address ${address}`,
  skip,
  plant: (place) => writeRag(place, { sources: [`{id: up, git: "${address}"}`] }),
  commands: () => [{
    args: ["rag", "fetch"],
    expect(answer) {
      assert.notEqual(answer.code, 0, said(answer));
      assert.match(said(answer), /private|allow_private|this machine/);
      assert.doesNotMatch(said(answer), /refused|timed out|connect to/i);
    },
  }],
});

const HOSTS: readonly HostileFolder[] = [
  "http://127.0.0.1:9/x",
  "git://127.0.0.1:9/x",
  "http://[::1]:9/x",
  "http://2130706433:9/x",
  "http://0x7f.1:9/x",
  "ssh://localhost:9/x",
  "git@127.0.0.1:x.git",
  "http://[::ffff:127.0.0.1]:9/x",
].map(hosts);

const REFS = ["HEAD:refs/heads/evil", "+HEAD:refs/heads/evil", "HEAD:../../../evil", "refs/heads/*:refs/x/*"];

const refs: HostileFolder = {
  name: "a ref that says where it goes",
  skip,
  plant(place) {
    const folder = join(place.project, "upstream");
    writeIn(folder, "docs/a.md", "# Good\n\nneedle\n");
    commitAll(folder);
    writeRag(place, { sources: REFS.map((ref, at) => `{id: s${at}, git: ./upstream, ref: "${ref}"}`) });
  },
  keeps: ["upstream"],
  commands: ({ project }) => [{
    args: ["rag", "fetch"],
    expect(answer) {
      assert.notEqual(answer.code, 0, said(answer));
      for (const [at, ref] of REFS.entries()) {
        assert.ok(!existsSync(join(project, `rag/data/raw/s${at}/docs`)), `${ref} was taken: ${said(answer)}`);
      }
    },
  }],
};

hostile("rag-git-sources", [...FOREIGN, ...BORROWERS, lacking, ...HOSTS, refs]);
