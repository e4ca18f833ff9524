// Tests that names and values are found whichever way their accents are written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCS, idsOf, openProject, searchOne } from "./project.ts";

const FORMS = ["NFC", "NFD"] as const;

const page = (word: string): string => `---\ntags: [größe]\nstatus: geprüft\nkürzel: x\n---\n# Titel\n\n${word}\n`;

/** One document, with its names and values in one form. */
const files = (form: "NFC" | "NFD", config = "") => ({
  ".ra.toml": DOCS + config,
  ["docs/Über uns/Prüfung.md".normalize(form)]: page("needle").normalize(form),
  "docs/Uber.md": "# Other\n\nneedle\n",
});

for (const stored of FORMS) {
  for (const typed of FORMS) {
    test(`filters and ids in ${typed} find names and values in ${stored}`, async () => {
      const { workspace } = await openProject(files(stored));
      const id = "docs:Über uns/Prüfung.md";
      for (const filter of ['path:"Über uns/"', "path:Ü", "tag:größe", "meta.status:geprüft", "meta.kürzel:x"]) {
        const found = await idsOf(workspace, `${filter} needle`.normalize(typed), {
          aggregation: true,
          groupBy: "doc",
        });
        assert.deepEqual(found.map((one) => one.split("#")[0]), [id.normalize(stored)], filter);
      }
      const tagged = await idsOf(workspace, "needle", { tags: ["größe".normalize(typed)], groupBy: "doc" });
      assert.equal(tagged.length, 1);
      assert.deepEqual(await idsOf(workspace, "path:U needle", { groupBy: "doc" }), ["docs:Uber.md"]);
      const got = await workspace.get(`${id}#titel`.normalize(typed));
      assert.equal(got.path, "Über uns/Prüfung.md".normalize(stored));
      assert.equal((await workspace.get(id.normalize(typed))).id, id.normalize(stored));
      const asked = { whyNot: `${id}#titel`.normalize(typed), aggregation: false };
      assert.equal((await searchOne(workspace, "needle", asked)).why_not?.phase, "returned");
    });

    test(`an exclude, an include and a weight in ${typed} fit names in ${stored}`, async () => {
      const write = (text: string): string => text.normalize(typed);
      const only = async (config: string) => {
        const { workspace } = await openProject(files(stored, config));
        return await idsOf(workspace, "needle", { groupBy: "doc" });
      };
      const name = "docs:Über uns/Prüfung.md".normalize(stored);
      assert.deepEqual(await only(write('exclude = ["Über uns"]\n')), ["docs:Uber.md"]);
      assert.deepEqual(await only(write('exclude = ["**/prüf*"]\n')), ["docs:Uber.md"]);
      const included = await only(write('include = ["Über*/**/*.md"]\n'));
      assert.deepEqual(included.map((id) => id.split("#")[0]), [name]);
      const weighed = (glob: string) => only(write(`[search.weight]\n"${glob}" = 0.001\n`));
      assert.deepEqual((await weighed("Über*/**")).at(0), "docs:Uber.md");
      assert.deepEqual((await weighed("Uber*")).at(0)?.split("#")[0], name);
    });

    test(`an ignore file in ${typed} leaves out names in ${stored}`, async () => {
      const { workspace } = await openProject({ ...files(stored), "docs/.raignore": "Über*/\n".normalize(typed) });
      assert.deepEqual(await idsOf(workspace, "needle", { groupBy: "doc" }), ["docs:Uber.md"]);
    });

    test(`a context rule in ${typed} adds a document in ${stored}`, async () => {
      const rule = '[[context.rules]]\nmatch = "*.py"\ninclude = ["docs:Über uns/Prüfung.md"]\n'.normalize(typed);
      const { workspace } = await openProject({ ...files(stored, rule), "a.py": "other = 1\n" });
      assert.deepEqual((await workspace.check()).issues, []);
      const { queries } = await workspace.context(["/project/a.py"]);
      assert.equal(queries[0]?.results[0]?.doc_id, "docs:Über uns/Prüfung.md".normalize(stored));
    });

    test(`a golden query in ${typed} expects a document in ${stored}`, async () => {
      const golden = (expect: string) => `[[test]]\nquery = "needle"\nexpect = "${expect.normalize(typed)}"\n`;
      for (const expect of ["docs:Über uns/Prüfung.md", "Über uns/Prüfung.md", "docs/Über uns/Prüfung.md"]) {
        const { workspace } = await openProject(files(stored, golden(expect)));
        assert.deepEqual((await workspace.test()).tests.flatMap((one) => one.expected).map(({ passed }) => passed), [
          true,
        ]);
      }
    });
  }
}
