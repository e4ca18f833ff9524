/** Tests what `ra check` gives other tools: a baseline, annotations for GitHub, and SARIF. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { formatSarif } from "../../src/output/sarif.ts";
import { formatAnnotations } from "../../src/output/text/annotations_text.ts";
import type { CheckIssue } from "../../src/shapes/reports.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

const FILES = {
  ".ra.toml": '[tree.docs]\npath = "docs"\n',
  "docs/a.md": "[x](gone.md) [y](gone.md)\n[z](b,c%25.md)\n",
  "docs/b.md": "# B\n",
};

test("--baseline leaves out what --write-baseline has written, wherever it stands now, and reports what is new", () =>
  withProject(FILES, (directory) => {
    const ra = (...args: readonly string[]) => runRa(["check", "--drift", ...args], { cwd: directory });
    assert.equal(ra().code, 1);
    const written = ra("--write-baseline", "known.txt");
    assert.deepEqual([written.code, written.stdout], [0, "wrote 2 warnings to known.txt\n"]);
    const same = ra("--baseline", "known.txt");
    assert.equal(same.code, 0, same.stdout);
    assert.match(same.stdout, /^note: known\.txt: 2 warnings are known and left out \[baseline\]\nno problems found/m);
    writeFileSync(join(directory, "docs/a.md"), "# New\n\n[w](other.md)\n[x](gone.md)\n");
    const later = ra("--baseline", "known.txt");
    assert.equal(later.code, 1);
    assert.match(later.stdout, /^warning: docs\/a\.md:3: the link leads nowhere: other\.md \[drift-link\]$/m);
    assert.doesNotMatch(later.stdout, /gone\.md/);
    assert.match(later.stdout, /1 warning is no longer found; write the file anew by --write-baseline known\.txt/);
    const none = ra("--baseline", "no.txt");
    assert.equal(none.code, 2);
    assert.match(none.stderr, /there is no file no\.txt/);
    assert.equal(ra("--baseline", "known.txt", "--write-baseline", "known.txt").code, 2);
  }));

test("--write-baseline keeps errors, which no baseline leaves out", () =>
  withProject({ ".ra.toml": '[tree.docs]\npath = "nowhere"\n' }, (directory) => {
    const ra = runRa(["check", "--write-baseline", "known.txt"], { cwd: directory });
    assert.equal(ra.code, 2);
    assert.match(ra.stdout, /tree-missing/);
    assert.doesNotMatch(readFileSync(join(directory, "known.txt"), "utf8"), /tree-missing/);
  }));

test("--format github and sarif name the file from the working directory, its line and the code", () =>
  withProject(FILES, (directory) => {
    const ra = (format: string) => runRa(["check", "--drift", "--format", format], { cwd: directory });
    assert.match(
      ra("github").stdout,
      /^::warning file=docs\/a\.md,line=1,title=drift-link::the link leads nowhere: gone\.md\n/,
    );
    const { version, runs } = JSON.parse(ra("sarif").stdout) as {
      version: string;
      runs: readonly { tool: { driver: { rules: readonly { id: string }[] } }; results: readonly unknown[] }[];
    };
    assert.equal(version, "2.1.0");
    assert.deepEqual(runs[0]!.tool.driver.rules, [{ id: "drift-link" }]);
    assert.deepEqual(runs[0]!.results[0], {
      ruleId: "drift-link",
      ruleIndex: 0,
      level: "warning",
      message: { text: "the link leads nowhere: gone.md" },
      locations: [{
        physicalLocation: {
          artifactLocation: { uri: "docs/a.md", uriBaseId: "%SRCROOT%" },
          region: { startLine: 1 },
        },
      }],
    });
  }));

const anyIssue: fc.Arbitrary<CheckIssue> = fc.record({
  level: fc.constantFrom("error" as const, "warning" as const, "note" as const),
  code: fc.string({ minLength: 1 }),
  message: fc.string({ unit: "binary" }),
  path: fc.string({ unit: "binary", minLength: 1 }),
  line: fc.integer({ min: 1 }),
});

/** As GitHub's runner reads a command. */
function decoded(text: string): string {
  return text.replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%0D", "\r").replaceAll("%0A", "\n")
    .replaceAll("%25", "%");
}

test("an annotation is one line, whatever a document is called and says, and GitHub reads the same out of it", () => {
  fc.assert(fc.property(anyIssue, ({ ...issue }) => {
    const text = formatAnnotations([issue], (path) => path);
    assert.equal(text.indexOf("\n"), text.length - 1);
    assert.ok(!text.includes("\r"));
    const [, properties = "", message = ""] = /^::\w+ (.*?)::(.*)\n$/s.exec(text) ?? [];
    const file = /^file=([^,]*),/.exec(properties)?.[1] ?? "";
    assert.deepEqual([decoded(file), decoded(message)], [issue.path, issue.message]);
  }));
});

test("the address of a file in SARIF leads back to its path", () => {
  const path = fc.array(fc.stringMatching(/^[^/\\]{1,8}$/), { minLength: 1, maxLength: 4 }).map((parts) =>
    parts.join("/")
  );
  fc.assert(fc.property(path, fc.boolean(), (relative, isAbsolute) => {
    const shown = isAbsolute ? `/${relative}` : relative;
    const issue: CheckIssue = { level: "note", code: "x", message: "m", path: shown };
    const { runs } = JSON.parse(formatSarif([issue], (each) => each)) as {
      runs: [{ results: [{ locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }] }];
    };
    const { uri } = runs[0].results[0].locations[0].physicalLocation.artifactLocation;
    assert.match(uri, /^(?:file:\/\/\/)?[\w.!~*'()%/-]+$/);
    assert.equal(decodeURIComponent(uri.replace(/^file:\/\//, "")), shown);
  }));
});
