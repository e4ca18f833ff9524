import test from "node:test";
import assert from "node:assert/strict";
import { rewritesLines, showsUnicode, usesColor } from "../../src/host/terminal.ts";

test("usesColor() follows the option first, then NO_COLOR, FORCE_COLOR and TERM, then the stream", () => {
  const decide = (
    choice: "auto" | "always" | "never",
    isTerminal: boolean,
    variables: Record<string, string> = {},
  ): boolean => usesColor(choice, { isTerminal }, (name) => variables[name]);
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

test("showsUnicode() follows the locale in force", () => {
  const decide = (variables: Record<string, string>): boolean => showsUnicode((name) => variables[name]);
  assert.equal(decide({ LANG: "en_US.UTF-8" }), true);
  assert.equal(decide({ LANG: "C.utf8" }), true);
  assert.equal(decide({ LC_ALL: "C", LANG: "en_US.UTF-8" }), false);
  assert.equal(decide({ LC_ALL: "", LC_CTYPE: "de_DE.UTF-8", LANG: "C" }), true);
  assert.equal(decide({}), false);
  assert.equal(decide({ WT_SESSION: "1" }), true);
});

test("rewritesLines() needs a terminal other than TERM=dumb", () => {
  const decide = (isTerminal: boolean, TERM: string): boolean => rewritesLines({ isTerminal }, () => TERM);
  assert.deepEqual([decide(true, "xterm"), decide(true, "dumb"), decide(false, "xterm")], [true, false, false]);
});
