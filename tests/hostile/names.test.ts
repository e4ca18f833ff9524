/** Ids and paths that lead out of the project. */
import assert from "node:assert/strict";
import { type Command, hostile, type Place } from "./hostile.ts";
import { mcpInput } from "./mcp_messages.ts";

function plantGood({ write }: Place): void {
  write(".ra.toml", '[tree.docs]\npath = "docs"\n');
  write("docs/good.md", "# Good\n\nneedle, see [this](../../outside/secret.md) and ![that](../../outside/secret.md)\n");
}

const refused = (args: readonly string[]): Command => ({ args, expect: ({ code }) => assert.notEqual(code, 0) });

hostile("names", [
  {
    name: "ids that climb out of their tree",
    plant: plantGood,
    commands: ({ outside }) => [
      refused(["get", "docs:../../outside/secret.md"]),
      refused(["get", `docs:${outside}/secret.md`]),
      refused(["get", "docs:good.md/../../../outside/secret.md"]),
      refused(["get", "..:secret.md"]),
      {
        args: ["mcp"],
        input: mcpInput(
          ...[
            "ra://docs/../../outside/secret.md",
            "ra://docs/..%2f..%2foutside%2fsecret.md",
            `file://${outside}/secret.md`,
          ]
            .map((uri) => ({ method: "resources/read", params: { uri } })),
          {
            method: "tools/call",
            params: { name: "get", arguments: { id: "docs:../../outside/secret.md" } },
          },
        ),
        expect: ({ stdout }) => assert.match(stdout, /"id":4/),
      },
    ],
  },
]);
