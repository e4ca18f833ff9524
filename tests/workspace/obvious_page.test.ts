// Tests that incidental words neither hide the page that a question is about nor find sections.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, idsOf, openProject } from "./project.ts";

test("a section that happens to hold every word does not hide the page about the subject", async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 4 }, (_, at) => [
      `docs/version-${at}.md`,
      `# Version ${at}\n\nUpgrade the parser. Fix an error in ${at === 0 ? "CORS" : "routes"}. ` +
      "Bump the linter, rename a helper, and remove support for old runtimes that nobody uses any more.\n",
    ]),
  );
  const { workspace } = await openProject({
    ...notes,
    "docs/cors.md": "# CORS\n\nThe browser asks another origin first.\n\n## Allow an origin\n\nList it for CORS.\n",
  });
  const documents = (await idsOf(workspace, "cors error")).map((id) => id.replace(/#.*/, ""));
  assert.ok([...new Set(documents)].slice(0, 3).includes("docs:cors.md"), documents.join(" "));
});

test("a stop word in a section's text does not let the titles above it find the section", async () => {
  const { workspace } = await openProject({
    "docs/page.md": "# Session\n\nA session lasts a day.\n\n## Storage\n\nWhat is kept is kept in a file.\n",
    "docs/other.md": "# Other\n\nThis is what it is.\n",
  });
  assert.deepEqual(await idsOf(workspace, "what is session", ALL), ["docs:page.md#session"]);
});
