/** Pages of HTML that another process reads: the same text as here. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { createConverter } from "../../src/document/formats/converted/converter.ts";
import { NO_OCR } from "../../src/document/formats/format.ts";
import { startConversions, UPDATE_LIMITS } from "../../src/document/formats/conversions.ts";
import { decodePage } from "../../src/document/formats/html/decode_page.ts";
import { read as readGuarded } from "../../src/document/formats/html/read_guarded.ts";
import { read } from "../../src/document/formats/html/read_html.ts";
import { documentText } from "./document_text.ts";
import { root } from "../cli/run_ra.ts";

const encoder = new TextEncoder();
const limits = { timeoutMs: 60_000, mostBytes: 1e8 };

/** ra's own documentation as pages, and small ones of each kind. */
function pages(): readonly Uint8Array[] {
  const folder = join(root, "docs");
  const own = readdirSync(folder).filter((name) => name.endsWith(".md")).map((name) => {
    const body = micromark(readFileSync(join(folder, name), "utf8"), {
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
      allowDangerousHtml: true,
    });
    return encoder.encode(`<!doctype html><html lang=en><title>${name}</title><body>${body}</body>`);
  });
  return [
    encoder.encode(
      "<title>One</title><h1 id=a>Größe</h1><p>Text &amp; <a href=x>more</a><table><tr><td>a<td>b</table>",
    ),
    encoder.encode("<ul><li>one<ul><li>two</ul></ul><pre>\ncode\n</pre><dl><dt>term<dd>said</dl>"),
    Uint8Array.from([...encoder.encode('<meta charset="iso-8859-1"><p>caf'), 0xe9]),
    new Uint8Array(),
    ...own,
  ];
}

test("a page of rag.yaml has the same text in a process of its own as in this one", async () => {
  const converter = createConverter();
  try {
    for (const [at, page] of pages().entries()) {
      const converted = await converter.convert({ kind: "page" }, page, limits);
      if ("reason" in converted) return assert.fail(converted.reason);
      const own = new TextDecoder().decode(read(decodePage(page, null)!.text).text).trim();
      assert.equal(documentText(converted), `${own}\n`, `page ${at}`);
    }
  } finally {
    converter.close();
  }
});

test("a page that never ends is given up after its time, and one that asks for more memory than there is, too", async () => {
  const converter = createConverter();
  try {
    const page = encoder.encode("<b><i>x</i></b><p>y".repeat(500_000));
    const answer = await converter.convert({ kind: "page" }, page, { ...limits, timeoutMs: 500 });
    assert.ok("reason" in answer);
    assert.match(answer.reason, /^it took more than (?:1 s|1 GB of memory)$/);
  } finally {
    converter.close();
  }
});

test("a large page of a tree has the same reading in another process as in this one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ra-kept-"));
  try {
    const page = encoder.encode(
      `<html lang=de><title>Large</title><meta name=keywords content="a, b">${
        "<h2>Ä <a href=#x>part</a></h2>\n<p>Some <b>words</b> of it.\n".repeat(11_000)
      }`,
    );
    for (const keptIn of [null, folder, folder]) {
      const conversions = startConversions({ ...UPDATE_LIMITS, keptIn }, () => 0);
      assert.deepEqual(await readGuarded(page, "large.html", NO_OCR, conversions), read(page));
    }
    assert.equal(readdirSync(folder).length, 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
