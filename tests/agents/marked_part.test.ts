import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findMarkedPart, hasMarker, markPart, replacePart } from "../../src/agents/marked_part.ts";
import { RaError } from "../../src/errors.ts";

const CONTENT = "## Title\n\nText.\n";
const put = (text: string, content = CONTENT): string => replacePart(text, findMarkedPart(text, "f"), content);

test("replacePart() appends the part to your own text, and adds a missing newline and a blank line", () => {
  const part = `${markPart(CONTENT)}\n`;
  assert.equal(put(""), part);
  assert.equal(put("mine"), `mine\n\n${part}`);
  assert.equal(put("mine\n"), `mine\n\n${part}`);
  assert.equal(put("mine\n\n"), `mine\n\n${part}`);
  assert.equal(put("\uFEFF"), `\uFEFF${part}`);
});

test("replacePart() changes only the part, whatever stands around it", () => {
  const line = fc.constantFrom(
    "",
    "a",
    "# B",
    " ",
    "\t",
    "<!-- ra -->",
    "```",
    "é",
    "<!-- ra:begin",
    "ra:end -->",
    "x <!-- ra:end -->",
  );
  const around = fc.tuple(fc.array(line), fc.array(line), fc.constantFrom("\n", "\r\n"), fc.boolean(), fc.boolean());
  fc.assert(fc.property(around, ([above, below, newline, bom, final]) => {
    const before = (bom ? "\uFEFF" : "") + above.map((one) => one + newline).join("");
    const after = final ? newline + below.join(newline) : "";
    const first = before + markPart("old\n").replaceAll("\n", newline) + after;
    const second = put(first);
    assert.ok(second.startsWith(before) && second.endsWith(after));
    const middle = second.slice(before.length, second.length - after.length);
    // Where no line end stands above or below, the part keeps its own line ends.
    assert.equal(middle.replaceAll("\r\n", "\n"), markPart(CONTENT));
    assert.equal(middle.includes("\r\n"), newline === "\r\n");
    assert.equal(put(second), second);
    assert.equal(findMarkedPart(second, "f")?.edited, false);
  }));
});

test("findMarkedPart() notices an edit, and does not count changed line ends as one", () => {
  const text = `a\n${markPart(CONTENT)}\n`;
  assert.equal(findMarkedPart(text, "f")?.edited, false);
  assert.equal(findMarkedPart(text.replaceAll("\n", "\r\n"), "f")?.edited, false);
  assert.equal(findMarkedPart(text.replace("Text.", "Texts."), "f")?.edited, true);
  assert.equal(findMarkedPart(text.replace("Text.\n", "Text.\n\n"), "f")?.edited, true);
  assert.equal(findMarkedPart("none", "f"), undefined);
});

test("an empty part without a hash marks the place, and a part with text but no hash counts as edited", () => {
  const place = "above\n<!-- ra:begin -->\n<!-- ra:end -->\nbelow\n";
  assert.equal(put(place), `above\n${markPart(CONTENT)}\nbelow\n`);
  assert.equal(findMarkedPart("<!-- ra:begin -->\nmine\n<!-- ra:end -->", "f")?.edited, true);
});

test("findMarkedPart() refuses doubled and unpaired markers, and names the line", () => {
  const [begin, end] = ["<!-- ra:begin -->", "<!-- ra:end -->"];
  const cases: readonly (readonly [lines: readonly string[], line: number, message: RegExp])[] = [
    [["a", begin], 2, /has no end marker/],
    [[end], 1, /without a begin marker/],
    [[end, begin], 1, /without a begin marker/],
    [[begin, "x", begin, end], 3, /second begin/],
    [[begin, end, end], 3, /second end/],
    [[begin, end, "", begin, end], 4, /second begin/],
  ];
  for (const [lines, line, message] of cases) {
    for (const newline of ["\n", "\r\n"]) {
      assert.throws(
        () => findMarkedPart(lines.join(newline), "A.md"),
        (error: unknown) =>
          error instanceof RaError && error.code === "agents-markers" && error.line === line && error.path === "A.md" &&
          message.test(error.message),
        lines.join("|"),
      );
    }
  }
});

test("hasMarker() recognises a marker only when it fills its line", () => {
  assert.ok(hasMarker("a\r\n<!-- ra:end -->\r\n") && hasMarker(markPart("x\n")));
  assert.ok(!hasMarker("write `<!-- ra:end -->`\n  <!-- ra:begin -->"));
});
