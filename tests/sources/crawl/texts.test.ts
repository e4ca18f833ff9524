import assert from "node:assert/strict";
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { readRecord, type SourceRecord } from "../../../src/document/source_record.ts";
import type { RagConfig } from "../../../src/sources/config/rag_config.ts";
import { crawlSource } from "../../../src/sources/crawl/crawl_source.ts";
import { pdf } from "../../documents/sample_files.ts";
import { entryOf, page, type Site, withSite } from "./site.ts";

function source(
  { folder, origin }: Pick<Site, "folder" | "origin">,
  entry: Readonly<Record<string, unknown>> = {},
  memory = `${folder}-cache/project`,
) {
  const config = { dataRoot: folder } as unknown as RagConfig;
  const places = {
    fs: createDiskFileSystem(),
    home: null,
    memory,
    project: folder,
    boundaryOf: (path: string) => path,
    mayRead: () => true,
  };
  return crawlSource(places, config, entryOf(origin, entry), { prune: false, onProgress() {} });
}

function texts({ folder }: Pick<Site, "folder">): readonly string[] {
  const below = join(folder, "text/site");
  return readdirSync(below, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md")).sort();
}

function recordOf({ folder }: Site, name: string): SourceRecord {
  const at = (ending: string) => readFileSync(join(folder, "text/site", name + ending));
  return readRecord(at(".source.json"), at(""))!;
}

test("hostile addresses become names inside the folder, and none takes the place of another", () => {
  const paths = [
    "/a",
    "/a/",
    "/a/index",
    "/A",
    "/..%2F..%2F..%2Fetc%2Fpasswd",
    "/..%5C..%5Cwindows",
    "/nul%00l",
    "/con",
    "/x?q=../../y",
    "/%F0%9F%98%80",
    "/%FF%FE",
    `/${"long".repeat(400)}`,
    "/dots...",
    "/.hidden",
    "/a.md",
    "/line%0Abreak",
  ];
  const pages = Object.fromEntries(paths.map((path) => [path, page(`Page ${path.slice(0, 40).replace("%00", "")}`)]));
  return withSite({ "/": page("Home", ...paths), ...pages }, async (site) => {
    const { counts, problems } = await source(site);
    assert.deepEqual(problems, []);
    assert.equal(counts["pages"], paths.length + 1);
    assert.equal(texts(site).length, paths.length + 1);
    assert.deepEqual(readdirSync(site.folder).sort(), ["journal", "raw", "text"]);
    for (const name of texts(site)) {
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(name, /[\u0000-\u001f]|\.\.[/\\]|(^|[/\\])\./);
      assert.match(recordOf(site, name).url!, /^http/);
    }
    const again = await source(site);
    assert.deepEqual([again.state, again.counts["texts written"]], ["unchanged", 0]);
  });
});

test("a project that was moved keeps its folders, names and texts, and asks only for what is new", () => {
  const pages: Record<string, string> = { "/": page("Home", "/a", "/b"), "/a": page("A"), "/b": page("B") };
  return withSite(pages, async ({ folder, origin, pages }) => {
    const [from, to, caches] = [join(folder, "from"), join(folder, "to"), join(folder, "caches")];
    await source({ folder: from, origin }, {}, join(caches, "from"));
    const before = texts({ folder: from });
    renameSync(from, to);
    pages["/b"] = page("B 2");
    const { counts, problems } = await source({ folder: to, origin }, {}, join(caches, "to"));
    assert.deepEqual(problems, []);
    assert.deepEqual([counts["texts written"], counts["texts unchanged"], counts["texts removed"]], [1, 2, 0]);
    assert.deepEqual(texts({ folder: to }), before);
    assert.deepEqual(readdirSync(join(to, "raw")), ["site"]);
  });
});

test("one hostile page harms no other", () => {
  const formatting = Array.from({ length: 700 }, (_, at) => `<b id=${at}>`).join("");
  const hostile: Readonly<Record<string, string>> = {
    "/deep": `<div>`.repeat(200_000),
    "/formatting": formatting + "<p>x</p>".repeat(20_000),
    "/attributes": `<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(" ")}>text</p>`,
    "/table": `<table>${"<tr><td colspan=1000 rowspan=65534>x".repeat(5_000)}</table>`,
    "/entity": "&lt;".repeat(300_000),
    "/line": "word ".repeat(500_000),
    "/half": `<p>The first part.</p>\n${"<div>".repeat(2_000)}<p>The last part.</p>`,
    "/nothing": "",
    "/app": '<html><body><div id="root"></div><script>run()</script></body></html>',
    "/nul": `<p>a\u0000b</p><!DOCTYPE x [<!ENTITY a "${"b".repeat(1000)}">]>`,
  };
  return withSite({ "/": page("Home", ...Object.keys(hostile)), ...hostile }, async (site) => {
    const { counts, problems } = await source(site);
    assert.equal(counts["pages"], 7);
    assert.deepEqual(problems.map(({ path, reason }) => `${new URL(path!).pathname} ${reason}`), [
      "/app it has no text unless JavaScript runs",
      "/deep it has no text",
      "/half it has too many elements, or too deep ones: what follows line 2 is left out",
      "/nothing it has no text",
      "/nul binary",
    ]);
    const read = (name: string): string => {
      const found = texts(site).find((each) => each.endsWith(`${name}.md`));
      return readFileSync(join(site.folder, "text/site", found!), "utf8");
    };
    assert.match(read("index"), /Home has text/);
    assert.match(read("line"), /word word/);
    assert.match(read("attributes"), /text/);
    assert.match(read("half"), /first part/);
  });
});

test("a crawl counts what the texts of its pages leave out, also of pages that have not changed", () => {
  const framed = (text: string): string =>
    page(text).replace("<main>", "<nav><a href='/elsewhere'>Way elsewhere</a></nav><main>")
      .replace("</p>", `</p><p>${`${text} has long text about a valve. `.repeat(20)}</p>`);
  return withSite(
    { "/": framed("Home").replace("</main>", "<a href=/b>b</a></main>"), "/b": framed("B") },
    async (site) => {
      const first = await source(site);
      assert.deepEqual(first.omitted, [
        { kind: "page-frame", count: 2, files: 2 },
      ]);
      site.pages["/b"] = page("B without a frame");
      assert.deepEqual((await source(site)).omitted, [
        { kind: "page-frame", count: 1, files: 1 },
      ]);
    },
  );
});

test("a selector that is none is an error of the configuration, before anything is asked", () =>
  withSite({ "/": page("Home") }, async (site) => {
    for (const entry of [{ content: "main[" }, { remove: ["nav", "::"] }]) {
      await assert.rejects(source(site, entry), /is not a CSS selector/);
    }
    assert.deepEqual(site.asked, []);
  }));

test("a PDF file that a page links becomes a text whose record has its pages, is converted once, and goes with its link", () => {
  const served = (bytes: Uint8Array) => (_: unknown, answer: ServerResponse) =>
    void answer.writeHead(200, { "content-type": "application/pdf" }).end(bytes);
  const good = pdf([[[10, "The first page."]], [[10, "The purple lever."]]]);
  const pages: Site["pages"] = {
    "/": page("Home", "/good.pdf", "/bad.pdf"),
    "/good.pdf": served(good),
    "/bad.pdf": served(good.subarray(0, 20)),
  };
  return withSite(pages, async (site) => {
    const first = await source(site);
    assert.equal(first.counts["pages"], 2);
    assert.deepEqual(first.problems.map(({ path }) => path), [`${site.origin}/bad.pdf`]);
    const name = texts(site).find((text) => text.endsWith("good.pdf.md"))!;
    const text = readFileSync(join(site.folder, "text/site", name), "utf8");
    assert.equal(text, "The first page.\n\nThe purple lever.\n");
    const { unit, parts } = recordOf(site, name);
    assert.deepEqual([unit, parts], ["page", [{ start: 0, place: 1 }, { start: 17, place: 2 }]]);
    const kept = join(site.folder, "raw/site/converted");
    const [file] = readdirSync(kept);
    const before = statSync(join(kept, file!)).mtimeMs;
    await source(site);
    assert.equal(statSync(join(kept, file!)).mtimeMs, before);
    // What somebody else puts there is not taken for the text.
    writeFileSync(
      join(kept, file!),
      JSON.stringify({ title: null, parted: { unit: null, parts: [{ place: null, markdown: "planted\n" }] } }),
    );
    await source(site);
    assert.doesNotMatch(readFileSync(join(site.folder, "text/site", name), "utf8"), /planted/);
    site.pages["/"] = page("Home");
    await source(site);
    assert.ok(!texts(site).includes(name));
    assert.deepEqual(readdirSync(kept), []);
  });
});
