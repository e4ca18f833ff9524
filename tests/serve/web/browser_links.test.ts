// Clicks links between ra's own pages in a real browser: one of five, or all with RA_TEST_LINKS=all (a minute).
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toString } from "mdast-util-to-string";
import { gfm } from "micromark-extension-gfm";
import { root } from "../../cli/run_ra.ts";
import { browserTest, visit } from "./browser.ts";

const NAMES = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
const TEXTS = new Map(NAMES.map((name) => [name, readFileSync(join(root, "docs", name), "utf8")]));
const FRONTMATTER = /^---\n[^]*?\n---\n/;

/** A link, and the title of the passage that it leads to. */
interface Expected {
  readonly text: string;
  readonly title: string;
}

function nodesOf(text: string): readonly ReturnType<typeof fromMarkdown>["children"][number][] {
  const found: ReturnType<typeof fromMarkdown>["children"][number][] = [];
  const rest = [
    ...fromMarkdown(text.replace(FRONTMATTER, ""), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
      .children,
  ]
    .reverse();
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    found.push(node);
    if ("children" in node) rest.push(...([...node.children].reverse() as typeof found));
  }
  return found;
}

/** Titles by the id that GitHub gives their headings. The first heading is that of the page. */
function titlesOf(text: string): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const node of nodesOf(text)) {
    if (node.type !== "heading") continue;
    const title = toString(node);
    if (titles.size === 0) titles.set("", title);
    const id = title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    if (!titles.has(id)) titles.set(id, title);
  }
  return titles;
}

const TITLES = new Map([...TEXTS].map(([name, text]) => [name, titlesOf(text)]));

function linksOf(name: string): readonly Expected[] {
  return nodesOf(TEXTS.get(name)!).flatMap((node) => {
    if (node.type !== "link") return [];
    const written = /^([\w-]+\.md)?(?:#(.+))?$/.exec(node.url);
    const title = written === null ? undefined : TITLES.get(written[1] ?? name)?.get(written[2] ?? "");
    return title === undefined ? [] : [{ text: toString(node), title }];
  });
}

const STEP = process.env["RA_TEST_LINKS"] === "all" ? 1 : 5;

test("links of ra's own pages open the passages that they name", browserTest, async () => {
  const files = Object.fromEntries([...TEXTS].map(([name, text]) => [`docs/${name}`, text]));
  /** The title of the passage that opened at an address. */
  const opened = new Map<string, string>();
  let [count, met] = [0, 0];
  await visit("/", { files: { ...files, ".ra.toml": '[tree.docs]\npath = "docs"\n' } }, async ({ page, url }) => {
    const shows = async (title: string, link: string): Promise<void> => {
      await page.waitForFunction((wanted) => document.querySelector("#passage h2")?.textContent === wanted, title, {
        timeout: 5000,
      }).catch(async () => assert.fail(`${link} opened ${await page.textContent("#passage h2")}`));
    };
    for (const name of NAMES) {
      const address = `${url}/?id=${encodeURIComponent(`docs:${name}`)}`;
      await page.goto(address);
      const links = page.locator('#passage .text a[href^="/?id="]');
      const expected = linksOf(name);
      const shown = await links.evaluateAll((all) => all.map((each) => [each.textContent, each.getAttribute("href")]));
      assert.deepEqual(shown.map(([text]) => text), expected.map(({ text }) => text), name);
      for (const [at, { text, title }] of expected.entries()) {
        const link = `${name}: ${text}`;
        const href = shown[at]![1]!;
        // An address that was clicked before opens the same passage again.
        if (opened.has(href)) {
          assert.equal(opened.get(href), title, link);
          continue;
        }
        if (++met % STEP !== 0) continue;
        await links.nth(at).click();
        await shows(title, link);
        opened.set(href, title);
        await page.goto(address);
      }
      count += expected.length;
    }
  });
  assert.ok(count > 200, `${count} links`);
});
