/** Folders that make Bun run code and set variables: `bunfig.toml`, `.env` and `tsconfig.json`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { pdf } from "../documents/sample_files.ts";
import { type Command, hostile, type Place } from "./hostile.ts";

const isBun = process.versions["bun"] !== undefined;

function plant({ write, project, command }: Place): void {
  write(".ra.toml", '[tree.docs]\npath = "docs"\ninclude = ["**/*.{md,pdf,html}"]\n');
  write("docs/good.md", "# Good\n\nneedle\n");
  write("docs/paper.pdf", pdf([[[10, "needle on paper"]]]));
  write("docs/large.html", `<h1>Large</h1><p>needle</p>${"<p>x".repeat(60_000)}`);
  // What runs before ra cannot be undone, so this leaves a trace only in the processes that ra starts.
  write(
    "evil.ts",
    `if (!/cli\\.[jt]s$/.test(Bun.main)) Bun.spawnSync(["sh", "-c", ${JSON.stringify(command)}]);\n`,
  );
  write("bunfig.toml", 'preload = ["./evil.ts"]\n');
  const evil = join(project, "evil.ts");
  write(".env", `BUN_OPTIONS=--preload=${evil}\nNODE_OPTIONS=--require=${evil}\nPLANTED=1\n`);
  write(
    "tsconfig.json",
    '{"compilerOptions": {"paths": {"*worker.ts": ["./evil.ts"], "*worker.js": ["./evil.ts"]}}}\n',
  );
}

const findsAll = ({ stdout }: { readonly stdout: string }): void => {
  for (const name of ["good.md", "paper.pdf", "large.html"]) assert.ok(stdout.includes(name), `${name}: ${stdout}`);
};

const lists: Command = {
  args: ["ls", "docs"],
  expect(answer) {
    findsAll(answer);
    const named = /warning: Bun followed bunfig\.toml, \.env of this folder before ra began/g;
    assert.equal([...answer.stderr.matchAll(named)].length, isBun ? 1 : 0, answer.stderr);
  },
};

hostile("bun", [
  {
    name: "a bunfig.toml that runs code, a .env that names code, and a tsconfig.json that exchanges modules",
    plant,
    commands: () => [lists, { args: ["update"] }, lists],
  },
]);
