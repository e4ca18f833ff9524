// The core divides a document at its headings. `parseDocument` is the oracle.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { documentDate } from "../../../src/document/document_date.ts";
import { NO_OCR } from "../../../src/document/formats/format.ts";
import { readFile } from "../../../src/document/formats/read_file.ts";
import { documentId } from "../../../src/document/ids.ts";
import { parseDocument } from "../../../src/document/parse.ts";
import type { AddedDocument, SegmentData } from "../../../src/store/engine/engine.ts";
import { indexFile } from "../../../src/store/segments/index_file.ts";
import { loadEngine } from "../../../src/store/engine/load.ts";
import { countCharacters } from "../../../src/text/characters.ts";
import { SIZES } from "../../document/parse_text.ts";
import { markdown } from "../../document/random_markdown.ts";

interface Indexed {
  /** Undefined where the core leaves the document to the host. */
  readonly added: AddedDocument | undefined;
  readonly expected: AddedDocument;
  readonly segments: readonly [core: SegmentData | undefined, host: SegmentData | undefined];
  /** What the core gives that reads the frontmatter as well. */
  readonly read: { readonly added: AddedDocument; readonly segment: SegmentData | undefined } | undefined;
}

async function indexBoth(text: string, path = "guide/a.md"): Promise<Indexed> {
  const engine = await loadEngine();
  const bytes = new TextEncoder().encode(text);
  const reading = await readFile(bytes, path);
  const { properties, outline, textStart } = reading;
  assert.equal(outline.by, "core");
  const dialect = outline.by === "core" ? outline.dialect : undefined;
  const host = engine.createBatch();
  host.load(reading.text, dialect);
  const readOutline = (from: number) => ({ headings: host.headings(from), links: [] });
  const document = parseDocument({ tree: "docs", path, reading, readOutline, chunking: "headings", sizes: SIZES });
  host.add(document, "english");
  // The host tells the core the title of a document that begins with a lower heading.
  const isTold = document.titleFrom === "first-line";
  const title = isTold ? document.title : properties.title;
  const core = engine.createBatch();
  core.load(reading.text, dialect);
  const described = { ...properties, title, docId: documentId("docs", path), tree: "docs", path, textStart };
  const added = core.addByHeadings(described, "english");
  const reader = engine.createBatch();
  reader.load(reading.text, dialect);
  const ofReader = dialect === "markdown" && !isTold
    ? reader.addMarkdown({ docId: described.docId, tree: "docs", path, metadata: {} }, "english")
    : undefined;
  const sizes = document.chunks.map(({ bodyRanges }) =>
    bodyRanges.reduce((sum, { start, end }) => sum + end - start, 0)
  );
  const longest = document.chunks[sizes.indexOf(Math.max(0, ...sizes))];
  const characters = longest?.bodyRanges.reduce(
    (sum, { start, end }) => sum + countCharacters(reading.text, start, end),
    0,
  );
  return {
    added,
    expected: {
      chunks: document.chunks.length,
      longest: longest === undefined || characters === undefined || characters === 0
        ? null
        : { characters, line: longest.startLine },
      limitLine: document.warnings.find(({ code }) => code === "work-limit")?.line ?? null,
      date: documentDate(document.metadata, document.frontmatter),
    },
    segments: [core.finish(), host.finish()],
    read: ofReader === undefined ? undefined : { added: ofReader, segment: reader.finish() },
  };
}

function isSame(one: SegmentData | undefined, other: SegmentData | undefined): boolean {
  return one === undefined || other === undefined ? one === other : Buffer.from(one.bytes).equals(other.bytes);
}

/** Returns whether the core has read the frontmatter itself. */
async function requireSame(text: string, path?: string): Promise<boolean> {
  const { added, expected, segments: [core, host], read } = await indexBoth(text, path);
  assert.deepEqual(added, expected);
  assert.deepEqual(core?.stats, host?.stats);
  assert.ok(isSame(core, host), "the segments differ");
  if (read === undefined) return false;
  assert.deepEqual(read.added, expected);
  assert.ok(isSame(read.segment, host), "the segment differs where the core reads the frontmatter");
  return true;
}

test("the core divides random documents like parseDocument()", async () => {
  await fc.assert(
    fc.asyncProperty(
      markdown,
      fc.constantFrom("a.md", "guide/b c.md", ".hidden.md", "x/y.v2.mdx"),
      async (text, path) => {
        await requireSame(text, path);
      },
    ),
    { numRuns: 300 },
  );
});

test("indexFile() indexes random documents like parseDocument(), with and without a title from the navigation", async () => {
  const engine = await loadEngine();
  const tree = {
    name: "docs",
    chunking: "headings",
    sizes: {},
    stemmer: "english",
    metadata: {},
    locales: {},
    format: {},
    versions: [],
    ...NO_OCR,
  } as const;
  const start = fc.constantFrom(
    "",
    "---\ntitle: T\n---\n",
    "---\nkey: v\n---\n",
    "---\nk: {a: b}\n---\n",
    "\ufeff",
    "\ufeff\ufeff",
    "# \n",
  );
  const title = fc.constantFrom(undefined, null, "From the navigation");
  await fc.assert(
    fc.asyncProperty(start, markdown, title, fc.constantFrom("a.md", "b.mdx"), async (front, body, given, path) => {
      const bytes = new TextEncoder().encode(front + body);
      const [batch, host] = [engine.createBatch(), engine.createBatch()];
      const indexed = await indexFile(batch, { bytes, title: given }, tree, path, SIZES);
      assert.equal(indexed.kind, "indexed");
      const reading = await readFile(bytes, path);
      host.load(reading.text, path === "a.md" ? "markdown" : "mdx");
      const document = parseDocument({
        tree: "docs",
        path,
        reading,
        readOutline: (from) => ({ headings: host.headings(from), links: [] }),
        chunking: "headings",
        sizes: SIZES,
        navigationTitle: given,
      });
      host.add(document, "english");
      const isOwn = document.titleFrom === "properties" || document.titleFrom === "heading";
      if (given !== undefined && document.chunks.length > 0) {
        assert.equal(indexed.kind === "indexed" && indexed.untitled, !isOwn);
      }
      assert.ok(isSame(batch.finish(), host.finish()), "the segments differ");
    }),
    { numRuns: 300 },
  );
});

test("the core limits titles, ids and breadcrumbs like parseDocument()", async () => {
  const long = "word ".repeat(120);
  const euros = "€".repeat(300);
  for (
    const text of [
      `# ${long}\ntext\n## ${euros}\nmore\n`,
      `# A {#${"i".repeat(600)}}\ntext\n## B {#b}\nx\n## B {#b}\ny\n`,
      `---\ntitle: ${long}\n---\ntext\n# A\nx\n`,
      ["#", "##", "###", "####", "#####", "######"].map((mark, at) => `${mark} ${at}${euros.slice(10)}\nx\n`).join(""),
      "# Getting  Started\ntext\n# getting started\nx\n",
      "---\ntitle: Getting started\ntags: [a/b, c]\nlang: de\nkey: value\n---\n## One\nx\n# Getting  Started\nx\n",
      "## \ntext\n# \nmore\n# T\nx\n",
      "# Straße Ünïcödé\nx\n# 日本語 ไทย हिन्दी\nx\n# ΣΊΣΥΦΟΣ İstanbul\nx\n# a\u00a0b\u2003c\ufeffd\nx\n",
      "\ufeff# A\r\ntext\r\n\r\n## B\r\nmore\r\n",
      // One section more than a document has at most.
      "# A\nx\n".repeat(100_001),
      // Titles above sections that are repeated for more than 256 KiB and eight times the document.
      `# ${long}\n## ${long}\n### ${euros}\n${"#### A\nx\n".repeat(1_000)}# B\nx\n`,
      `---\ntitle: ${long}\n---\n${"# A\nx\n".repeat(2_000)}`,
    ]
  ) await requireSame(text);
});

const KEYS = ["title", "tags", "key", "a.b", "k k", "Key", "other", "a-b", "x_1"];
const VALUES = [
  ...["a", "a b", "'q'", '"q"', "[a, b]", "[x/y, x/y,z]", "null", "a#b", "a:b", "é – “x”", "1.5", "true", "/p", "$v"],
  ...["a, b  c", "http://x.y"],
];
const plainLine = fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(": ", ":  "), fc.constantFrom(...VALUES))
  .map((parts) => parts.join(""));
const oddLine = fc.oneof(
  fc.tuple(
    fc.constantFrom(...KEYS, "lang", "t ", "1x"),
    fc.constantFrom(": ", ":", ":  "),
    fc.constantFrom(
      ...VALUES,
      ...['"q\\"', "[a,, b]", "[#a]", "~", "NULL", "#tag", "a #b", "a: b", "", " ", "©", "- a", "*a", "x\ty", "a:"],
    ),
  ).map((parts) => parts.join("")),
  fc.constantFrom(
    ...["- a", "  - b c", "  - 'd'", "  - x:y", "- ~", "# note", "-", "  continued", "twice: a\ntwice: b"],
    ...[
      "prose",
      "**bold:** x",
      "\n## Head\n",
      "| a | b |",
      "ms:id: x",
      "tight:x",
      "]",
      '"q r": x',
      "```",
      "a:\n  b: c",
    ],
    ...["title: [a, b]", 'toml = "x"', "[table]", '{"json": "x"}'],
  ),
);
const listLines = fc.tuple(
  fc.constantFrom("title:", "tags:", "list:", "more: "),
  fc.constantFrom("- ", "  - "),
  fc.array(fc.constantFrom("a", "b c", "'d'", "~", "#e", "x:y"), { minLength: 1, maxLength: 3 }),
).map(([key, mark, items]) => [key, ...items.map((item) => mark + item)].join("\n"));
const yaml = fc.uniqueArray(
  fc.oneof(
    { weight: 12, arbitrary: plainLine },
    { weight: 4, arbitrary: listLines },
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 3, arbitrary: oddLine },
  ),
  // Most keys differ, as the host refuses a key that comes twice.
  { maxLength: 5, selector: (lines) => lines.split(":")[0] },
).map((lines) => lines.join("\n").split("\n"));

test("the core reads random frontmatter like the host, or leaves it to it", async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      yaml,
      fc.constantFrom(
        ...[["---", "---"], ["---", "---"], ["---", "--- "], ["---", "..."], ["--- ", "---"], ["---", "----"], [
          "---",
          "--",
        ]],
        ...[["+++", "+++"], [";;;", ";;;"], ["---toml", "---"], ["---json", "---"], ["---yaml", "---"], ["{", "}"]],
        ...[["----", "----"], ["--- x", "---"]],
      ),
      fc.constantFrom("", "\ufeff"),
      fc.constantFrom("\n", "\r\n"),
      async (lines, [opening = "", closing = ""], mark, newline) => {
        const text = mark + [opening, ...lines, closing, "# A", "text", "## B", "more", ""].join(newline);
        if (await requireSame(text)) read++;
      },
    ),
    { numRuns: 500 },
  );
  // It reads about 155 of them, give or take ten.
  assert.ok(read > 90, `${read}`);
});

test("the core leaves frontmatter over the limits to the host", async () => {
  const items = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => `${at}`.padStart(length, "x")).join(", ");
  for (
    const [line, isRead] of [
      [`tags: [${items(501, 4)}]`, false],
      [`tags: [${items(500, 4)}]`, true],
      [`tags: [${items(1, 201)}]`, false],
      [`key: ${"x".repeat(8185)}`, false],
      [`key: ${"x".repeat(8184)}`, true],
      [`key: [${items(6000, 4)}]`, false],
      [Array.from({ length: 201 }, (_, at) => `k${at}: v`).join("\n"), false],
    ] as const
  ) assert.equal(await requireSame(`---\n${line}\n---\n# A\ntext\n`), isRead, line.slice(0, 40));
});

test("slugs of every letter are those of parseDocument(), or left to it", async () => {
  const doubtful: string[] = [];
  for (let block = 0x80; block < 0x11000; block += 64) {
    // Chinese and Korean letters are all of one kind.
    if ((block > 0x4e00 && block < 0x9f00) || (block > 0xac00 && block < 0xf900)) continue;
    // The core may know letters that are newer than the runtime.
    const letters = Array.from({ length: 64 }, (_, at) => String.fromCodePoint(block + at))
      .filter((letter) => /^[^\p{Cn}\p{Cs}]$/u.test(letter));
    const { added, segments: [core, host] } = await indexBoth(letters.map((letter) => `# a${letter}b\nx\n`).join(""));
    if (added === undefined) doubtful.push(block.toString(16));
    else assert.ok(isSame(core, host), block.toString(16));
  }
  // Numbers that are not digits, digits of other scripts, and letters in circles.
  assert.ok(["80", "640", "2140", "2480"].every((block) => doubtful.includes(block)), doubtful.join());
  assert.ok(["400", "3040", "4e00"].every((block) => !doubtful.includes(block)), doubtful.join());
});

test("a document that only the host can divide adds nothing", async () => {
  const engine = await loadEngine();
  const batch = engine.createBatch();
  const properties = {
    docId: "docs:a.md",
    tree: "docs",
    path: "a.md",
    tags: [],
    lang: null,
    metadata: {},
    textStart: 0,
  };
  batch.load(new TextEncoder().encode("# m²\ntext\n"));
  assert.equal(batch.addByHeadings({ ...properties, title: null }, "none"), undefined);
  assert.deepEqual([batch.chunks, batch.sourceBytes], [0, 0]);
  assert.deepEqual(batch.headings(0).map(({ text }) => text), ["m²"]);
  assert.equal(batch.finish(), undefined);
});

test("the core tells the date that the frontmatter states", async () => {
  for (
    const [frontmatter, date] of [
      ["date: 2025-05-06", Date.UTC(2025, 4, 6)],
      ["date: 2025-05-06\nlastmod: 1969-12-31 12:00", -12 * 3_600_000],
      ["lastmod: soon\nupdated: [2024-01-02, x]", Date.UTC(2024, 0, 2)],
      ["created: 2025-05-06", null],
    ] as const
  ) {
    const text = `---\n${frontmatter}\n---\n# A\n\nx\n`;
    assert.equal(await requireSame(text), true);
    assert.equal((await indexBoth(text)).added?.date, date, frontmatter);
  }
});
