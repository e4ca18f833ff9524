// Tests of names in code that are found by a piece of them, typed as one word.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { divide } from "../../src/search/retrieval/identifier_parts.ts";
import { idsOf, openProject, searchOne } from "./project.ts";

const NAMES: readonly (readonly [typed: string, written: string])[] = [
  ["httpresponsecode", "getHttpResponseCode"],
  ["responsecode", "getHttpResponseCode"],
  ["maxretrycount", "setMaxRetryCount"],
  ["MaxRetryCount", "setMaxRetryCount"],
  ["useragentstring", "parse_user_agent_string"],
  ["useragent", "parse_user_agent_string"],
  ["xmlhttp", "XMLHttpRequest"],
  ["getuserid", "tryGetUserIdFor"],
  ["isvalidurl", "IsValidUrlOrPath"],
];

test("a piece of a name finds the name, and its words are marked", async () => {
  const files = Object.fromEntries(
    NAMES.map(([, written], at) => [`docs/f${at}.md`, `# Page\n\nCall ${written} once.\n`]),
  );
  const { workspace } = await openProject({ ...files, "docs/none.md": "# Page\n\nThe response of nothing.\n" });
  for (const [at, [typed, written]] of NAMES.entries()) {
    const found = await idsOf(workspace, typed, { aggregation: false, cutoffRatio: 0, limit: 50 });
    assert.ok(found.some((id) => id.startsWith(`docs:f${at}.md`)), `${typed} finds ${written}: ${found.join(" ")}`);
    assert.ok(!found.some((id) => id.startsWith("docs:none.md")), typed);
  }
  const { results: [result] } = await searchOne(workspace, "httpresponsecode");
  assert.deepEqual(result?.missing, undefined);
  const bytes = new TextEncoder().encode(result!.content);
  const marked = result!.match_ranges!.map(({ start, end }) => new TextDecoder().decode(bytes.slice(start, end)));
  assert.deepEqual(marked, ["getHttpResponseCode"]);
});

test("a word that the index has is not divided, and neither is a phrase or a negation", async () => {
  const { workspace } = await openProject({
    "docs/own.md": "# Own\n\nSee responsecode here.\n",
    "docs/name.md": "# Name\n\nSee ResponseOfCode and maxRetries here.\n",
  });
  assert.deepEqual(await idsOf(workspace, "responsecode"), ["docs:own.md"]);
  assert.deepEqual(await idsOf(workspace, '"responseof"'), []);
  assert.deepEqual(await idsOf(workspace, "see -responseof"), await idsOf(workspace, "see"));
});

test("divide() takes the fewest parts, and of as many those without a short one", () => {
  assert.deepEqual(divide("maxretrycount", new Set(["max", "retry", "count", "re", "try"])), ["max", "retry", "count"]);
  assert.deepEqual(divide("useragent", new Set(["use", "user", "agent", "ragent"])), ["user", "agent"]);
  assert.equal(divide("toupfrom", new Set(["to", "up", "from"])), undefined);
  assert.equal(divide("maxretrycounts", new Set(["max", "retry", "count"])), undefined);
});

test("property: neighbouring words of a name find it", async () => {
  const words = ["parse", "header", "token", "cache", "field", "remote", "signal", "buffer"];
  const name = fc.uniqueArray(fc.constantFrom(...words), { minLength: 3, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(name, fc.boolean(), fc.boolean(), async (parts, isCamel, fromFirst) => {
      const written = isCamel
        ? parts.map((part, at) => at === 0 ? part : part[0]!.toUpperCase() + part.slice(1)).join("")
        : parts.join("_");
      const { workspace } = await openProject({ "docs/a.md": `# Page\n\nCall ${written} once.\n` });
      const typed = (fromFirst ? parts.slice(0, -1) : parts.slice(1)).join("");
      assert.deepEqual(await idsOf(workspace, typed), ["docs:a.md"], `${typed} finds ${written}`);
    }),
    { numRuns: 20 },
  );
});
