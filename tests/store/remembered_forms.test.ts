// Tests of the memory of forms: what is asked of the core, and what comes back for each candidate.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FormCandidate } from "../../src/search/ports/plan.ts";
import type { Work } from "../../src/search/ports/work.ts";
import { rememberForms } from "../../src/store/snapshot/remembered_forms.ts";

const WORK = {} as Work;

function candidate(typed: string, forms: readonly string[], always = false): FormCandidate {
  return { typed, forms, begun: [], always };
}

test("the core is asked once for each candidate, and again with other weights of fields", () => {
  const asked: string[][] = [];
  const known = rememberForms({
    knownForms({ candidates, boosts }) {
      asked.push(candidates.map(({ typed, forms }) => `${typed}=${forms.join("|")}`));
      return candidates.map(({ forms }) => forms.map((form) => `${form}${boosts.title}`));
    },
  });
  const hot = candidate("hot reload", ["hotreload"]);
  const utf = candidate("utf8", ["utf 8"]);
  assert.deepEqual(known([hot, utf, hot], { title: 1 }, WORK), [["hotreload1"], ["utf 81"], ["hotreload1"]]);
  assert.deepEqual(known([utf, candidate("utf8", ["utf-8"])], { title: 1 }, WORK), [["utf 81"], ["utf-81"]]);
  assert.deepEqual(known([utf, hot], { title: 2 }, WORK), [["utf 82"], ["hotreload2"]]);
  assert.deepEqual(asked, [["hot reload=hotreload", "utf8=utf 8"], ["utf8=utf-8"], [
    "utf8=utf 8",
    "hot reload=hotreload",
  ]]);
  assert.deepEqual(known([], { title: 2 }, WORK), []);
});
