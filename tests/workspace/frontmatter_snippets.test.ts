// Tests the snippets of results that words in the frontmatter find.
import assert from "node:assert/strict";
import { test } from "node:test";
import { snippetHtml } from "../../src/output/snippet_html.ts";
import { ALL, openProject, searchOne } from "./project.ts";

/** The frontmatter of a page as documentations write it. */
const FRONTMATTER = `---
title: Pod autoscaling
description: >-
  Scales workloads out and in, by the load
  that the metrics server reports.
keywords: [HPA, "horizontal scaling", größer]
aliases:
  - /docs/autoscale/
  - Elastic pods
weight: 30
lang: en
---
`;
const TEXT = "Set a target. The controller does the rest, as the load changes.\n";

async function snippet(query: string, content: string | Uint8Array, list = true): Promise<string> {
  const { workspace } = await openProject({ "docs/page.md": content });
  const { results } = await searchOne(workspace, query, { ...ALL, list });
  return snippetHtml(results[0]!.snippet!);
}

for (
  const [kind, heading] of [["before its text", ""], [
    "above a heading that repeats its title",
    "# Pod autoscaling\n\n",
  ]]
) {
  const page = `${FRONTMATTER}\n${heading}${TEXT}`;

  test(`the value of the frontmatter ${kind} that matches is the snippet, with the words marked`, async () => {
    assert.equal(
      await snippet("metrics server", page),
      "description: Scales workloads out and in, by the load that the <b>metrics</b> <b>server</b> reports.",
    );
    assert.equal(await snippet("hpa", page), "keywords: <b>HPA</b>, horizontal scaling, größer");
    assert.equal(await snippet('"elastic pods"', page, false), "aliases: /docs/autoscale/, <b>Elastic</b> <b>pods</b>");
  });

  test(`the text gives the snippet where it has as many of the words as the frontmatter ${kind}`, async () => {
    assert.match(await snippet("load", page), /^Set a target\. .* <b>load<\/b> changes\.$/);
    assert.match(await snippet("target load", page), /<b>target<\/b>/);
  });
}

test("names of properties are not marked, and letters beyond ASCII and byte order marks move no mark", async () => {
  const page = `\ufeff---\nüber: Größe der Lüftung\n---\n\n# Page\n\n${TEXT}`;
  assert.equal(await snippet("lüftung", page), "über: Größe der <b>Lüftung</b>");
  assert.match(await snippet("über target", page), /^Set a <b>target<\/b>/);
});

test("a section further down shows its own text", async () => {
  const page = `${FRONTMATTER}\n${TEXT}\n## Limits\n\nNo metrics here.\n`;
  const { workspace } = await openProject({ "docs/page.md": page, "docs/other.md": "# Other\n\nText.\n" });
  const { results } = await searchOne(workspace, "limits metrics", ALL);
  assert.equal(results[0]!.id, "docs:page.md#limits");
  assert.equal(snippetHtml(results[0]!.snippet!), "No <b>metrics</b> here.");
});
