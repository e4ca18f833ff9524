// Passages that others take in (`![[page]]`), as the page shows them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withSite } from "./site.ts";

const FILES = {
  "docs/host.md": "# Host\n\nBefore.\n\n![[Part#Second]]\n\n![[nothing]] and ![[Part]] in a line.\n\nAfter.\n",
  "docs/sub/Part.md":
    "# Part\n\nIntro.\n\n## Second\n\nA [link](other.md) <script>alert(1)</script> **bold**.\n\n## Third\n\nNo.\n",
  "docs/sub/other.md": "# Other\n\nText.\n",
  "docs/round.md": "# Round\n\nA.\n\n![[circle]]\n",
  "docs/circle.md": "# Circle\n\nB.\n\n![[round]]\n",
  "docs/deep1.md": "# Deep 1\n\nFirst.\n\n![[deep2]]\n",
  "docs/deep2.md": "# Deep 2\n\nSecond.\n\n![[deep3]]\n",
  "docs/deep3.md": "# Deep 3\n\nThird.\n\n![[deep4]]\n",
  "docs/deep4.md": "# Deep 4\n\nFourth.\n\n![[deep5]]\n",
  "docs/deep5.md": "# Deep 5\n\nFifth.\n",
  "docs/large.md": `# Large\n\n${"word ".repeat(30_000)}\n`,
  "docs/again.md": `# Again\n\n${"![[deep4]]\n\n".repeat(2000)}`,
  "docs/many.md": `# Many\n\n![[large]]\n\n![[deep5]]\n`,
};

test("a passage that a paragraph takes in stands below its link, and is as safe as all others", () =>
  withSite(FILES, async ({ get }) => {
    const htmlOf = async (id: string): Promise<string> => {
      const response = await get(`/api/passage?id=${encodeURIComponent(id)}`);
      return (await response.json() as { html: string }).html;
    };
    const host = await htmlOf("docs:host.md");
    const [, taken] = /<blockquote class="taken">([^]*?)<\/blockquote>/.exec(host)!;
    assert.match(taken!, /^<p><a href="\/\?id=docs%3Asub%2FPart\.md%23second">Part › Second<\/a><\/p>/);
    assert.match(
      taken!,
      /A <a href="\/\?id=docs%3Asub%2Fother\.md">link<\/a> &lt;script>alert\(1\)&lt;\/script> <strong>bold<\/strong>\./,
    );
    assert.doesNotMatch(host, /<script|Intro|No\./);
    assert.match(host, /!\[\[nothing\]\] and <a href="[^"]*Part\.md">Part<\/a> in a line/);
    assert.equal(host.split("<blockquote").length, 2);

    const round = await htmlOf("docs:round.md");
    assert.equal(round.match(/<blockquote/g)?.length, 1);
    assert.match(round, /B\.[^]*<a [^>]*title="docs:round\.md takes in itself">round<\/a>/);

    const deep = await htmlOf("docs:deep1.md");
    assert.deepEqual([...deep.matchAll(/(\w+)\.<\/p>/g)].map(([, word]) => word), [
      "First",
      "Second",
      "Third",
      "Fourth",
    ]);
    assert.match(deep, /<a [^>]*title="Open it to read it">deep5<\/a>/);

    const again = await htmlOf("docs:again.md");
    const shown = again.match(/Fourth\./g)!.length;
    assert.ok(shown > 10 && shown <= 120, `${shown}`);
    assert.equal(again.match(/>deep4<\/a>/g)?.length, 2000);

    const many = await htmlOf("docs:many.md");
    assert.ok(many.length < 70_000, `${many.length}`);
    assert.match(many, /… Open it to read the rest\.<\/p>/);
    assert.doesNotMatch(many, /Fifth/);
  }));
