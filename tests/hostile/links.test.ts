/** Documents, images and sources that are links out of the project. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Command, hostile, type Place } from "./hostile.ts";
import { mcpInput } from "./mcp_messages.ts";

const CONFIG = 'root = true\n[tree.docs]\npath = "docs"\n';

function plantGood({ write }: Place): void {
  write(".ra.toml", CONFIG);
  write("docs/good.md", "# Good\n\nneedle\n");
}

const says = (text: RegExp, ...args: readonly string[]): Command => ({
  args,
  expect: ({ stdout, stderr }) => assert.match(stdout + stderr, text),
});
const SKIPPED = /link that leads out of the project/;

hostile("links", [
  {
    name: "documents that are links to files outside",
    plant(place) {
      plantGood(place);
      const { outside, project } = place;
      symlinkSync(join(outside, "secret.md"), join(project, "docs/link.md"));
      symlinkSync(outside, join(project, "docs/folder"));
      symlinkSync("/dev/zero", join(project, "docs/zero.md"));
      symlinkSync("good.md", join(project, "docs/inside.md"));
    },
    commands: ({ word }) => [
      says(/inside\.md/, "search", "needle"),
      ["search", word],
      ["get", "docs:link.md"],
      says(SKIPPED, "check"),
      says(SKIPPED, "status"),
      says(SKIPPED, "inspect", "doc", "docs/link.md"),
      says(SKIPPED, "inspect", "doc", "docs/folder/secret.md"),
      says(SKIPPED, "context", "docs/link.md", "docs/good.md", "--explain"),
      says(SKIPPED, "likethis", "docs/link.md"),
      ["check", "--drift"],
      {
        args: ["mcp"],
        input: mcpInput({ method: "resources/read", params: { uri: "ra://docs/link.md" } }),
        expect: ({ stdout }) => assert.match(stdout, /"id":/),
      },
    ],
  },
  {
    name: "a document that becomes a link, and a folder that does, after they were indexed",
    plant(place) {
      plantGood(place);
      place.write("docs/later.md", "# Later\n\nneedle\n");
      place.write("docs/sub/secret.md", "# Sub\n\nneedle\n");
    },
    commands: ({ outside, project }) => [
      says(/later\.md/, "search", "needle"),
      {
        args: ["get", "docs:good.md"],
        expect() {
          rmSync(join(project, "docs/later.md"));
          symlinkSync(join(outside, "secret.md"), join(project, "docs/later.md"));
          renameSync(join(project, "docs/sub"), join(project, "sub"));
          symlinkSync(outside, join(project, "docs/sub"));
        },
      },
      ["search", "needle", "--no-update"],
      ["get", "docs:later.md", "--no-update"],
      ["get", "docs:sub/secret.md", "--no-update"],
      ["search", "needle", "--max-tokens", "500"],
    ],
  },
  {
    name: "sources of a repository that are links to files outside",
    plant(place) {
      plantGood(place);
      const { outside, project, write } = place;
      write("docs/good.md", "# Good\n\nneedle `fooBarBaz` [x](../src/link.md#secret) [y](../far/secret.md#secret)\n");
      mkdirSync(join(project, "src"));
      write("src/one.ts", "one\n");
      const git = (...args: string[]): void =>
        void execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], {
          cwd: project,
          stdio: "pipe",
        });
      git("init", "-q");
      git("add", "-A");
      git("commit", "-q", "-m", "first");
      rmSync(join(project, "src/one.ts"));
      symlinkSync(join(outside, "secret.md"), join(project, "src/one.ts"));
      symlinkSync(join(outside, "secret.md"), join(project, "src/link.md"));
      symlinkSync(join(outside, "secret.md"), join(project, "src/two.ts"));
      symlinkSync(outside, join(project, "far"));
      git("add", "-A");
    },
    commands: () => [
      ["context", "--diff", "--explain"],
      ["context", "--staged", "--explain"],
      ["check", "--drift"],
    ],
  },
]);
