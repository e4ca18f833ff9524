/** ra's own files as links, pipes, devices and huge files. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Answer, type Command, hostile, type Place } from "./hostile.ts";

function plantGood({ write }: Place): void {
  write(".ra.toml", '[tree.docs]\npath = "docs"\n\n[[test]]\nquery = "needle"\nexpect = "docs:good.md"\n');
  write("docs/good.md", "# Good\n\nneedle\n");
}

function link(place: Place, path: string, target: string): void {
  const full = join(place.project, path);
  mkdirSync(dirname(full), { recursive: true });
  symlinkSync(target, full);
}

function pipe(place: Place, path: string): void {
  const full = join(place.project, path);
  mkdirSync(dirname(full), { recursive: true });
  execFileSync("mkfifo", [full]);
}

/** A file that takes no space on the disk. */
function huge(place: Place, path: string, beginning = ""): void {
  truncateSync(place.write(path, beginning), 700e6);
}

const finds = ({ stdout }: Answer): void => assert.match(stdout, /docs\/good\.md:\d/);
const refuses = (args: readonly string[], why = /symbolic link/): Command => ({
  args,
  expect({ code, stdout, stderr }) {
    assert.notEqual(code, 0);
    assert.equal(stdout, "");
    assert.match(stderr, why);
    assert.match(stderr, /ra: hint: |help: |\n {2}/);
  },
});

hostile("own files", [
  {
    name: ".ra leads to a folder outside",
    plant(place) {
      plantGood(place);
      link(place, ".ra", place.outside);
    },
    commands: () => [
      refuses(["search", "needle"]),
      refuses(["search", "--no-update", "needle"]),
      refuses(["update"]),
      refuses(["test"]),
      refuses(["check"]),
      ["status"],
    ],
  },
  {
    name: ".ra/index leads to a folder outside",
    plant(place) {
      plantGood(place);
      link(place, ".ra/index", place.outside);
    },
    commands: () => [refuses(["search", "needle"]), refuses(["update", "--prune"]), ["status"]],
  },
  {
    name: "files of the index lead outside, and a planted name that ra once gave to drafts",
    plant(place) {
      plantGood(place);
      for (const name of ["head.json", "lock", "lock.takeover", "text", "head.json.damaged"]) {
        link(place, `.ra/index/${name}`, join(place.outside, name === "text" ? "folder" : "secret.md"));
      }
      link(place, ".ra/test.json", join(place.outside, "secret.md"));
    },
    commands: () => [refuses(["search", "needle"]), refuses(["update"]), ["test"], ["status"], ["check"]],
  },
  {
    name: "the lock is a broken link",
    plant(place) {
      plantGood(place);
      link(place, ".ra/index/lock", join(place.outside, "new"));
    },
    commands: () => [refuses(["search", "--lock-timeout", "1", "needle"])],
  },
  {
    name: "files for agents lead outside",
    plant(place) {
      plantGood(place);
      for (const name of ["AGENTS.md", "CLAUDE.md"]) link(place, name, join(place.outside, "secret.md"));
      link(place, "GEMINI.md", join(place.outside, "new.md"));
    },
    commands: (place) => [
      refuses(["agents"]),
      {
        ...refuses(["agents", "--all", "--force"]),
        expect() {
          rmSync(join(place.project, "AGENTS.md"));
        },
      },
      ["agents"],
      refuses(["agents", "--claude"]),
      refuses(["agents", "--gemini"]),
    ],
  },
  {
    name: "the template for agents leads outside",
    plant(place) {
      plantGood(place);
      link(place, ".agents.md", join(place.outside, "secret.md"));
    },
    commands: () => [refuses(["agents"]), refuses(["agents", "--stdout"]), refuses(["agents", "--diff"])],
  },
  {
    name: "the configuration leads outside",
    plant(place) {
      link(place, ".ra.toml", join(place.outside, "secret.toml"));
    },
    commands: () => [
      refuses(["search", "needle"]),
      refuses(["status"]),
      refuses(["init", "--force"]),
      ["init"],
    ],
  },
  {
    name: ".gitignore leads outside",
    plant(place) {
      mkdirSync(join(place.project, ".git"));
      place.write("docs/good.md", "# Good\n\nneedle\n");
      link(place, ".gitignore", join(place.outside, "secret.md"));
    },
    commands: ({ write }) => [
      {
        ...refuses(["init"]),
        expect(answer) {
          refuses([]).expect?.(answer, undefined as never);
          write(".ra.toml", '[tree.docs]\npath = "docs"\n');
        },
      },
      { args: ["search", "needle"], expect: finds },
    ],
  },
  {
    name: "pipes where ra reads its own",
    plant(place) {
      plantGood(place);
      for (const path of [".git/config", ".gitignore", ".raignore", "docs/.gitignore", "docs/sub/.raignore"]) {
        pipe(place, path);
      }
      for (const path of [".ra/test.json", "AGENTS.md", "CLAUDE.md", "token", "docs/pipe.md"]) pipe(place, path);
    },
    commands: () => [
      { args: ["search", "needle"], expect: finds },
      ["test"],
      refuses(["agents"], /not a regular file/),
      refuses(["serve", "--token", "@token"], /not a regular file/),
      refuses(["mcp", "--http", "0", "--token", "@token"], /not a regular file/),
      ["context", "docs/pipe.md"],
    ],
  },
  {
    name: "pipes in the index",
    plant(place) {
      plantGood(place);
      for (const name of ["head.json", "lock", "lock.takeover"]) pipe(place, `.ra/index/${name}`);
      pipe(place, ".agents.md");
    },
    commands: () => [
      refuses(["search", "needle"], /not a regular file/),
      refuses(["search", "--no-update", "needle"], /not usable/),
      refuses(["agents"], /not a regular file/),
    ],
  },
  {
    name: "links to a device without an end",
    plant(place) {
      plantGood(place);
      mkdirSync(join(place.project, ".git"));
      for (const path of [".git/config", ".gitignore", "docs/.raignore", ".ra/test.json", "token", "docs/zero.md"]) {
        link(place, path, "/dev/zero");
      }
    },
    commands: () => [
      { args: ["search", "needle"], expect: finds },
      ["test"],
      ["context", "docs/zero.md"],
      refuses(["serve", "--token", "@token"], /not a regular file/),
    ],
  },
  {
    name: "700 MB where ra expects a small file, and beside a document",
    plant(place) {
      plantGood(place);
      for (const path of [".git/config", ".ra/test.json", "AGENTS.md", ".agents.md", "token"]) {
        huge(place, path);
      }
      huge(place, "docs/huge.md", "# Huge\n\nneedle\n");
      for (const name of ["a", "b", "c", "d"]) huge(place, `src/${name}.ts`, "const needle = 1;\n".repeat(600));
    },
    commands: () => [
      {
        args: ["update"],
        expect: ({ stdout }) => assert.match(stdout, /larger than 256 MB/),
      },
      { args: ["search", "needle"], expect: finds },
      ["context", "src/a.ts"],
      ["test"],
      refuses(["agents"], /larger than/),
      refuses(["serve", "--token", "@token"], /larger than 64 KB/),
      ["likethis", "docs/huge.md"],
      ["inspect", "docs/huge.md"],
      ["check"],
    ],
  },
  {
    name: "700 MB in place of the head, the lock and the configuration",
    plant(place) {
      plantGood(place);
      huge(place, ".ra/index/head.json");
      huge(place, ".ra/index/lock");
      huge(place, "below/.ra.toml");
    },
    commands: () => [
      refuses(["search", "needle"], /larger than/),
      {
        args: ["-C", "below", "search", "needle"],
        expect: ({ code, stderr }) => assert.match(`${code} ${stderr}`, /^2 .*larger than 1 MB/),
      },
    ],
  },
  {
    name: "a lock from the future",
    plant(place) {
      plantGood(place);
      const next = new Date("2222-02-02");
      for (
        const [name, content] of [["lock", '{"pid":1,"host":null,"token":"t"}'], ["lock.takeover", "0a1b"]] as const
      ) {
        utimesSync(place.write(`.ra/index/${name}`, content), next, next);
      }
    },
    commands: () => [{ args: ["search", "--lock-timeout", "3", "needle"], expect: finds }],
  },
]);
