// Tests the page in a real browser.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { createDiskFileSystem } from "../../../src/host/disk_file_system.ts";
import { PROJECT } from "../../cli/project.ts";
import { root } from "../../cli/run_ra.ts";
import { installSmallModel } from "../../models/installed_model.ts";
import { axe, browserTest, hitIds, holdBack, keepPicture, seriousProblems, untilFound, visit } from "./browser.ts";

/** ra's own pages, which are enough to fill a screen. */
const PAGES = Object.fromEntries(
  readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((
    name,
  ) => [`docs/${name}`, readFileSync(join(root, "docs", name))]),
);
const RELEASE = `---
title: Notes on locks
tags: [release, storage]
---
The index is updated in place; a reader never takes a lock. See [files on disk](../docs/formats.md).

## Locks and readers

\`\`\`rust
/// A reader opens all its segments at once.
pub fn open(path: &Path) -> Result<Vec<Segment>, Error> {
    let manifest = read_manifest(path)?; // may change at any time
    manifest.segments.iter().map(Segment::open).collect()
}
\`\`\`

| state | writer | reader |
|:--|:-:|--:|
| current | waits | 1.2 ms |
| stale | updates | 64 ms |

- [x] segments are immutable
- [ ] merging many small ones

> A lock that nobody holds is not a lock.[^1]

[^1]: Said in a review.
`;
const RICH = { ...PAGES, "notes/locks.md": RELEASE };

const shownId = (page: Page) => new URL(page.url()).searchParams.get("id");
const focusedId = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["id"] ?? document.activeElement?.id);

test(
  "typing searches, a click opens a passage, and the address and the back button follow",
  browserTest,
  () =>
    visit("/", { files: RICH }, async ({ page, url }) => {
      await page.keyboard.type("index lock");
      await untilFound(page, "notes:locks.md");
      // The page changes address and status after a pause.
      await page.waitForURL(`${url}/?q=index+lock`);
      assert.match(await page.textContent("#status") ?? "", /^\d+ passages in \d+ documents/);
      await page.click('a.hit[data-id="docs:formats.md"]');
      await page.waitForSelector("#passage h2");
      assert.equal(await page.textContent("#passage h2"), "Files on disk");
      assert.equal(shownId(page), "docs:formats.md");
      assert.equal(await page.title(), "Files on disk – index lock – ra");
      assert.equal(await page.getAttribute('a.hit[data-id="docs:formats.md"]', "aria-current"), "true");
      assert.ok(await page.evaluate(() => (CSS.highlights.get("found")?.size ?? 0) > 5), "no words are marked");
      await page.click(".outline a >> text=lock");
      await page.waitForFunction(() => document.querySelector("#passage h2")?.textContent === "lock");
      await page.goBack();
      await page.waitForFunction(() => document.querySelector("#passage h2")?.textContent === "Files on disk");
      await page.goBack();
      await page.waitForFunction(() => document.querySelector<HTMLElement>("#passage")?.hidden === true);
      await untilFound(page, "notes:locks.md");
      await page.goBack();
      await page.waitForSelector("#home:not([hidden])");
      assert.equal(await page.inputValue("#query"), "");
      await page.goForward();
      await untilFound(page, "notes:locks.md");
      assert.equal(await page.inputValue("#query"), "index lock");
      await page.reload();
      await untilFound(page, "notes:locks.md");
    }),
);

test(
  "the keyboard alone reaches everything",
  browserTest,
  () =>
    visit("/", { files: RICH }, async ({ page }) => {
      // What is typed before the browser gives the field the focus is lost.
      await page.waitForFunction(() => document.activeElement?.id === "query");
      await page.keyboard.type("lock");
      await untilFound(page, "notes:locks.md");
      const ids = await hitIds(page);
      await page.keyboard.press("ArrowDown");
      assert.equal(await focusedId(page), ids[0]);
      await page.keyboard.press("ArrowDown");
      assert.equal(await focusedId(page), ids[1]);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      assert.equal(await focusedId(page), "query");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#passage h2");
      assert.equal(shownId(page), ids[1]);
      assert.equal(await focusedId(page), "passage-title");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelector<HTMLElement>("#passage")?.hidden === true);
      assert.equal(await focusedId(page), ids[1]);
      await page.keyboard.press("/");
      assert.equal(await focusedId(page), "query");
      await page.keyboard.type("marmalade/x");
      assert.equal(await page.inputValue("#query"), "marmalade/x");
      await page.keyboard.press("Escape");
      await page.waitForSelector("#home:not([hidden])");
      await page.keyboard.type("index lock");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#passage h2");
      const [first] = await hitIds(page);
      assert.equal(shownId(page), first);
    }),
);

test(
  "Enter opens the first result for the typed query, even when the answer comes later",
  browserTest,
  () =>
    visit("/", { files: RICH }, async ({ page }) => {
      const release = await holdBack(page, /q=index\+lock&/);
      await page.fill("#query", "defrost");
      await page.waitForSelector("a.hit");
      const [stale] = await hitIds(page);
      const asked = page.waitForRequest(/q=index\+lock&/);
      await page.fill("#query", "index lock");
      await page.keyboard.press("Enter");
      await asked;
      assert.equal(shownId(page), null);
      release();
      await page.waitForSelector("#passage h2");
      const [first] = await hitIds(page);
      assert.equal(shownId(page), first);
      assert.notEqual(first, stale);
    }),
);

test(
  "Enter opens nothing while older results stand beside an invalid query",
  browserTest,
  () =>
    visit("/", { files: RICH }, async ({ page }) => {
      await page.fill("#query", "defrost");
      await page.waitForSelector("a.hit");
      await page.fill("#query", "defrost tag:");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#results .problem");
      assert.equal(shownId(page), null);
    }),
);

test(
  "a focused result keeps the focus when a later answer arrives, or passes it to the first result",
  browserTest,
  () =>
    visit("/", { files: RICH }, async ({ page }) => {
      const search = async (text: string) => {
        const release = await holdBack(page, new RegExp(`q=${text.replace(" ", "\\+")}&`));
        await page.fill("#query", text);
        await page.keyboard.press("ArrowDown");
        const before = { focused: await focusedId(page), hits: await hitIds(page) };
        release();
        await page.waitForFunction(
          (old) =>
            document.querySelector("#results")?.ariaBusy !== "true" &&
            [...document.querySelectorAll<HTMLElement>("a.hit")].map((link) => link.dataset["id"]).join() !== old,
          before.hits.join(),
        );
        return { before, after: { focused: await focusedId(page), hits: await hitIds(page) } };
      };
      await page.fill("#query", "lock");
      await page.waitForSelector("a.hit");
      const kept = await search("index lock");
      assert.equal(kept.before.focused, kept.before.hits[0]);
      assert.ok(kept.after.hits.includes(kept.before.focused));
      assert.equal(kept.after.focused, kept.before.focused);
      await page.focus("#query");
      const gone = await search("crash");
      assert.ok(!gone.after.hits.includes(gone.before.focused));
      assert.equal(gone.after.focused, gone.after.hits[0]);
    }),
);

test(
  "a late answer never replaces a newer one",
  browserTest,
  () =>
    visit("/", { files: RICH }, async ({ page }) => {
      const release = await holdBack(page, /q=defrost&/);
      const asked = page.waitForRequest(/q=defrost&/);
      await page.fill("#query", "defrost");
      await asked;
      await page.fill("#query", "index lock");
      await untilFound(page, "notes:locks.md");
      release();
      await page.waitForTimeout(300);
      assert.ok((await hitIds(page)).includes("notes:locks.md"));
      assert.equal(await page.inputValue("#query"), "index lock");
    }),
);

/** After `holdFrames()`, frames wait for `releaseFrames()`. */
const HELD_FRAMES = `{
  const held = new Map();
  const [request, cancel] = [requestAnimationFrame.bind(globalThis), cancelAnimationFrame.bind(globalThis)];
  let holds = false;
  globalThis.requestAnimationFrame = (callback) => {
    if (!holds) return request(callback);
    held.set(held.size - 1e6, callback);
    return held.size - 1 - 1e6;
  };
  globalThis.cancelAnimationFrame = (id) => { if (!held.delete(id)) cancel(id); };
  globalThis.holdFrames = () => { holds = true; };
  globalThis.releaseFrames = () => { holds = false; for (const callback of held.values()) request(callback); };
}`;

test(
  "the page draws results in two steps, and the second step of an older answer never joins a newer answer",
  browserTest,
  () =>
    visit("/", { files: RICH, init: HELD_FRAMES }, async ({ page, url }) => {
      /** Returns the ids of an answer in the order of the page, by document. */
      const answer = async (query: string): Promise<string[][]> => {
        const response = await fetch(
          `${url}/api/search?${new URLSearchParams({ q: query, limit: "20", list: "1", prefix: "1" })}`,
        );
        const { queries } = await response.json() as { queries: { results: { id: string; doc_id: string }[] }[] };
        const { results } = queries[0]!;
        return [...new Set(results.map(({ doc_id }) => doc_id))].map((document) =>
          results.filter(({ doc_id }) => doc_id === document).map(({ id }) => id)
        );
      };
      const [both, older, newer] = [
        await answer("index lock"),
        await answer("segments"),
        await answer("configuration"),
      ];
      assert.ok(both.length > 4 && older.length > 4 && newer.length > 4);
      assert.notEqual(older[0]![0], newer[0]![0]);
      const until = (busy: boolean, first: string) =>
        page.waitForFunction(
          ([isBusy, id]) =>
            (document.querySelector("#results")?.ariaBusy === "true") === isBusy &&
            document.querySelector<HTMLElement>("#results a.hit")?.dataset["id"] === id,
          [busy, first] as const,
          { polling: 20 },
        );

      await page.fill("#query", "index lock");
      await until(false, both[0]![0]!);
      assert.deepEqual(await hitIds(page), both.flat());

      await page.evaluate("holdFrames()");
      await page.fill("#query", "segments");
      await until(true, older[0]![0]!);
      assert.deepEqual(await hitIds(page), older.slice(0, 4).flat());
      await page.fill("#query", "configuration");
      await until(true, newer[0]![0]!);
      await page.evaluate("releaseFrames()");
      await until(false, newer[0]![0]!);
      assert.deepEqual(await hitIds(page), newer.flat());
    }),
);

test(
  "a letter that you type and delete again does not discard the pending answer",
  browserTest,
  () =>
    visit("/", { files: RICH }, async ({ page }) => {
      const release = await holdBack(page, /q=index\+lock&/);
      const asked = page.waitForRequest(/q=index\+lock&/);
      await page.fill("#query", "index lock");
      await asked;
      await page.fill("#query", "index locks");
      await page.fill("#query", "index lock");
      await page.waitForTimeout(300);
      release();
      await untilFound(page, "notes:locks.md");
    }),
);

test(
  "an unfinished query keeps the results while you type",
  browserTest,
  () =>
    visit("/?q=lock", { files: RICH }, async ({ page }) => {
      await page.focus("#query");
      await page.keyboard.press("End");
      const answered = page.waitForResponse((response) => response.status() === 400);
      await page.keyboard.type(' "never takes a lock" modified:>20');
      await answered;
      assert.equal(await page.isVisible(".problem"), false);
      assert.ok((await page.$$("a.hit")).length > 0);
      await page.keyboard.type("20-01-01");
      await page.waitForFunction(() => document.querySelector("#status")?.textContent?.startsWith("1 passage"));
      await page.waitForTimeout(700);
      assert.equal(await page.isVisible(".problem"), false);
    }),
);

test(
  "the next key finds a file that was written while the page is open",
  browserTest,
  () =>
    visit("/?q=marmalade", {}, async ({ page, directory }) => {
      assert.match(await page.textContent("#results") ?? "", /Nothing found/);
      writeFileSync(join(directory, "docs/jam.md"), "# Jam\n\nOrange marmalade.\n");
      await page.fill("#query", "orange marmalade");
      await untilFound(page, "docs:jam.md");
    }),
);

test(
  "the letters of a word share a look at the files, and a pause brings another one",
  browserTest,
  () =>
    visit("/", {}, async ({ page, directory }) => {
      const asked: string[] = [];
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === "/api/search") asked.push(`${searchParams.get("q")} ${searchParams.get("update") ?? "1"}`);
      });
      const answer = (query: string) =>
        page.waitForResponse((response) => new URL(response.url()).searchParams.get("q") === query);
      await page.focus("#query");
      const first = answer("m");
      await page.keyboard.type("m");
      await first;
      writeFileSync(join(directory, "docs/jam.md"), "# Jam\n\nOrange marmalade.\n");
      await page.keyboard.type("ar");
      await untilFound(page, "docs:jam.md");
      assert.equal(asked[0], "m 1");
      assert.equal(asked.at(-1), "mar 1");
      assert.ok(asked.includes("mar 0"), asked.join(", "));
      const results = await page.innerHTML("#results");
      await page.waitForTimeout(700);
      assert.equal(asked.filter((each) => each === "mar 1").length, 1, asked.join(", "));
      assert.equal(await page.innerHTML("#results"), results);
    }),
);

test(
  "a filter that you type leaves no complaint behind, however often it could not be read meanwhile",
  browserTest,
  () =>
    visit("/", { files: RICH }, async ({ page }) => {
      const query = 'modified:>2020-01-01 "never takes a lock"';
      let unreadable = 0;
      page.on("response", (response) => void (response.status() === 400 && unreadable++));
      await page.focus("#query");
      await page.keyboard.type(query, { delay: 30 });
      await page.waitForFunction(() => document.querySelector("#status")?.textContent?.startsWith("1 passage"));
      await page.waitForTimeout(900);
      assert.equal(await page.isVisible(".problem"), false);
      assert.equal((await page.$$("a.hit")).length, 1);
      assert.ok(unreadable > 0 && unreadable < query.length, `${unreadable} answers`);
    }),
);

test(
  "the page can set and remove facets, and opens the chart",
  browserTest,
  () =>
    visit("/?q=lock", { files: RICH }, async ({ page }) => {
      await page.click('.facets a >> text="notes"');
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLElement>("a.hit")].every((link) => link.dataset["id"]?.startsWith("notes:"))
      );
      assert.equal(new URL(page.url()).searchParams.get("tree"), "notes");
      await page.click(".facets a[aria-current]");
      await untilFound(page, "docs:formats.md");
      await page.click(".scores summary");
      assert.match(
        await page.innerText(".explanation"),
        /\d+\s+candidates[\s\S]*cut after \d+[\s\S]*words that begin with lock/,
      );
      await page.fill("#query", "tag:");
      await page.waitForSelector(".problem");
      assert.match(await page.innerText(".problem"), /tag:\n\^/);
    }),
);

test(
  "on a phone a passage replaces the results, and typing brings them back",
  browserTest,
  () =>
    visit(
      "/?q=lock",
      { files: RICH, context: { viewport: { width: 360, height: 740 }, hasTouch: true } },
      async ({ page }) => {
        await page.tap('a.hit[data-id="notes:locks.md"]');
        await page.waitForSelector("#passage h2");
        assert.equal(await page.isVisible("#results"), false);
        assert.equal(await page.evaluate(() => scrollY), 0);
        await page.fill("#query", "index lock");
        await page.waitForSelector('#results a.hit[data-id="notes:locks.md"]', { state: "visible" });
        assert.equal(await page.isVisible("#passage"), false);
        await page.goBack();
        await page.waitForSelector("#passage h2");
        await page.tap(".close");
        await page.waitForSelector("#results", { state: "visible" });
      },
    ),
);

test(
  "a passage opens at its beginning, and its result stays visible however far down the list it is",
  browserTest,
  () =>
    visit("/?q=lock", { files: RICH, context: { viewport: { width: 1280, height: 600 } } }, async ({ page }) => {
      const last = page.locator("a.hit").last();
      await last.scrollIntoViewIfNeeded();
      const id = await last.getAttribute("data-id");
      await last.click();
      await page.waitForSelector("#passage h2");
      assert.equal(shownId(page), id);
      assert.ok((await page.locator("#passage h2").boundingBox())!.y > 0);
      const place = (await page.locator('a.hit[aria-current="true"]').boundingBox())!;
      assert.ok(place.y > 0 && place.y < 600, `the result is at ${place.y}`);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelector<HTMLElement>("#passage")?.hidden === true);
      assert.ok(
        await page.evaluate(() => (document.activeElement as HTMLElement).getBoundingClientRect().top < innerHeight),
      );
    }),
);

test(
  "a hostile document runs no script, sends no request and does not break the page",
  browserTest,
  () =>
    visit("/?q=hostile&id=docs%3Ahostile.md", {
      files: {
        "docs/hostile.md": `---
title: "Hostile </title></script><script>alert('title')</script>"
tags: ["<img src=x onerror=alert('tag')>", "\\" onfocus=\\"alert(1)"]
---
# Heading <script>alert('heading')</script> <img src=x onerror=alert(1)>

hostile <script>alert('body')</script> </script> <svg onload=alert('svg')> <iframe src="https://example.org/"></iframe>

[link](javascript:alert('link')) ![x](https://example.org/x.png) ![y](x" onerror="alert(1)) <a href="javascript:alert(1)" onclick="alert(2)">a</a>

<style>body { display: none }</style>

${"hostile" + "x".repeat(100_000)}

    ${"wide ".repeat(20_000)}

\`\`\`"><script>alert('info')</script>
</code></pre><script>alert('code')</script>
\`\`\`
`,
      },
    }, async ({ page }) => {
      await page.waitForSelector("#passage h2");
      for (const link of await page.$$("#passage .text a")) {
        assert.match(await link.getAttribute("href") ?? "", /^(https?:|\/\?id=|#fn)/);
      }
      await page.fill("#query", "hostile heading");
      await page.waitForFunction(() => document.title.includes("hostile heading"));
      await untilFound(page, "docs:hostile.md");
      await page.click("a.hit");
      await page.waitForTimeout(200);
      assert.equal(
        await page.evaluate(() =>
          document.querySelectorAll(
            "main script, main iframe, main style, main [onerror], main [onclick], main [onload], main [style]",
          ).length
        ),
        0,
      );
      const [scroll, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(scroll <= width, `the page is ${scroll} wide`);
      await keepPicture(page, "hostile");
    }),
);

test(
  "without scripts the form searches, links open passages and filters work",
  browserTest,
  () =>
    visit("/", { files: RICH, context: { javaScriptEnabled: false } }, async ({ page }) => {
      await page.fill("#query", "index lock");
      await page.keyboard.press("Enter");
      await page.waitForURL(/q=index\+lock/);
      await page.click('a.hit[data-id="notes:locks.md"]');
      assert.equal(await page.textContent("#passage h2"), "Notes on locks");
      await page.click('.facets a >> text="notes"');
      await page.fill("#query", "segments");
      await page.keyboard.press("Enter");
      await page.waitForURL(/q=segments/);
      assert.equal(new URL(page.url()).searchParams.get("tree"), "notes");
      assert.ok((await page.$$eval("a.hit", (links) => links.length)) > 0);
    }),
);

const SIZES = {
  wide: { width: 1440, height: 900 },
  tablet: { width: 900, height: 1000 },
  phone: { width: 360, height: 740 },
};
const VIEWS = {
  home: "/",
  results: "/?q=lock&tree=notes&tree=docs",
  passage: "/?q=lock&id=notes%3Alocks.md",
  section: "/?id=docs%3Aranking.md%23fields",
  nothing: "/?q=xyzzy+lang%3Axx",
  problem: "/",
};

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `axe finds no serious problem in ${colorScheme} colours, and nothing is wider than a window of any size`,
    browserTest,
    () =>
      visit("/", { files: RICH, context: { colorScheme }, init: axe() }, async ({ page, url }) => {
        for (const [size, viewport] of Object.entries(SIZES)) {
          await page.setViewportSize(viewport);
          for (const [view, path] of Object.entries(VIEWS)) {
            await page.goto(url + path);
            if (view === "results") await page.click(".scores summary");
            if (view === "problem") {
              await page.fill("#query", "a filter without a value tag:");
              await page.waitForSelector(".problem");
            }
            if (size !== "tablet") assert.deepEqual(await seriousProblems(page), [], `${view} ${size}`);
            const [scroll, width] = await page.evaluate(
              () => [document.documentElement.scrollWidth, document.documentElement.clientWidth],
            );
            assert.ok(scroll <= width, `${view} is ${scroll} wide in ${width}`);
            await keepPicture(page, `${view}-${colorScheme}-${size}`);
          }
        }
      }),
  );
}

test(
  "with semantic search you choose how to search, by keyboard too, and the address follows",
  browserTest,
  () => {
    const semantic = `${PROJECT[".ra.toml"]}[semantic]\nenabled = true\nmodel = "small"\nfloor = 0\n`;
    return visit("/", { files: { ".ra.toml": semantic }, init: axe() }, async ({ page, url, directory }) => {
      await installSmallModel(createDiskFileSystem(), `${directory}/no-home`, "small");
      await page.keyboard.type("zzz toaster");
      await page.waitForSelector(".search-by");
      await page.waitForFunction(() => document.body.textContent?.includes("found by its meaning"));
      assert.deepEqual(await seriousProblems(page), []);
      await page.focus('.search-by a[href*="by=words"]');
      await page.keyboard.press("Enter");
      await page.waitForURL(`${url}/?q=zzz+toaster&by=words`);
      await page.waitForFunction(() => !document.body.textContent?.includes("found by its meaning"));
      assert.equal(await page.textContent('.search-by a[aria-current="true"] .value'), "words only");
      await page.click('.search-by a[aria-current="true"]');
      await page.waitForURL(`${url}/?q=zzz+toaster`);
      await page.waitForFunction(() => document.body.textContent?.includes("found by its meaning"));
    });
  },
);
