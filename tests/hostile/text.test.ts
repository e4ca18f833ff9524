/** Names, titles and texts that hold what people do not see, and what a terminal or a model would obey. */
import assert from "node:assert/strict";
import { type Answer, type Command, hostile, type Place } from "./hostile.ts";

/** Moves the cursor, sets the window's title, reverses the line, hides a text in tags, and splits a word invisibly. */
const DISGUISE = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egnp\u2066x\u{e0068}\u{e0069}";
const IN_NAMES = `${DISGUISE}\u200b\u200f\u061c\ufeff`;
const SEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
/** Ordinary text from right to left, with a mark that it needs, and an emoji of two parts. */
const ORDINARY = "שלום \u200fעולם 👩\u200d💻";

const showsNothingHidden = ({ stdout, stderr }: Answer): void => {
  assert.doesNotMatch(stdout, SEEN);
  assert.doesNotMatch(stderr, SEEN);
};
const safe = (...args: readonly string[]): Command => ({ args, expect: showsNothingHidden });

function plant({ write }: Place): void {
  const title = JSON.stringify(`Title ${IN_NAMES}`);
  write(".ra.toml", `[tree.docs]\npath = ${JSON.stringify(`docs${IN_NAMES}`)}\n`);
  write(".agents.md", `Read this: ${DISGUISE}\n`);
  write(`docs${IN_NAMES}/n${IN_NAMES}.md`, `---\ntitle: ${title}\ntags: [${title}]\nkey: ${title}\n---\n\nneedle\n`);
  write(`docs${IN_NAMES}/text.md`, `# Text\n\nneedle ${DISGUISE}\n\n## Ordinary ${DISGUISE}\n\n${ORDINARY} needle\n`);
}

hostile("text", [
  {
    name: "control characters, direction marks and hidden tags in names, titles, tags, texts and settings",
    plant,
    commands: () => [
      {
        args: ["search", "needle", "-v", "--facets", "--explain", "--color", "never"],
        expect(answer) {
          showsNothingHidden(answer);
          assert.ok(answer.stdout.includes(ORDINARY), "ordinary text from right to left stays as it is");
          assert.match(answer.stdout, /\\u\{202e\}gnp/);
        },
      },
      {
        args: ["search", "needle", "--json"],
        expect(answer) {
          showsNothingHidden(answer);
          assert.ok(JSON.stringify(JSON.parse(answer.stdout)).includes(DISGUISE.slice(-9)), "JSON gives the data back");
        },
      },
      safe("search", "needle", "--list"),
      safe("search", "needle", "--matches"),
      safe("ls", "docs"),
      safe("ls", "chunks"),
      safe("ls", "tags"),
      safe("status"),
      safe("check"),
      safe("config"),
      safe("inspect", "doc", `docs${IN_NAMES}/n${IN_NAMES}.md`),
      safe("get", "docs:nothing"),
      safe("agents", "--stdout"),
      safe("agents"),
    ],
  },
]);
