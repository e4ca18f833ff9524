import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { SourceRecord } from "../../src/document/source_record.ts";
import { withProject } from "./project.ts";
import { runRa } from "./run_ra.ts";

const TOML = '[tree.docs]\npath = "docs"\nsource_records = true\n\n[tree.plain]\npath = "plain"\n';
const PAGE = "# Lever\n\nThe purple needle.\n\nThe second page has a needle too.\n";
/** What a document says of itself is not a record. */
const OWN = "---\nsource_id: erp-4711\npath: somebody/elses.pdf\n---\n\n# Own\n\n<!-- page 12 -->\n\nA needle.\n";

function record(text: string, more: Partial<SourceRecord> = {}): string {
  const value: SourceRecord = {
    source_id: "site",
    source_type: "web",
    repo: null,
    url: "https://example.com/lever",
    path: "/lever",
    title: "All about levers",
    fetched_at: null,
    sha256: createHash("sha256").update(text).digest("hex"),
    unit: "page",
    parts: [{ start: 0, place: 3 }, { start: PAGE.indexOf("The second"), place: 4 }],
    metadata: { team: "kitchen", tags: "metal, plastic" },
    ...more,
  };
  return JSON.stringify(value);
}

const FILES = {
  ".ra.toml": TOML,
  "docs/lever.md": PAGE,
  "docs/lever.md.source.json": record(PAGE),
  "docs/own.md": OWN,
  "docs/changed.md": "# Changed\n\nA needle.\n",
  "docs/changed.md.source.json": record("something else"),
  "docs/broken.md": "# Broken\n\nA needle.\n",
  "docs/broken.md.source.json": record("# Broken\n\nA needle.\n", {
    parts: [{ start: 9, place: 2 }, { start: 3, place: 1 }],
  }),
  "docs/brackets.md": "# Brackets\n\nA needle.\n",
  "docs/brackets.md.source.json": "[".repeat(100_000),
  "plain/lever.md": PAGE,
  "plain/lever.md.source.json": record(PAGE),
};

interface Result {
  readonly path: string;
  readonly title: string;
  readonly source_id?: string;
  readonly url?: string;
  readonly source?: unknown;
}

function results(cwd: string, words: string): readonly Result[] {
  const { stdout, stderr, code } = runRa(["search", "--json", "--limit", "50", words], { cwd });
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as { queries: [{ results: readonly Result[] }] }).queries[0].results;
}

const found = (cwd: string, words: string) =>
  results(cwd, words).map(({ path, source_id = "", url = "" }) => `${path} ${source_id} ${url}`.trim()).sort();

test("a record beside a text says where it comes from, in trees that have records", () =>
  withProject(FILES, (cwd) => {
    assert.deepEqual([...new Set(found(cwd, "needle"))], [
      "/lever site https://example.com/lever",
      "brackets.md",
      "broken.md",
      "changed.md",
      "lever.md",
      "own.md",
    ]);
    assert.deepEqual([...new Set(found(cwd, "needle meta.team:kitchen"))], [
      "/lever site https://example.com/lever",
    ]);
    assert.deepEqual([...new Set(found(cwd, 'needle meta.url:"https://example.com/lever"'))], [
      "/lever site https://example.com/lever",
    ]);
    assert.deepEqual(found(cwd, "needle tag:plastic").length > 0, true);
    const [lever] = results(cwd, "needle meta.team:kitchen");
    assert.deepEqual(lever!.source, { unit: "page", first: 3, last: 4 });
  }));

test("a record that comes, changes or goes is seen, though its text stays", () =>
  withProject(FILES, (cwd) => {
    const place = join(cwd, "docs/lever.md.source.json");
    assert.equal(results(cwd, "needle meta.team:kitchen").length, 1);
    writeFileSync(place, readFileSync(place, "utf8").replace("kitchen", "garden"));
    assert.deepEqual(results(cwd, "needle meta.team:kitchen"), []);
    assert.equal(results(cwd, "needle meta.team:garden").length, 1);
    rmSync(place);
    assert.deepEqual(found(cwd, "needle lever").filter((line) => line.includes("site")), []);
    writeFileSync(place, record(PAGE));
    assert.equal(results(cwd, "needle meta.team:kitchen").length, 1);
    // The text changes, and its record no longer fits.
    writeFileSync(join(cwd, "docs/lever.md"), PAGE.replace("purple", "violet"));
    assert.deepEqual(found(cwd, "violet"), ["lever.md"]);
  }));
