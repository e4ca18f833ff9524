/** Documents of 100 MB. Memory holds the file once, and its terms packed. */
import assert from "node:assert/strict";
import { hostile, type HostileFolder } from "./hostile.ts";

const folder = (name: string, content: () => string): HostileFolder => ({
  name,
  // Twenty million words take about five seconds on a slow machine, and Deno 498 MB.
  limits: { cpuSeconds: 10, bytes: 550e6 },
  plant({ write }) {
    write(".ra.toml", `[tree.docs]\npath = "docs"\n`);
    write("docs/huge.md", content());
  },
  commands: () => [
    { args: ["update"], expect: ({ code, stderr }) => assert.equal(code, 0, stderr) },
    {
      args: ["search", "needle", "--list", "--no-update"],
      expect: ({ stdout }) => assert.match(stdout, /docs:huge\.md[^]* needle/),
    },
  ],
});

hostile("huge", [
  folder("one line of 100 MB", () => `${"word ".repeat(20_000_000)}needle\n`),
  folder("5 million lines", () => `${"a line of text 12\n".repeat(5_000_000)}the needle\n`),
]);
