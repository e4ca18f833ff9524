// Tests that a query's own signs and words decide where other things are equal (docs/ranking.md, "Words as typed",
// "Neighbours", "Exact titles").
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, DOCS, openProject, searchOne } from "../workspace/project.ts";

async function ids(files: Readonly<Record<string, string>>, query: string): Promise<readonly string[]> {
  const { workspace } = await openProject(files);
  return (await searchOne(workspace, query, ALL)).results.map(({ id }) => id);
}

const MODES = {
  "docs/failure.md": "# Failure mode\n\nEach mode of failure has a name. The mode is in the log.\n",
  "docs/service.md":
    "# Services\n\nStart a service with `--mode=global` and wait until all its tasks run on the nodes.\n",
  "docs/call.md":
    "# Calls\n\nIn the same way you ask with `mode()`, whatever the state of the tasks on the nodes may be.\n",
};

test("a word with signs raises the section that has it as typed", async () => {
  assert.match((await ids(MODES, "mode"))[0]!, /^docs:failure\.md/);
  assert.match((await ids(MODES, "--mode"))[0]!, /^docs:service\.md/);
  assert.match((await ids(MODES, "mode()?"))[0]!, /^docs:call\.md/);
  assert.match((await ids(MODES, "how does `--mode` work"))[0]!, /^docs:service\.md/);
});

test("without feedback, ra reads no text, so signs do not count", async () => {
  const off = { ...MODES, ".ra.toml": `${DOCS}[search]\nfeedback = false\n` };
  assert.match((await ids(off, "mode()"))[0]!, /^docs:failure\.md/);
});

test("a command that stands in a long section comes before a page that has its words more often", async () => {
  const filler = "The app starts in a simulator, and the screen shows what you wrote. ".repeat(3);
  const others = Array.from({ length: 30 }, (_, at) => [`docs/page-${at}.md`, `# Page ${at}\n\n${filler}\n`]);
  const files = {
    ...Object.fromEntries(others),
    "docs/setup.md": `# Setup\n\n${filler}\n\n    yarn sample android\n\n${filler}\n`,
    "docs/packages.md":
      "# Packages\n\nUse yarn for the sample. It runs on Android. The app starts in a simulator, and the screen shows what you wrote. The app starts in a simulator.\n",
  };
  assert.match((await ids(files, "yarn sample android"))[0]!, /^docs:setup\.md/);
});

test("of two titles with the same words, the one as typed comes first", async () => {
  const files = {
    "docs/config.md":
      "# Options\n\n## ssr.target\n\nThe target of SSR. The SSR target is node. Target of SSR builds.\n",
    "docs/guide.md": "# Rendering\n\n## SSR Target\n\nThe default is node, but you can also build for workers.\n",
  };
  assert.equal((await ids(files, "SSR Target"))[0], "docs:guide.md#ssr-target");
  assert.equal((await ids(files, "ssr.target"))[0], "docs:config.md#ssrtarget");
});

test("a phrase with signs raises the section that has it as typed", async () => {
  const files = {
    ...MODES,
    "docs/short.md":
      "# Options\n\nWith `-x` each command is printed, whatever the state of the tasks on the nodes may be.\n",
    "docs/letter.md": "# Letters\n\nThe letter x. An x is a letter.\n",
  };
  assert.match((await ids(files, '"--mode"'))[0]!, /^docs:service\.md/);
  assert.match((await ids(files, '"-x"'))[0]!, /^docs:short\.md/);
  assert.ok((await ids(files, "letter -x")).every((id) => !id.startsWith("docs:letter.md")));
});

test("an identifier comes before its parts, however often those stand in other pages", async () => {
  const words = "A user id is the id of a user. User id, user id, user id.";
  const others = Array.from({ length: 25 }, (_, at) => [`docs/page-${at}.md`, `# User id ${at}\n\n${words}\n`]);
  const filler = "What stands here has to do with something else. ".repeat(5);
  const files = {
    ...Object.fromEntries(others),
    "docs/table.md": `# Columns\n\n${filler} The column user_id is one. ${filler}\n`,
  };
  assert.match((await ids(files, "user_id"))[0]!, /^docs:table\.md/);
});
