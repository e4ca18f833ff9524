// What a document says about itself has limits: its titles, slugs, tags and metadata.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "../../src/document/formats/read_file.ts";
import { shortenEnd, shortenMiddle } from "../../src/text/shorten.ts";
import { parseText } from "./parse_text.ts";

const STRATEGIES = ["headings", "adaptive", "leaves", "code", "prose", "auto"] as const;
const LONG = Array.from({ length: 4000 }, (_, at) => `wört${at}`).join(" ");
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

for (const chunking of STRATEGIES) {
  test(`the ${chunking} strategy cuts long titles and breadcrumbs, and keeps every word of them as text`, () => {
    const text = `# Guide\n\nstart\n\n## ${LONG}\n\n### ${LONG} inner\n\nbody\n\n## Next\n\n${
      "more words. ".repeat(300)
    }`;
    const parsed = parseText(text, { chunking });
    assert.ok(parsed.document.chunks.length > 1);
    for (const chunk of parsed.document.chunks) {
      assert.ok(bytesOf(chunk.title) <= 512, chunk.title);
      assert.ok(bytesOf(chunk.slug ?? "") <= 512 + 10, chunk.slug ?? "");
      assert.ok(bytesOf(chunk.breadcrumb) <= 2048, chunk.breadcrumb);
      assert.ok(!chunk.title.includes("\ufffd") && !chunk.breadcrumb.includes("\ufffd"));
    }
    const indexed = parsed.document.chunks.flatMap((chunk) =>
      chunk.indexedRanges.map(({ start, end }) => new TextDecoder().decode(parsed.bytes.subarray(start, end)))
    ).join("\n");
    assert.match(indexed, /wört3999 inner/);
  });
}

test("a title in the frontmatter that is cut is indexed as text, and one that fits is not", () => {
  const indexed = (title: string): string => {
    const parsed = parseText(`---\ntitle: ${title}\n---\n# Guide\n\nbody\n`);
    return parsed.document.chunks[0]!.indexedRanges.map(({ start, end }) =>
      new TextDecoder().decode(parsed.bytes.subarray(start, end))
    ).join("");
  };
  assert.match(indexed(LONG), /wört3999/);
  assert.doesNotMatch(indexed("wört3999"), /wört3999/);
});

test("a breadcrumb of six long titles keeps its beginning and its end", () => {
  const headings = [1, 2, 3, 4, 5, 6].map((level) => `${"#".repeat(level)} begin${level} ${LONG}\n\n`).join("");
  const last = parseText(`${headings}body\n`).document.chunks.at(-1)!;
  assert.ok(last.breadcrumb.startsWith("begin1 wört0"));
  assert.match(last.breadcrumb, /….*begin6 wört0/s);
});

test("an id of a heading that is longer than any slug is replaced by the slug of its title", () => {
  const { chunks } = parseText(`## Setup {#${"x".repeat(600)}}\n\nbody\n\n## Use {#own}\n\nbody\n`).document;
  assert.deepEqual(chunks.map(({ slug }) => slug), [null, "setup", "own"]);
});

test("a hundred thousand headings without a title take as many steps as headings", () => {
  const { chunks } = parseText("##\n\nx\n\n".repeat(10_000), {
    readOutline: () => ({
      headings: Array.from({ length: 10_000 }, (_, at) => ({
        level: 2,
        text: "",
        id: null,
        lineStart: 8 * at - at,
        bodyStart: 8 * at - at + 3,
      })),
      links: [],
    }),
  }).document;
  assert.equal(chunks.length, 10_001);
});

test("tags and metadata above the limits are text, with a warning; the others stay", async () => {
  const text = `---\ntags: [good, ${"a/".repeat(50_000)}x]\nkey: value\nlong: ${
    "v".repeat(10_000)
  }\n---\n# A\n\nbody\n`;
  const { properties, warnings } = await readFile(new TextEncoder().encode(text), "a.md");
  assert.deepEqual([properties.tags, properties.metadata], [["good"], { key: ["value"] }]);
  assert.deepEqual(properties.asides, [`${"a/".repeat(50_000)}x`, "v".repeat(10_000)]);
  assert.deepEqual(warnings.map(({ code }) => code), ["metadata-too-long"]);
});

test("an alias cannot make metadata larger than the frontmatter may be", async () => {
  const text = `---\nlong: &a ${"v".repeat(1000)}\nlist: [${"*a, ".repeat(5000)}]\n---\n# A\n`;
  const { properties, warnings } = await readFile(new TextEncoder().encode(text), "a.md");
  assert.deepEqual(properties.metadata, { long: ["v".repeat(1000)] });
  assert.deepEqual(warnings.map(({ code }) => code), ["frontmatter-syntax", "metadata-too-long"]);
  assert.ok(properties.asides!.join("").length < 2 * text.length);
});

test("a document of more than 32 MiB of Markdown says once that its markup is text", async () => {
  const warned = async (bytes: number, path: string): Promise<readonly unknown[]> =>
    (await readFile(new Uint8Array(bytes).fill(0x20), path)).warnings.map(({ code, line }) => [code, line]);
  const most = 32 * 1024 * 1024;
  assert.deepEqual(await warned(most, "a.md"), []);
  assert.deepEqual(await warned(most + 1, "a.md"), [["work-limit", 1]]);
  assert.deepEqual(await warned(most + 1, "a.mdx"), [["work-limit", 1]]);
  assert.deepEqual(await warned(most + 1, "a.txt"), []);
});

test("the title of a page that is cut is found as text", async () => {
  const page = `<html><head><title>${LONG}</title></head><body><h1>Guide</h1><p>body</p></body></html>`;
  const { text, outline } = await readFile(new TextEncoder().encode(page), "a.html");
  assert.match(new TextDecoder().decode(text), /wört3999[\s\S]*# Guide/);
  assert.ok(
    outline.by === "format" &&
      new TextDecoder().decode(text.subarray(outline.headings[0]!.lineStart)).startsWith("# Guide"),
  );
});

test("a text is shortened between characters", () => {
  const text = "aé🎉".repeat(100);
  for (let limit = 10; limit < 40; limit++) {
    for (const short of [shortenEnd(text, limit), shortenMiddle(text, limit)]) {
      assert.ok(bytesOf(short) <= limit, short);
      assert.match(short, /^(?:[aé…]|🎉)+$/u);
      assert.equal(short, short.normalize());
    }
  }
  assert.equal(shortenEnd("short", 5), "short");
});
