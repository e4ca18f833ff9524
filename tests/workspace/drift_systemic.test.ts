// Tests that broken links which share a cause are one note of `check --drift`, and that all others stay findings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { formatSarif } from "../../src/output/sarif.ts";
import type { CheckIssue } from "../../src/shapes/reports.ts";
import { type Files, openProject } from "./project.ts";

/** The warnings, and the notes for several findings with one cause. */
async function drift(
  files: Files,
): Promise<{ readonly warnings: readonly string[]; readonly notes: readonly CheckIssue[] }> {
  const { workspace } = await openProject(files);
  const { issues } = await workspace.check({ drift: true });
  workspace.close();
  return {
    warnings: issues.filter(({ level }) => level === "warning").map(({ path = "", line, message }) =>
      `${path.replace("/project/docs/", "")}:${line ?? ""} ${message}`
    ),
    notes: issues.filter(({ code }) => code === "drift-systemic"),
  };
}

const WORDS = ["run", "fmt", "env", "new", "show", "dep", "test", "build", "clean", "shell", "status", "version"];

function links(to: (word: string) => string, words = WORDS): string {
  return words.map((word) => `[${word}](${to(word)})`).join("\n");
}

test("anchors that something makes in a page are one note, which names each of them", async () => {
  const { warnings, notes } = await drift({
    "docs/a.md": `${links((word) => `cli.md#tool-${word}`)}\n[x](b.md#gone)\n`,
    "docs/b.md": "# B\n",
    "docs/cli.md": "$commands$\n",
  });
  assert.deepEqual(warnings, ["a.md:13 the page does not have this anchor: b.md#gone"]);
  const [{ message, line, places = [] } = assert.fail("no note")] = notes;
  assert.match(message, /^12 links name anchors of docs\/cli\.md .*\(#tool-run, #tool-fmt, #tool-env and 9 more\)/);
  assert.equal(line, 1);
  assert.deepEqual(places.map(({ line }) => line), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  assert.equal(places[3]?.message, "the page does not have this anchor: cli.md#tool-new");
});

test("anchors that a page with headings lost stay findings, and so do few, and one that many links name", async () => {
  const headings = WORDS.slice(0, 6).map((word) => `## Now ${word}\n`).join("\n");
  const few = await drift({
    "docs/a.md": links((word) => `b.md#${word}-it`, WORDS.slice(0, 6)),
    "docs/b.md": `# B\n\n${headings}`,
    "docs/c.md": links((word) => `d.md#${word}`, WORDS.slice(0, 4)),
    "docs/d.md": "D\n",
    "docs/e.md": links(() => "f.md#same"),
    "docs/f.md": "F\n",
  });
  assert.deepEqual(few.notes, []);
  assert.equal(few.warnings.filter((each) => each.startsWith("a.md")).length, 6);
  assert.equal(few.warnings.filter((each) => each.startsWith("c.md")).length, 4);
  assert.equal(few.warnings.filter((each) => each.endsWith("f.md#same")).length, 12);
});

test("links of a form that hardly ever leads anywhere are one note", async () => {
  const { warnings, notes } = await drift({
    "docs/a.md": `${links((word) => `@site:${word}/x.md`)}\n[y](gone.md) [z](b.md)\n`,
    "docs/b.md": `# B\n\n${links((word) => `pkg/${word}/y.html`)}\n`,
  });
  assert.deepEqual(warnings, ["a.md:13 the link leads nowhere: gone.md"]);
  assert.ok(notes.some(({ message }) => message.startsWith("12 links of one form lead nowhere (pkg/run/y.html, ")));
});

test("a page that was removed stays a finding for each link, and so do files missing in a folder that is there", async () => {
  const { warnings, notes } = await drift({
    "docs/a.md": links((word) => `gone.md#${word}`),
    "docs/b.md": `# B\n\n${links((word) => `pages/${word}.md`)}\n`,
    "docs/pages/here.md": "# H\n",
    "docs/c.rst": `C\n=\n\n${WORDS.map(() => ":ref:`no-such-label`\n\n.. x\n").join("\n")}`,
  });
  assert.deepEqual(notes, []);
  assert.equal(warnings.filter((each) => each.includes("gone.md#")).length, 12);
  assert.equal(warnings.filter((each) => each.includes("pages/")).length, 12);
  assert.equal(warnings.filter((each) => each.includes("no-such-label")).length, 12);
});

test("a form of which most links lead somewhere stays findings", async () => {
  const there = [...WORDS, "more"];
  const { warnings, notes } = await drift({
    "docs/a.md": `${links((word) => `x/${word}.html`)}\n${links((word) => `sub/${word}.html`, there)}\n`,
    ...Object.fromEntries(there.map((word) => [`docs/sub/${word}.html`, "x"])),
  });
  assert.deepEqual(notes, []);
  assert.equal(warnings.length, 12);
});

test("formatSarif() gives the places of a note as related locations", () => {
  const places = [{ path: "/p/a.md", line: 2, message: "m" }];
  const printed = formatSarif(
    [{ level: "note", code: "drift-systemic", message: "n", places }],
    (path) => path.slice(3),
  );
  const { runs: [{ results: [result] }] } = JSON.parse(printed);
  assert.equal(result.level, "note");
  assert.deepEqual(result.relatedLocations[0].message, { text: "m" });
  assert.equal(result.relatedLocations[0].physicalLocation.artifactLocation.uri, "a.md");
});
