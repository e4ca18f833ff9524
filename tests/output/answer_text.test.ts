import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createAnswerPieces } from "../../src/output/text/answer_pieces.ts";
import { formatBelowAnswer, formatSession, formatSessions } from "../../src/output/text/answer_text.ts";
import { createPalette } from "../../src/output/terminal/color.ts";
import { sanitize } from "../../src/text/sanitize.ts";

const ESCAPE = "\u001b[31m";
const NO_COLOUR = createPalette(false);

test("an answer shows in pieces as it shows at once", () => {
  const parts = ["a", "\r", "\n", "\ufe0f", "\u{e0100}", "\u{e0041}", "😀", ESCAPE, "\u202e", "\ud800", "\t"];
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 30 }).map((found) => found.join(""));
  fc.assert(fc.property(text, fc.array(fc.integer({ min: 1, max: 4 })), (whole, lengths) => {
    const pieces = createAnswerPieces();
    let shown = "";
    let at = 0;
    for (const length of [...lengths, whole.length]) {
      shown += pieces.push(whole.slice(at, at + length));
      at += length;
    }
    assert.equal(shown + pieces.end(), sanitize(whole));
  }));
});

test("all that a session file says is shown with escapes", () => {
  const turn = {
    at: `${ESCAPE}2026`,
    question: `q${ESCAPE}`,
    answer: `a${ESCAPE}`,
    citations: [`c${ESCAPE}\n- x`],
    finish: `f${ESCAPE}`,
  };
  const session = formatSession({ name: "work", turns: [turn] });
  assert.equal(session, "# work\n\n## q\\x1b[31m\n\n\\x1b[31m2026\n\na\\x1b[31m\n\n- c\\x1b[31m - x\n");
  const list = formatSessions({ sessions: [{ name: "work", turns: 1, last: `${ESCAPE}2026\n2027` }] }, NO_COLOUR);
  assert.equal(list, "work  1 turn  \\x1b[31m2026 2027\n");
});

test("all that stands below an answer is shown with escapes", () => {
  const shown = formatBelowAnswer({
    ...{ question: "", searched: [], lists: [], answer: "", left_out: { passages: [], turns: 0 } },
    ...{ model: null, provider: null, tokens: { input: null, output: null }, finish: "cut" },
    citations: [{
      ...{ number: 1, id: "a", source_id: `s${ESCAPE}`, path: `p${ESCAPE}`, start_line: 1, end_line: 2 },
      ...{ page: null, url: null, title: `t${ESCAPE}` },
    }],
    problems: [{ kind: "uncited", text: `x${ESCAPE}\ny` }],
  }, NO_COLOUR);
  assert.ok(!shown.includes("\u001b"), JSON.stringify(shown));
  assert.match(shown, /no citation: x\\x1b\[31m y\n/);
});
