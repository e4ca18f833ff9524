import test from "node:test";
import assert from "node:assert/strict";
import { usesColor } from "../../src/host/terminal.ts";

test("usesColor() obeys the choice, then NO_COLOR, FORCE_COLOR, TERM, then the stream", () => {
  const decide = (choice: "auto" | "always" | "never", isTerminal: boolean, variables: Record<string, string> = {}): boolean =>
    usesColor(choice, { isTerminal }, (name) => variables[name]);
  assert.equal(decide("auto", true), true);
  assert.equal(decide("auto", false), false);
  assert.equal(decide("always", false, { NO_COLOR: "1" }), true);
  assert.equal(decide("never", true, { FORCE_COLOR: "1" }), false);
  assert.equal(decide("auto", true, { NO_COLOR: "1", FORCE_COLOR: "1" }), false);
  assert.equal(decide("auto", true, { NO_COLOR: "" }), true);
  assert.equal(decide("auto", false, { FORCE_COLOR: "1" }), true);
  assert.equal(decide("auto", true, { FORCE_COLOR: "0" }), false);
  assert.equal(decide("auto", true, { TERM: "dumb" }), false);
});
