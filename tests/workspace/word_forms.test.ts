// Tests of words that a text writes otherwise than the query: joined, split, with digits, with and without a `v`.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { idsOf, openProject, searchOne } from "./project.ts";

/** What may be typed, and what a text has. Each finds the other. */
const PAIRS: readonly (readonly [typed: string, written: string])[] = [
  ["utf8", "UTF-8"],
  ["oauth2", "OAuth 2.0"],
  ["http2", "HTTP/2"],
  ["python3", "Python 3"],
  ["rfc9110", "RFC 9110"],
  ["10mb", "10 MB"],
  ["sha512", "sha512sum"],
  ["802.11", "802.11ac"],
  ["v5.3.2", "5.3.2"],
  ["5.3.2", "v5.3.2"],
  ["5.3.2", "release-5.3.2"],
  ["5.3.2", "kettle@5.3.2"],
  ["file system", "filesystem"],
  ["filesystem", "file system"],
  ["file-system", "filesystem"],
  ["timezone", "time zone"],
  ["set up", "setup"],
  ["setup", "set up"],
  ["login", "log in"],
  ["dataset", "data-set"],
  ["configmap", "ConfigMap"],
  ["configmap", "Config Map"],
  ["python 3.11", "python3.11"],
  ["USA", "U.S.A."],
  ["U.S.A.", "USA"],
  ["1000000", "1,000,000"],
  ["1000000", "1_000_000"],
  ["1,000,000", "1000000"],
  ["80070057", "0x80070057"],
  ["mouse", "mice"],
  ["indices", "index"],
  ["interoperable", "interop-\nerable"],
];

test("each way to write a word finds the others", async () => {
  const files = Object.fromEntries(
    PAIRS.map(([, written], at) => [`docs/f${at}.md`, `# Page\n\nHere is ${written} once.\n`]),
  );
  const { workspace } = await openProject({ ...files, "docs/none.md": "# Page\n\nHere is nothing of it.\n" });
  for (const [at, [typed, written]] of PAIRS.entries()) {
    const found = await idsOf(workspace, typed, { aggregation: false, cutoffRatio: 0, limit: 50 });
    assert.ok(found.some((id) => id.startsWith(`docs:f${at}.md`)), `${typed} finds ${written}: ${found.join(" ")}`);
    assert.ok(!found.some((id) => id.startsWith("docs:none.md")), typed);
  }
});

test("a chunk with another form lacks no word, and the form is marked", async () => {
  const { workspace } = await openProject({ "docs/a.md": "# Encoding\n\nText is UTF-8 here.\n" });
  const { results: [result], full_matches: full } = await searchOne(workspace, "utf8 text");
  assert.deepEqual([result?.missing, full], [undefined, 1]);
  const bytes = new TextEncoder().encode(result!.content);
  const marked = result!.match_ranges!.map(({ start, end }) => new TextDecoder().decode(bytes.slice(start, end)));
  assert.deepEqual(marked.slice(0, 3), ["Text", "UTF", "8"]);
});

test("quotes, negations and words that ten documents have keep to what is typed", async () => {
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`docs/m${at}.md`, "# M\n\nA filesystem.\n"]));
  const { workspace } = await openProject({
    ...many,
    "docs/a.md": "# A\n\nThe file system.\n",
    "docs/b.md": "# B\n\nUTF-8 text\n",
  });
  const all = { aggregation: false, cutoffRatio: 0, limit: 50, allCopies: true };
  assert.ok(!(await idsOf(workspace, "filesystem", all)).some((id) => id.startsWith("docs:a.md")));
  assert.deepEqual(await idsOf(workspace, '"utf8"', all), []);
  assert.ok((await idsOf(workspace, "text -utf8", all)).some((id) => id.startsWith("docs:b.md")));
});

test("property: of two texts that differ in the form alone, the typed one is first", async () => {
  const swappable = PAIRS.filter(([typed]) => !/[\n@]/.test(typed));
  const filler = fc.array(fc.constantFrom("lorem", "ipsum", "dolor", "amet", "sit"), { minLength: 3, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...swappable), filler, fc.boolean(), async ([typed, written], words, first) => {
      const text = (form: string): string =>
        `# Page\n\n${words.slice(2).join(" ")} ${form} ${words.slice(0, 2).join(" ")}.\n`;
      const [own, other] = first ? ["a", "b"] : ["b", "a"];
      const { workspace } = await openProject({
        [`docs/${own}.md`]: text(typed),
        [`docs/${other}.md`]: text(written),
        "docs/c.md": "# Page\n\nnothing else\n",
      });
      const [best] = await idsOf(workspace, typed, { cutoffRatio: 0 });
      assert.ok(best?.startsWith(`docs:${own}.md`), `${typed}: ${best} is first, and has ${written}`);
    }),
    { numRuns: 60 },
  );
});

test("a tag counts where few pages have tags", async () => {
  const plain = Object.fromEntries(
    Array.from(
      { length: 200 },
      (_, at) => [`docs/p${at}.md`, `# Page ${at}\n\nSome words about thing ${at}, and more of them.\n`],
    ),
  );
  const { workspace } = await openProject({
    ...plain,
    "docs/tagged.md": "---\ntags: [kettle]\n---\n# Boiling\n\nHow to make hot water, in some more words.\n",
    "docs/passing.md": "# Shopping\n\nBread, milk, butter, and one day perhaps a kettle for the kitchen as well.\n",
  });
  const found = await idsOf(workspace, "kettle");
  assert.deepEqual(found.map((id) => id.replace(/#.*/, "")), ["docs:tagged.md", "docs:passing.md"]);
});
