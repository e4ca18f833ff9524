import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { imageWords } from "../../src/sources/convert/image_words.ts";

async function words(
  files: Readonly<Record<string, string | Uint8Array>>,
  picture: string,
): Promise<string | undefined> {
  const rooted = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/in/${path}`, text]));
  return (await imageWords(createMemoryFileSystem(rooted), "/in", [picture], [])).get(picture);
}

test("a text beside a picture is its text, without its frontmatter", async () => {
  assert.equal(
    await words({ "a.png.md": "---\ntitle: x\n---\n\n# Plug\n\nA plug.\n", "a.md": "other" }, "a.png"),
    "# Plug\n\nA plug.",
  );
  assert.equal(await words({ "img/a.md": "A plug.\n" }, "img/a.png"), "A plug.");
});

test("words about a picture may stand in any encoding", async () => {
  const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  assert.equal(await words({ "a.png.md": bytesOf("Gr\xf6\xdfe \x96\n") }, "a.png"), "Größe –");
  const page = bytesOf('<meta charset="iso-8859-2"><img src=a.png alt="\xb3awka">');
  assert.equal(await words({ "a.html": page, "a.md": bytesOf("\0") }, "a.png"), "a.html shows it: ławka.");
});

test("pages say what a picture shows: alternative text, title and caption", async () => {
  const html = '<p>Text</p><figure><a href="x"><img src="../img/a%20b.png?v=2" alt="The plug" title="Plug"></a>' +
    "<figcaption>Figure 1: <b>plugs</b>!</figcaption></figure><img src='/img/a b.png' alt='From the root'>";
  assert.equal(
    await words({ "guide/page.html": html }, "img/a b.png"),
    "guide/page.html shows it: The plug. Plug. Figure 1: plugs!\n\nguide/page.html shows it: From the root.",
  );
  const markdown = '![One \\] two](<img/a.png> "Title") ![Ref][p] ![p] <img src="img/a.png" alt="Inline">\n\n' +
    "![elsewhere](https://example.com/img/a.png) ![other](img/b.png) ![](img/a.png)\n\n[p]: ./img/a.png 'Named'\n";
  assert.equal(
    await words({ "a.md": markdown }, "img/a.png"),
    "a.md shows it: One \\] two. Title.\n\na.md shows it: Ref. Named.\n\na.md shows it: p. Named.\n\n" +
      "a.md shows it: Inline.",
  );
});

test("what leads out of the folder, is not a page or is hostile says nothing, and ends soon", async () => {
  assert.equal(await words({ "c.md": "![x](../a.png) ![y](%E0%A4%A.png) ![z](javascript:a.png)" }, "a.png"), "");
  assert.equal(await words({ "c.txt": "![x](a.png)" }, "a.png"), "");
  for (
    const text of ["![".repeat(200_000), "![a](".repeat(100_000), "<img ".repeat(50_000), "[a]: <".repeat(100_000)]
  ) {
    assert.equal(await words({ "c.md": text, "b.html": text }, "a.png"), "");
  }
});
