/** Globs, ignore files and code that a regular expression would take minutes or years to match. */
import assert from "node:assert/strict";
import { type Command, hostile } from "./hostile.ts";

const findsGood: Command = {
  args: ["search", "needle"],
  expect: ({ stdout }) => assert.match(stdout, /docs\/good\.md:\d/),
};

hostile("patterns", [
  {
    name: "globs with many stars in include, exclude and the rules of context",
    plant({ write }) {
      write(
        ".ra.toml",
        '[tree.docs]\npath = "docs"\ninclude = ["**/*.md", "*a*a*a*a*a*a*b"]\n' +
          'exclude = ["**/a/**/a/**/a/**/a/**/b", "*a*a*a*a*a*a*a*c"]\n' +
          '[[context.rules]]\nmatch = "*a*a*a*a*a*a*a*b"\nterms = ["x"]\n',
      );
      write("docs/good.md", "# Good\n\nneedle\n");
      write(`docs/${"a".repeat(240)}.md`, "# Long\n\nlong\n");
      write(`docs/${"a/".repeat(200)}a.md`, "# Deep\n\ndeep\n");
    },
    commands: () => [findsGood, ["context", `docs/${"a".repeat(240)}.md`], ["check"]],
  },
  {
    name: "braces that multiply",
    plant({ write }) {
      write(".ra.toml", `[tree.docs]\npath = "docs"\ninclude = ["${"{a,b}".repeat(30)}*.md"]\n`);
    },
    commands: () => [{
      args: ["check"],
      expect: ({ stdout, stderr }) => assert.match(stdout + stderr, /include.*more than 1000 globs/s),
    }],
  },
  {
    name: "configurations of nothing but keys, values or tables",
    plant({ write }) {
      const deep = `metadata.${Array.from({ length: 450_000 }, () => "a").join(".")} = 1\n`;
      const texts: Readonly<Record<string, string>> = {
        deep: `[tree.docs]\npath = "docs"\n${deep}bogus = 1\n`,
        keys: `[tree.docs]\npath = "docs"\n${Array.from({ length: 59_000 }, (_, at) => `b${at}=1\n`).join("")}`,
        values: `[tree.docs]\nexclude = [${"1,".repeat(450_000)}]\npath = 5\n`,
        tables: "[[x]]\n".repeat(150_000),
      };
      for (const [folder, text] of Object.entries(texts)) write(`${folder}/.ra.toml`, text);
    },
    commands: () =>
      ["deep", "keys", "values", "tables"].map((folder): Command => ({
        args: ["-C", folder, "search", "needle"],
        expect: ({ code }) => assert.equal(code, 2),
      })),
  },
  {
    name: "trees on folders that lie deep in one another and are not there",
    plant({ write }) {
      write("long/.ra.toml", `[tree.docs]\npath = "${"a/".repeat(450_000)}"\n`);
      const deep = "a/".repeat(1000);
      write(".ra.toml", Array.from({ length: 490 }, (_, at) => `[tree.t${at}]\npath = "${deep}"\n`).join(""));
    },
    commands: () => [
      {
        args: ["-C", "long", "search", "needle"],
        expect: ({ stderr }) => assert.match(stderr, /`tree\.docs\.path` must be a string of at most 4096 characters/),
      },
      ["search", "needle"],
      ["status"],
    ],
  },
  {
    name: "3,000 trees on one folder, and 50,000 synonyms of one word",
    plant({ write }) {
      write(".ra.toml", Array.from({ length: 3000 }, (_, at) => `[tree.t${at}]\npath = "."\n`).join(""));
      write("synonyms/.ra.toml", `[search.synonyms]\na = [${'"w", '.repeat(50_000)}]\n`);
    },
    commands: () => [
      { args: ["check"], expect: ({ stdout, stderr }) => assert.match(stdout + stderr, /at most 500/) },
      { args: ["-C", "synonyms", "search", "a"], expect: ({ stderr }) => assert.match(stderr, /at most 5000/) },
    ],
  },
  {
    name: "ignore files with 300,000 rules and with many stars",
    plant({ write }) {
      write(".ra.toml", '[tree.docs]\npath = "docs"\n');
      write("docs/good.md", "# Good\n\nneedle\n");
      write("docs/many/.gitignore", Array.from({ length: 300_000 }, (_, at) => `r${at}/`).join("\n"));
      write("docs/many/a.md", "# Many\n");
      write("docs/stars/.raignore", "*a*a*a*a*a*a*a*b\n");
      write(`docs/stars/${"a".repeat(240)}.md`, "# Stars\n");
      write("docs/classes/.raignore", `${"[".repeat(4000)}\n`.repeat(900));
      write("docs/classes/a.md", "# Classes\n");
    },
    commands: () => [
      findsGood,
      { args: ["check"], expect: ({ stdout }) => assert.match(stdout, /many\/.*20000 rules|rules.*many\//s) },
    ],
  },
  {
    name: "code whose grammars take the square of its length",
    plant({ write }) {
      write(".ra.toml", '[tree.docs]\npath = "docs"\n');
      write("docs/good.md", "# Good\n\nneedle\n");
      write("word.ini", "a".repeat(45_000));
      write("quotes.ini", '\\"'.repeat(22_000));
      write("names.cs", "a\n".repeat(22_000));
      write("word.java", "A".repeat(45_000));
      write("lines.ts", `const x${`${"_".repeat(30_000)}x`.repeat(3)} = 1;\n`.repeat(3));
    },
    commands: () => ["word.ini", "quotes.ini", "names.cs", "word.java", "lines.ts"].map((file) => ["context", file]),
  },
]);
