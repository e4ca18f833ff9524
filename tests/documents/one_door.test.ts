/** A file has the same text in a tree, by `ra rag convert` and in a crawl. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { RaError } from "../../src/errors.ts";
import { type Converter, createConverter } from "../../src/document/formats/converted/converter.ts";
import { converterProgram } from "../../src/document/formats/converted/missing_parts.ts";
import { NO_OCR } from "../../src/document/formats/format.ts";
import { readFile } from "../../src/document/formats/read_file.ts";
import { isPage } from "../../src/document/formats/registry.ts";
import { documentText } from "./document_text.ts";
import { CrawlEntry } from "../../src/sources/config/schema.ts";
import { pageText } from "../../src/sources/crawl/page_text.ts";
import { docx, epub, odt, paragraph, pdf, pptx, shape, xlsx } from "./sample_files.ts";

const LABELS = [
  ...["utf-8", "iso-8859-1", "iso-8859-2", "iso-8859-5", "windows-1252", "windows-1251", "koi8-r", "shift_jis"],
  ...["euc-jp", "gbk", "big5", "euc-kr", "iso-2022-jp", "utf-16", "x-user-defined", "nonsense", "replacement"],
];

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const page = (head: string, body: Uint8Array): Uint8Array =>
  Uint8Array.from([...bytesOf(`<html><head>${head}</head><body><main><p>x`), ...body, ...bytesOf("</p></main>")]);

/** The text, or why there is none. */
async function inTree(bytes: Uint8Array): Promise<string> {
  try {
    return new TextDecoder().decode((await readFile(bytes, "a.html")).text).trim();
  } catch (error) {
    if (error instanceof RaError && error.code === "not-text") return `no text: ${error.message}`;
    throw error;
  }
}

async function byConvert(converter: Converter, bytes: Uint8Array): Promise<string> {
  const answer = await converter.convert({ kind: "page" }, bytes, { timeoutMs: 60_000, mostBytes: 1e6 });
  return "reason" in answer ? `no text: ${answer.reason}` : documentText(answer).trim();
}

function byCrawl(body: Uint8Array, charset: string | null = null): string {
  const about = { sha256: "", etag: null, lastModified: null, fetchedAt: "", canonical: null, noindex: false };
  const entry = CrawlEntry.parse({ id: "site", seeds: ["https://example.com/"] });
  try {
    const crawled = { url: "https://example.com/a", body, contentType: "text/html", charset, ...about };
    return pageText(crawled, entry).markdown.trim();
  } catch (error) {
    if (error instanceof RaError && error.code === "not-text") return `no text: ${error.message}`;
    throw error;
  }
}

test("a page has one text, whatever its encoding, and whoever reads it", async () => {
  const converter = createConverter();
  try {
    const expected = new Map([
      [page('<meta charset="iso-8859-2">', bytesOf("toster \xb3awka")), "xtoster ławka"],
      [page('<meta charset="windows-1252">', bytesOf(" \x96 \x80")), "x – €"],
      [page("", bytesOf(" M\xfcller \x96 \x80")), "x Müller – €"],
      [page('<meta charset="shift_jis">', bytesOf("\x93\xfa\x96{")), "x日本"],
      [page("<!-- <meta charset=koi8-r> -->", bytesOf(" caf\xe9")), "x café"],
      [page("", bytesOf("a\0b")), "no text: binary"],
      [page("", bytesOf("\x01\x02\x03\x04")), "no text: binary"],
    ]);
    for (const [bytes, text] of expected) {
      assert.equal(await inTree(bytes), text);
      assert.equal(await byConvert(converter, bytes), text);
      assert.equal(byCrawl(bytes), text);
    }
    assert.equal(byCrawl(page("", bytesOf("\xb3")), "iso-8859-2"), "xł");
  } finally {
    converter.close();
  }
});

test("random bytes in a page that names any encoding have one text", async () => {
  const converter = createConverter();
  // No signs of Markdown or HTML, which a crawl reads once more.
  const letters = fc.oneof(fc.constantFrom(...bytesOf("abc \n")), fc.integer({ min: 0x80, max: 0xff }));
  const head = fc.oneof(
    fc.constant(""),
    fc.constantFrom(...LABELS).map((label) => `<meta charset="${label}">`),
    fc.constantFrom(...LABELS).map((label) => `<meta http-equiv=Content-Type content="text/html; charset=${label}">`),
  );
  try {
    await fc.assert(
      fc.asyncProperty(head, fc.array(letters, { maxLength: 40 }), async (head, body) => {
        const bytes = page(head, Uint8Array.from(body));
        const text = await inTree(bytes);
        assert.equal(await byConvert(converter, bytes), text);
      }),
      { numRuns: 150 },
    );
  } finally {
    converter.close();
  }
});

test("a document has one text in a tree and by `ra rag convert`, which marks its pages", async () => {
  const files: Readonly<Record<string, Uint8Array>> = {
    "a.docx": docx(paragraph("Levers", "Heading1") + paragraph("Pull &amp; wait.")),
    "a.pptx": pptx([shape("title", "First") + shape("body", "One", "Two"), shape("", "Last words")]),
    "a.xlsx": xlsx({ Prices: [["item", "price"], ["toaster", 20.5]], Empty: [], More: [["x", "y"], [1, 2]] }),
    "a.odt": odt('<text:h text:outline-level="2">Levers</text:h><text:p>Pull<text:s text:c="2"/>it.</text:p>'),
    "a.epub": epub(["<h1>Second</h1><p>End.</p>", "<h1>First</h1><p>Start.</p>"]),
    "a.pdf": pdf([[[20, "Manual"], [10, "Pull the lever."]], [], [[10, "The last page."]]]),
    "a.svg": bytesOf("<svg><title>Plug</title><desc>A plug.</desc><text>230 V</text></svg>"),
    "a.html": bytesOf("<h1>Levers</h1><ul><li>one</ul><pre>a\n  b</pre><table><tr><th>x<th>y<tr><td>1<td>2</table>"),
  };
  const converter = createConverter();
  try {
    for (const [name, bytes] of Object.entries(files)) {
      const { text } = await readFile(bytes, name);
      const task = isPage(name)
        ? { kind: "page" } as const
        : { kind: "document", converters: converterProgram()!, name, options: NO_OCR } as const;
      const answer = await converter.convert(task, bytes, { timeoutMs: 60_000, mostBytes: 1e6 });
      if ("reason" in answer) return assert.fail(answer.reason);
      const lines = (of: string): readonly string[] => of.split("\n").filter((line) => line !== "");
      const made = documentText(answer);
      assert.deepEqual(lines(new TextDecoder().decode(text)), lines(made), name);
      assert.ok(lines(made).length > 1, name);
    }
  } finally {
    converter.close();
  }
});
