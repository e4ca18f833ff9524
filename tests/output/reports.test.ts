import assert from "node:assert/strict";
import { test } from "node:test";
import { RaError } from "../../src/errors.ts";
import { createPalette } from "../../src/output/terminal/color.ts";
import { formatError, formatWarning } from "../../src/output/text/diagnostic_text.ts";
import { formatInspection } from "../../src/output/text/inspect_text.ts";
import { formatDocuments, formatTags, formatTrees } from "../../src/output/text/listing_text.ts";
import { formatBytes, formatDuration, thousands } from "../../src/output/quantity.ts";
import { formatCheck, formatStatus, formatUpdate } from "../../src/output/text/report_text.ts";
import { formatTable } from "../../src/output/terminal/table.ts";
import { clip, displayWidth } from "../../src/output/terminal/width.ts";

const plain = createPalette(false);

test("formatError() puts place, problem and hint on lines of their own", () => {
  const error = new RaError("config-key", "unknown key serch", {
    path: ".ra.toml",
    line: 3,
    column: 1,
    hint: "Did you mean search?",
  });
  assert.equal(formatError(error, plain), "ra: .ra.toml:3:1: unknown key serch\n  hint: Did you mean search?\n");
});

test("formatError() does not name a file twice", () => {
  assert.equal(
    formatError(new RaError("io", "cannot read a/b: denied", { path: "a/b" }), plain),
    "ra: cannot read a/b: denied\n",
  );
});

test("formatError() keeps a query and its caret aligned", () => {
  const error = new RaError("query-syntax", 'the phrase is not closed\n"abc\n^');
  assert.equal(formatError(error, plain), 'ra: the phrase is not closed\n  "abc\n  ^\n');
});

test("formatWarning() prints one line with visible control characters", () => {
  assert.equal(
    formatWarning({ code: "x", message: "bad\nYAML \u001b", path: "a.md", line: 2 }, plain),
    "ra: warning: a.md:2: bad YAML \\x1b\n",
  );
});

test("formatTable() aligns columns by display width, with numbers at the right", () => {
  assert.equal(formatTable([["名前", "1", "x"], ["a", "200", "y"]], [1]), "名前    1  x\na     200  y\n");
});

test("displayWidth() ignores colours and combining marks, and clip() never exceeds the width", () => {
  assert.equal(displayWidth(createPalette(true).match("e\u0301a")), 2);
  assert.equal(clip("日本語です", 6), "日本…");
  assert.equal(clip("short", 6), "short");
});

test("quantities print in a readable form", () => {
  assert.deepEqual([0, 999, 1000, 999_949, 999_950, 2.5e9].map(formatBytes), [
    "0 B",
    "999 B",
    "1.0 kB",
    "999.9 kB",
    "1.0 MB",
    "2.5 GB",
  ]);
  assert.deepEqual([7.6, 65, 3700].map(formatDuration), ["8 s", "1 min 05 s", "1 h 01 min"]);
  assert.equal(thousands(1234567), "1,234,567");
});

test("formatTrees(), formatDocuments() and formatTags() print a row for each item", () => {
  assert.equal(
    formatTrees([{
      name: "docs",
      path: "/p/docs",
      global: true,
      missing: false,
      documents: 2,
      chunks: 1200,
      bytes: 5000,
    }], plain),
    "tree  documents  chunks    size  path\ndocs          2   1,200  5.0 kB  /p/docs (global)\n",
  );
  const document = {
    id: "docs:a.md",
    tree: "docs",
    path: "a.md",
    title: "A",
    tags: ["x", "y"],
    chunks: 3,
    bytes: 90,
    modified: "2026-01-02T03:04:05Z",
    position: 1,
    section: ["Guide"],
  };
  assert.ok(formatDocuments([document], plain).endsWith("docs:a.md       3  90 B  2026-01-02  A #x #y\n"));
  assert.equal(formatTags([{ tag: "x", documents: 2 }], plain), "tag  documents\nx            2\n");
  assert.equal(formatTags([], plain), "no tags\n");
});

test("formatCheck() lists issues with their places and counts them", () => {
  const text = formatCheck({
    index: "missing",
    reason: null,
    issues: [
      { level: "error", code: "tree-missing", message: "no such directory", path: "docs" },
      { level: "warning", code: "frontmatter", message: "broken YAML", path: "docs/a.md", line: 2 },
    ],
  }, plain);
  assert.equal(
    text,
    [
      "error: docs: no such directory [tree-missing]",
      "warning: docs/a.md:2: broken YAML [frontmatter]",
      "1 error, 1 warning; index missing",
      "",
    ].join("\n"),
  );
  assert.equal(
    formatCheck({ issues: [], index: "current", reason: null }, plain),
    "no problems found; index current\n",
  );
});

test("formatStatus() marks missing trees and says why an index is stale", () => {
  const text = formatStatus({
    config: [{ path: "/p/.ra.toml", global: false }],
    trees: [{ name: "docs", path: "/p/docs", global: false, documents: 1, chunks: 2, bytes: 3, missing: true }],
    index: {
      path: "/p/.ra/index",
      state: "stale",
      reason: "2 files changed",
      bytes: 2048,
      segments: 1,
      updated: "2026-01-01T00:00:00Z",
    },
    warnings: ["tree docs: no such directory"],
    hints: ["the next search brings the index up to date"],
  }, plain);
  assert.equal(
    text,
    [
      "Configuration",
      "  /p/.ra.toml",
      "",
      "Trees",
      "  docs  1 document  2 chunks  3 B  /p/docs (missing)",
      "",
      "Index",
      "  path     /p/.ra/index",
      "  state    stale (2 files changed)",
      "  size     2.0 kB in 1 segment",
      "  updated  2026-01-01T00:00:00Z",
      "",
      "Warnings",
      "  tree docs: no such directory",
      "",
      "Hints",
      "  the next search brings the index up to date",
      "",
    ].join("\n"),
  );
});

test("formatUpdate() counts the changes, and names removed trees and skipped files", () => {
  const text = formatUpdate({
    added: 3,
    changed: 0,
    removed: 1,
    unchanged: 0,
    removed_trees: ["notes"],
    skipped: [{ path: "docs:x.bin", reason: "binary" }],
  }, plain);
  assert.equal(text, "skipped docs:x.bin: binary\nremoved tree notes\nindex updated: 3 added, 1 removed\n");
});

test("formatInspection() shows frontmatter, warnings and the chunk tree", () => {
  const text = formatInspection({
    file: "docs/a.md",
    tree: null,
    type: "markdown",
    indexed: false,
    reason: "it lies outside every tree",
    bytes: 20,
    characters: 19,
    title_from: "properties",
    chunking: { strategy: "adaptive", level: 2, reason: "tree docs says so" },
    frontmatter: { title: "A", tags: ["x"] },
    warnings: [{ code: "frontmatter", message: "odd", line: 2 }],
    chunks: [{
      id: "docs/a.md",
      doc_id: "docs/a.md",
      parent_id: null,
      title: "A",
      slug: null,
      depth: 0,
      position: 0,
      byte_start: 0,
      byte_end: 20,
      start_line: 1,
      end_line: 4,
      sibling_count: 1,
      breadcrumb: "A",
      body_ranges: [{ start: 0, end: 5 }, { start: 10, end: 20 }],
      characters: 14,
    }],
  }, plain);
  assert.equal(
    text,
    [
      "File: docs/a.md",
      "Tree: none (outside every tree)",
      "Type: markdown",
      "Indexed: no: it lies outside every tree",
      "Size: 20 B, 19 characters",
      "Title: A (from its frontmatter or properties)",
      "Chunking: adaptive at level 2 (tree docs says so)",
      "Frontmatter:",
      '  title: "A"',
      '  tags: ["x"]',
      "Warning: line 2: odd",
      "",
      "Chunks: 1",
      "  1. docs/a.md",
      "     A",
      "     depth 0, lines 1-4, bytes 0-20, own text 15 B, 14 characters",
      "",
    ].join("\n"),
  );
});
