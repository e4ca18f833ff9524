import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { formatResultJson, formatSearchJson } from "../../../src/output/json.ts";
import type { SearchReply } from "../../../src/serve/web/html/results_html.ts";
import { PROJECT } from "../../cli/project.ts";
import { installSmallModel } from "../../models/installed_model.ts";
import { inside, withSite } from "./site.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3]);
const idsIn = (html: string): readonly string[] =>
  [...html.matchAll(/class="hit" href="[^"]*" data-id="([^"]*)"/g)].map((match) => match[1]!);

test("the start page names the trees, and has no inline script or style", () =>
  withSite({}, async ({ get }) => {
    const response = await get("/");
    const html = await response.text();
    assert.equal(response.headers.get("content-security-policy"), POLICY);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.match(html, /<a href="\/\?tree=docs"><b>docs<\/b> <span>3 documents, 11 passages<\/span>/);
    assert.doesNotMatch(html, /<style|\sstyle=|<script(?![^>]*\ssrc=")|\son[a-z]+=|https?:/);
  }));

test("the start page says that a tree outside the project is left out", () =>
  withSite({ ".ra.toml": '[tree.docs]\npath = "docs"\n[tree.all]\npath = ".."\n' }, async ({ html }) => {
    const page = await html("/");
    assert.match(
      page,
      /<p class="note">tree all lies outside the project and is left out; `ra trust [^`]+` allows it<\/p>/,
    );
    assert.doesNotMatch(page, /<b>all<\/b>/);
  }));

test("the page says that no section has all the words, and at each result which ones it lacks", () =>
  withSite({}, async ({ html, get }) => {
    const page = await html("/?q=purple+toaster");
    assert.match(page, /<p class="note">No section has all the words\.<\/p>/);
    assert.match(page, /data-id="docs:errors\.md">.*? <span class="without">without: purple<\/span>/);
    assert.doesNotMatch(await html("/?q=toaster"), /class="without"|No section/);
    const all = await get("/api/search?q=purple+toaster&match=all");
    assert.equal((await all.json() as { queries: { total_matches: number }[] }).queries[0]!.total_matches, 0);
    assert.equal((await get("/api/search?q=toaster&match=most")).status, 400);
  }));

test("without scripts a search shows results by document, with place, tags, facets and the chart", () =>
  withSite({}, async ({ html }) => {
    const page = await html("/?q=toaster");
    assert.ok(idsIn(page).includes("docs:errors.md"), page);
    assert.match(page, /<h2><a href="\/\?q=toaster&amp;id=docs%3Aerrors\.md">Error Handling<\/a><\/h2>/);
    assert.match(
      page,
      /<span class="tree">docs<\/span> <span class="path">guide\.md<\/span><\/p><ul class="tags" aria-label="Tags"><li>intro<\/li><li>setup<\/li><\/ul>/,
    );
    assert.match(page, /The <mark>toaster<\/mark> blinks/);
    assert.match(
      page,
      /<a class="chip" href="\/\?q=toaster&amp;tag=intro"><span class="spoken">Only tag <\/span><span class="value">intro<\/span><small>1<\/small>/,
    );
    assert.match(page, /<svg class="chart"[^>]* role="img" aria-label="\d+ candidates, scores from/);
    assert.match(page, /<title>toaster – ra<\/title>/);
    assert.match(page, /name="q" value="toaster"/);
  }));

test("a snippet appears as text on the page, whatever tags and Markdown it contains", () =>
  withSite(
    { "docs/tags.md": "# Tags\n\nA **bold** `<b>zebra</b>` & `zebra` \\<script>x\\</script>\n" },
    async ({ html }) => {
      assert.match(
        await html("/?q=zebra"),
        /A bold &lt;b&gt;<mark>zebra<\/mark>&lt;\/b&gt; &amp; <mark>zebra<\/mark> &lt;script&gt;x&lt;\/script&gt;<\/span>/,
      );
      const snippetOf = async (more: string) =>
        JSON.parse(await html(`/api/search?q=zebra&list=1${more}`)).queries[0].results[0].snippet;
      assert.match(await snippetOf(""), /&lt;b&gt;<b>zebra<\/b>&lt;\/b&gt;/);
      const { text, ranges } = await snippetOf("&snippets=ranges");
      assert.equal(text, "A bold <b>zebra</b> & zebra <script>x</script>");
      assert.deepEqual(
        ranges.map(({ start, end }: { start: number; end: number }) => text.slice(start, end)),
        ["zebra", "zebra"],
      );
    },
  ));

test("filters in the address apply, stay in the form, and have links that remove them", () =>
  withSite({ "docs/de.md": "---\nlang: de\n---\n# Toaster\n\nDer Toaster ist heiß.\n" }, async ({ html }) => {
    const tagged = await html("/?q=toaster&tag=setup");
    assert.ok(
      idsIn(tagged).length > 0 && idsIn(tagged).every((id) => id.startsWith("docs:guide.md")),
      idsIn(tagged).join(" "),
    );
    assert.match(tagged, /<input type="hidden" name="tag" value="setup">/);
    assert.match(
      tagged,
      /<a class="chip" href="\/\?q=toaster" aria-current="true"><span class="spoken">Remove the filter tag <\/span>/,
    );
    assert.deepEqual(idsIn(await html("/?q=toaster&lang=de")).map((id) => id.split("#")[0]), ["docs:de.md"]);
    assert.deepEqual(idsIn(await html("/?tree=notes")), ["notes:todo.txt"]);
  }));

test("an open passage shows its text, breadcrumb, outline and line, with or without a search", () =>
  withSite({}, async ({ html }) => {
    const page = await html("/?id=docs%3Aguide.md%23advanced");
    assert.match(page, /<h2 id="passage-title" tabindex="-1">Advanced<\/h2>/);
    assert.match(page, /<code>docs\/guide\.md<span class="line">:17<\/span><\/code>/);
    assert.match(page, /<nav class="trail"[^>]*><ol><li><a href="\/\?id=docs%3Aguide\.md">User Guide<\/a>/);
    assert.match(page, /<p>The defrost mode doubles the time\.<\/p>/);
    assert.match(page, /<a href="\/\?id=docs%3Aguide\.md%23advanced" aria-current="true">Advanced<\/a>/);
    assert.match(page, /<title>Advanced – ra<\/title>/);
    const both = await html("/?q=dial&id=docs%3Aguide.md%23configuration");
    assert.match(both, /<body data-view="both">/);
    assert.match(both, /data-id="docs:guide\.md#configuration" aria-current="true"/);
  }));

test("the source line is a link only when you configure an editor", () =>
  withSite({}, async ({ get, directory }) => {
    const { source } = await (await get("/api/passage?id=docs%3Aguide.md%23advanced")).json() as {
      source: { href: string };
    };
    assert.equal(source.href, `edit:${directory}/docs/guide.md:17`);
  }, (path, line) => `edit:${path}:${line}`));

const fileOf = ({ tree, path }: { readonly tree: string; readonly path: string }) => `${tree}/${path}`;

test("/api/search and /api/get answer like ra search --json and ra get --json", () =>
  withSite({}, async ({ html, workspace }) => {
    assert.equal(
      await html("/api/search?q=toaster&limit=2&facets=1"),
      formatSearchJson(await workspace.search("toaster", { limit: 2, facets: true }), fileOf),
    );
    assert.equal(
      await html("/api/search?q=toaster&facets=labels"),
      formatSearchJson(await workspace.search("toaster", { facets: "labels" }), fileOf),
    );
    assert.equal(
      await html("/api/get?id=docs%3Aguide.md"),
      formatResultJson(await workspace.get("docs:guide.md"), fileOf),
    );
    const { documents } = JSON.parse(await html("/api/search?q=defrost&list=1&documents=1"));
    assert.deepEqual(documents, [{ id: "docs:guide.md", title: "User Guide", tags: ["intro", "setup"] }]);
    assert.deepEqual(JSON.parse(await html("/api/trees")).map(({ name }: { name: string }) => name), ["docs", "notes"]);
  }));

test("a search uses the current files and configuration", () =>
  withSite({}, async (site) => {
    assert.deepEqual(idsIn(await site.html("/?q=marmalade")), []);
    writeFileSync(inside(site, "docs/jam.md"), "# Jam\n\nOrange marmalade.\n");
    assert.deepEqual(JSON.parse(await site.html("/api/search?q=marmalade&update=0")).queries[0].results, []);
    assert.deepEqual(idsIn(await site.html("/?q=marmalade")), ["docs:jam.md"]);
    mkdirSync(inside(site, "more"));
    writeFileSync(inside(site, "more/honey.md"), "# Honey\n\nAcacia.\n");
    writeFileSync(inside(site, ".ra.toml"), '[tree.more]\npath = "more"\n');
    assert.deepEqual(idsIn(await site.html("/?q=acacia")), ["more:honey.md"]);
  }));

test("the page searches what is no syntax as words, and says so once", () =>
  withSite({}, async ({ get, html }) => {
    const page = await html(`/?q=${encodeURIComponent('toaster "blinks <when')}`);
    assert.ok(idsIn(page).includes("docs:errors.md"), page);
    assert.match(page, /<p class="note">Taken literally: `&quot;` \(this quote is never closed\)\.<\/p>/);
    assert.equal(page.split("Taken literally").length, 2);
    const none = await html("/?q=%28zzzz");
    assert.match(none, /<p class="note">Taken literally: `\(` [^<]*<\/p><div class="nothing">/);
    assert.match(await html("/?q=%3D%3E"), /signs are not indexed; this finds them: rg -F -- (?:'|&#39;)=&gt;/);
    const json = await (await get("/api/search?q=toaster+OR")).json() as { queries: { taken_literally: unknown }[] };
    assert.deepEqual(json.queries[0]!.taken_literally, [
      { start: 8, end: 10, text: "OR", reason: "nothing follows this OR" },
    ]);
  }));

test("errors appear on the page and in the JSON with the right status", () =>
  withSite({}, async ({ get, ask }) => {
    const broken = await get("/?q=tag:");
    assert.equal(broken.status, 400);
    assert.match(await broken.text(), /<div class="problem"><p>[^<]+<\/p><pre tabindex="0">tag:\n\^<\/pre>/);
    const json = await get("/api/search?q=tag:");
    assert.equal(json.status, 400);
    assert.equal((await json.json() as { error: { code: string } }).error.code, "query-syntax");
    for (
      const [path, status] of [
        ["/?id=docs%3Anone.md", 404],
        ["/api/passage?id=docs%3Anone.md", 404],
        ["/api/passage", 400],
        ["/api/search", 400],
        ["/api/none", 404],
        ["/api/search?q=x&limit=-1", 400],
        ["/api/search?q=x&sort=size", 400],
        ["/api/search?q=x&sort=meta.", 400],
        ["/api/search?q=x&sort=meta.order:desc", 200],
        ["/?q=x&tree=none", 400],
        ["/none", 404],
        ["/..%2fetc/passwd", 404],
      ] as const
    ) assert.equal((await get(path)).status, status, path);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const refused = await ask(new Request("http://127.0.0.1/api/search?q=x", { method }));
      assert.deepEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD"]);
    }
  }));

test("a search without results says why and links to near words", () =>
  withSite({}, async ({ html }) => {
    assert.match(
      await html("/?q=browsing+lang%3Axx"),
      /<b>browsing<\/b> is in no section; close to it: <a href="\/\?q=browning">browning<\/a>/,
    );
    assert.match(await html("/?q=toaster+lang%3Axx"), /<p>Nothing found\.<\/p>.*<b>lang:xx<\/b> removed \d+ matches/);
  }));

test("a missing section opens its document, and links lead to passages in other trees and folders", () =>
  withSite({
    "docs/links.md":
      "# Links\n\n[a](guide.md#advanced) [b](api/http.md) [c](/errors.md) [d](../notes/todo.txt) [e](nowhere.md) [f](api/) [g](#links) [h](../.ra.toml)\n",
    "docs/api/README.md": "# API\n\n[up](../guide.md)\n",
  }, async ({ html, get }) => {
    const { html: text } = await (await get("/api/passage?id=docs%3Alinks.md")).json() as { html: string };
    assert.deepEqual([...text.matchAll(/<a href="([^"]*)">(\w)<\/a>/g)].map(([, href, name]) => [name, href]), [
      ["a", "/?id=docs%3Aguide.md%23advanced"],
      ["b", "/?id=docs%3Aapi%2Fhttp.md"],
      ["c", "/?id=docs%3Aerrors.md"],
      ["d", "/?id=notes%3Atodo.txt"],
      ["f", "/?id=docs%3Aapi%2FREADME.md"],
      ["g", "/?id=docs%3Alinks.md%23links"],
    ]);
    assert.match(text, / e .* h<\/p>/);
    assert.match(await html("/?id=docs%3Aguide.md%23gone"), /<h2 id="passage-title" tabindex="-1">User Guide<\/h2>/);
  }));

test("a passage of MDX shows its text without imports, tags and expressions", () =>
  withSite({
    "docs/tabs.mdx":
      'import { Tab } from "x";\n\n# Tabs\n\n<Tab items={["a", "b"]}>\n\n## One\n\nText <Badge text="new" /> and ' +
      "**more**.\n\n</Tab>\n\n{/* a comment */}\n",
  }, async ({ get }) => {
    const { html } = await (await get("/api/passage?id=docs%3Atabs.mdx")).json() as { html: string };
    assert.match(html, /<h3>One<\/h3>\s*<p>Text\s+and <strong>more<\/strong>\.<\/p>/);
    assert.doesNotMatch(html, /import|Tab |Badge|items|comment/);
  }));

test("the server sends only images inside the trees: no hidden files, no links that lead out of the project, no other files", () =>
  withSite({
    "docs/pic/a b.png": PNG,
    "docs/.secret/x.png": PNG,
    "secret.png": PNG,
    "docs/pic/x.svg": "<svg><script>alert(1)</script></svg>",
    "docs/pic.md": "![A picture](<pic/a b.png>) ![far](https://example.org/x.png)\n",
  }, async (site) => {
    // A link may lead into the project, and not out of it.
    symlinkSync(inside(site, "secret.png"), inside(site, "docs/pic/in.png"));
    assert.equal((await site.get("/image/docs/pic/in.png")).status, 200);
    const outside = mkdtempSync(join(tmpdir(), "ra-outside-"));
    writeFileSync(join(outside, "out.png"), PNG);
    symlinkSync(join(outside, "out.png"), inside(site, "docs/pic/out.png"));
    symlinkSync(inside(site, "docs/guide.md"), inside(site, "docs/pic/guide.png"));
    const { html: text } = await (await site.get("/api/passage?id=docs%3Apic.md")).json() as { html: string };
    assert.match(text, /<img src="\/image\/docs\/pic\/a%20b\.png" alt="A picture" loading="lazy">/);
    assert.match(text, /<a href="https:\/\/example\.org\/x\.png" class="external" rel="noreferrer noopener">far<\/a>/);
    const image = await site.get("/image/docs/pic/a%20b.png");
    assert.deepEqual([image.status, image.headers.get("content-type")], [200, "image/png"]);
    assert.deepEqual(new Uint8Array(await image.arrayBuffer()), PNG);
    assert.match(
      (await site.get("/image/docs/pic/x.svg")).headers.get("content-security-policy") ?? "",
      /default-src 'none';.*sandbox/,
    );
    for (
      const path of [
        "docs/pic/out.png",
        "docs/pic/guide.png",
        "docs/.secret/x.png",
        "docs/..%2fsecret.png",
        "docs/%2e%2e/secret.png",
        "docs/guide.md",
        "none/x.png",
        "docs/none.png",
        "docs/%ff.png",
        "",
      ]
    ) {
      assert.equal((await site.get(`/image/${path}`)).status, 404, path);
    }
  }));

test("browsers may cache the page's files, because their addresses change with the content", () =>
  withSite({}, async ({ get, html }) => {
    const page = await html("/");
    for (const [path, type] of [["/page.js", "text/javascript"], ["/page.css", "text/css"]] as const) {
      const address = new RegExp(`"(${path}\\?v=[0-9a-f]{12})"`).exec(page)?.[1];
      const response = await get(address ?? "");
      assert.equal(response.headers.get("content-type"), `${type}; charset=utf-8`);
      assert.match(response.headers.get("cache-control") ?? "", /immutable/);
      assert.ok((await response.text()).length > 1000);
    }
    assert.equal((await get("/icon.svg")).headers.get("content-type"), "image/svg+xml; charset=utf-8");
  }));

test("the page shows what reorders letters or hides a text in titles, tags and paths as escapes", () => {
  const hidden = "\u202e\u200b\u{e0041}";
  return withSite({
    [`docs/n${hidden}.md`]: `---\ntitle: T${hidden}\ntags: [g${hidden}]\n---\n\nzebra\n\n## S${hidden}\n\nmore zebra\n`,
  }, async ({ html }) => {
    const found = await html("/?q=zebra");
    const id = new URLSearchParams({ id: idsIn(found)[0]! });
    for (const [page, letters] of [[found, "ngT"], [await html(`/?q=zebra&${id}`), "ngTS"]] as const) {
      const shown = page.replace(/ data-id="[^"]*"|<div class="text">[^]*?<\/div>/g, "");
      assert.doesNotMatch(shown, /[\u202e\u200b\u{e0041}]/u);
      for (const letter of letters) assert.ok(shown.includes(`${letter}\\u{202e}\\u{200b}\\u{e0041}`), letter);
    }
  });
});

test("a client that goes before its answer is not a failure of the server", () =>
  withSite({}, async ({ ask }) => {
    const response = await ask(new Request("http://127.0.0.1/api/search?q=toaster", { signal: AbortSignal.abort() }));
    assert.equal(response.status, 503);
  }));

const SEMANTIC = {
  ".ra.toml": `${PROJECT[".ra.toml"]}[semantic]\nenabled = true\nmodel = "small"\nfloor = 0\nrerank = "judge"\n`,
};

test("with semantic search the page offers how to search, and marks what was found by meaning", () =>
  withSite(SEMANTIC, async (site) => {
    await installSmallModel(createDiskFileSystem(), `${site.directory}/no-home`, "small");
    await installSmallModel(createDiskFileSystem(), `${site.directory}/no-home`, "judge", { kind: "cross-encoder" });
    await site.workspace.update({ semantic: true });
    const both = await site.html("/?q=zzz+toaster");
    assert.match(both, /<ul class="chips search-by" aria-label="How to search">/);
    assert.match(
      both,
      /<a class="chip" href="\/\?q=zzz\+toaster&amp;by=words"><span class="spoken">search by <\/span>/,
    );
    assert.match(both, /found by its meaning/);
    const words = await site.html("/?q=zzz+toaster&by=words");
    assert.doesNotMatch(words, /found by its meaning/);
    assert.match(words, /<a class="chip" href="\/\?q=zzz\+toaster" aria-current="true">/);
    assert.match(words, /<input type="hidden" name="by" value="words">/);
    assert.match(await site.html("/?q=zzz+toaster&by=meaning&rerank=1"), /by=meaning"[^>]* aria-current="true"/);
    const ids = async (parameters: string): Promise<readonly string[]> => {
      const reply = (await (await site.get(`/api/search?q=zzz+toaster&limit=100&${parameters}`)).json()) as SearchReply;
      return reply.queries[0]!.results.map(({ id }) => id);
    };
    const fused = await ids("weight=0.5");
    assert.ok(fused.length > (await ids("lexical=1")).length);
    const reranked = await ids("weight=0.5&rerank=1");
    assert.notDeepEqual(reranked, fused);
    for (const wrong of ["weight=2", "weight=a", "lexical=1&semantic=1", "weight="]) {
      assert.equal((await site.get(`/api/search?q=toaster&${wrong}`)).status, 400, wrong);
    }
  }));

test("the start page and a page without results say what is not read", () =>
  withSite({ "docs/old.textile": "x\n" }, async (site) => {
    const said = /<(?:p class="note"|li)>not read in docs: 1 \.textile \(ra has no reader for this yet; /;
    assert.match(await site.html("/"), said);
    assert.match(await site.html("/?q=xylophone"), said);
    assert.doesNotMatch(await site.html("/?q=toaster"), /<li>not read/);
  }));

test("without semantic search the page offers no ways to search", () =>
  withSite({}, async (site) => {
    assert.doesNotMatch(await site.html("/?q=toaster"), /chips search-by/);
    const { status } = await site.get("/api/search?q=toaster&semantic=1");
    assert.equal(status, 400);
    // An address that was kept from when it was on.
    const idsOf = (html: string): readonly string[] => [...html.matchAll(/[&;]id=([^"&]*)/g)].map(([, id]) => id!);
    const kept = idsOf(await site.html("/?q=toaster&by=meaning&rerank=1"));
    assert.deepEqual(kept, idsOf(await site.html("/?q=toaster")));
    assert.ok(kept.length > 0);
    const plain = await (await site.get("/api/search?q=toaster")).text();
    assert.equal(await (await site.get("/api/search?q=toaster&lexical=1")).text(), plain);
  }));
