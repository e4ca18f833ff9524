import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { findArrows, findBreaches, findCycles, tableEntries } from "./layers.ts";
import { readPaths, readSource, readSources, type SourceFile } from "./source_files.ts";

const MAX_FILE_LENGTH = 300;
const MAX_LINE_WIDTH = 120;
/** A line that is a comment or ends with one. */
const COMMENT = /^\s*(?:\/\/|\/?\*)|[;,{}()] \/\/ /;
const vagueNames = /^(utils?|helpers?|common|types?|managers?)$/;

const sources = readSources("src");
const file = (path: string, ...imports: readonly string[]): SourceFile => ({ path, lines: 1, imports });

test("sources import only from lower layers", () => {
  assert.ok(sources.length > 10);
  assert.deepEqual(findBreaches(sources), []);
});

test("sources have no import cycles", () => {
  assert.deepEqual(findCycles(sources), []);
});

test("src/ has few entries, and few arrows between them", () => {
  const arrows = findArrows(sources);
  assert.ok(tableEntries().length <= 24, tableEntries().join(" "));
  assert.ok(arrows.size <= 145, `${arrows.size} arrows`);
  assert.ok(arrows.size > 50);
});

test("only src/host imports Node's modules", () => {
  const breaches = sources.filter(({ path, imports }) =>
    !path.startsWith("src/host/") && imports.some((name) => name.startsWith("node:"))
  );
  assert.deepEqual(breaches.map(({ path }) => path), []);
});

test("source files have names that say what they export", () => {
  const vague = sources.filter(({ path }) => path.split(/[/.]/).some((part) => vagueNames.test(part)));
  assert.deepEqual(vague.map(({ path }) => path), []);
});

test("source files have at most 300 lines", () => {
  const long = sources.filter(({ lines }) => lines > MAX_FILE_LENGTH);
  assert.deepEqual(long.map(({ path, lines }) => `${path}: ${lines} lines`), []);
});

test("comments stay within 120 columns, because the formatter does not wrap them", () => {
  const files = [...sources.map(({ path }) => path), ...["tests", "tools", "scripts"].flatMap(readPaths)];
  const long = files.flatMap((path) =>
    readFileSync(path, "utf8").split("\n").flatMap((line, index) =>
      line.length > MAX_LINE_WIDTH && COMMENT.test(line) ? [`${path}:${index + 1}`] : []
    )
  );
  assert.ok(files.length > 300);
  assert.deepEqual(long, []);
});

test("docs/architecture.md names every folder of src/ and every module of the core", () => {
  const page = readFileSync("docs/architecture.md", "utf8");
  const folders = new Set(
    sources.map(({ path }) => path.split("/").slice(1, 2).map((part) => (part.includes(".") ? part : `${part}/`))[0]!),
  );
  const modules = readdirSync("wasm/src").map((name) => name.replace(".rs", "")).filter((name) => name !== "lib");
  assert.ok(folders.size > 8 && modules.length > 8);
  assert.deepEqual([...folders, ...modules].filter((name) => !page.includes(`\`${name}\``)), []);
});

test("entry files hold no logic", () => {
  for (const entry of ["mod.ts", "cli.ts", "mcp.ts"]) {
    assert.deepEqual(readSource(entry).imports.filter((name) => !name.startsWith("src/")), [], entry);
    assert.ok(readSource(entry).lines <= 60, `${entry} is long`);
  }
});

test("findBreaches() names imports that go up, go sideways, or reach the core from outside the engine", () => {
  assert.deepEqual(
    findBreaches([
      file("src/text/words.ts", "src/host/clock.ts"),
      file("src/config/find.ts", "src/document/ids.ts", "src/host/clock.ts", "src/config/keys.ts"),
      file("src/store/update/update.ts", "wasm/pkg/ra_core.js"),
      file("src/store/engine/load.ts", "wasm/pkg/ra_core.js", "commander"),
      file(
        "src/search/retrieval/plan.ts",
        "src/search/ports/request.ts",
        "src/store/engine/load.ts",
        "src/store/published/head.ts",
      ),
      file("src/misc/x.ts"),
      file("src/workspace.ts", "src/shapes/reports.ts", "src/output/json.ts"),
      file("src/output/json.ts", "src/shapes/reports.ts", "src/workspace/answers/search.ts"),
    ]),
    [
      "src/text/words.ts imports src/host/clock.ts",
      "src/config/find.ts imports src/document/ids.ts",
      "src/store/update/update.ts imports the core; only src/store/engine may",
      "src/search/retrieval/plan.ts imports src/store/engine/load.ts",
      "src/search/retrieval/plan.ts imports src/store/published/head.ts",
      'src/misc/x.ts: "misc" is not in the table of docs/architecture.md',
      "src/output/json.ts imports src/workspace/answers/search.ts",
    ],
  );
});

test("findCycles() finds a cycle through three files once, and no cycle in a diamond", () => {
  const cycle = [file("a", "b"), file("b", "c"), file("c", "a"), file("d", "a")];
  assert.deepEqual(findCycles(cycle), ["a → b → c → a"]);
  assert.deepEqual(findCycles([file("a", "b", "c"), file("b", "d"), file("c", "d"), file("d")]), []);
});
