// Tests includes of AsciiDoc whose path holds attributes that something other than the document sets.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Files, idsOf, openProject } from "./project.ts";

const page = (path: string): Files => ({
  ".ra.toml": '[tree.docs]\npath = "docs"\ninclude = ["modules/*/pages/**/*.adoc"]\n',
  "docs/modules/m/pages/a.adoc": `= A\n\ninclude::${path}[]\n`,
  "docs/modules/m/examples/snip_acme-intro.adoc": "The wombat text.\n",
});

/** The ids of the documents with the word, and the codes of all issues. */
async function looked(files: Files): Promise<readonly [ids: readonly string[], codes: readonly string[]]> {
  const { workspace } = await openProject(files);
  await workspace.update();
  const ids = await idsOf(workspace, "wombat");
  const { issues } = await workspace.check();
  workspace.close();
  return [ids, issues.map(({ code }) => code).filter((code) => /^include-|^text-/.test(code))];
}

test("an include takes in the file that attributes of the component name", async () => {
  const files = page("example$snip_{project}-intro.adoc");
  const set: readonly Files[] = [
    { "docs/antora.yml": "name: x\nasciidoc:\n  attributes:\n    project: '{short}'\n    short: acme@\n" },
    { "docs/modules/m/pages/_attributes.adoc": ":project: acme\n" },
    { "docs/modules/m/partials/attributes.adoc": ":project: acme\n" },
    { "antora-playbook.yml": "asciidoc:\n  attributes:\n    project: acme\n" },
  ];
  for (const each of set) assert.deepEqual(await looked({ ...files, ...each }), [["docs:modules/m/pages/a.adoc"], []]);
});

test("an include whose attribute no file sets is counted, and one that is not there is a warning", async () => {
  assert.deepEqual(await looked(page("example$snip_{project}-intro.adoc")), [[], ["text-omitted"]]);
  assert.deepEqual(await looked(page("example$snip_none-intro.adoc")), [[], ["include-unresolved"]]);
});
