import assert from "node:assert/strict";
import { test } from "node:test";
import { joinLines } from "../../documents/src/pdf_hyphens.ts";

test("lines of languages without spaces are joined without one", () => {
  assert.equal(
    joinLines(["左栏讲述苹果以及农", "民如何在北方种植。", "然后"]),
    "左栏讲述苹果以及农民如何在北方种植。然后",
  );
  assert.equal(joinLines(["ポンプを止め", "てください", "and then"]), "ポンプを止めてください and then");
  assert.equal(joinLines(["한국어 글은", "띄어쓰기가 있다"]), "한국어 글은 띄어쓰기가 있다");
  assert.equal(joinLines(["the <b>红</b>", "<i>色</i> one"]), "the <b>红</b><i>色</i> one");
});
