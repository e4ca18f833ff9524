import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";

test("a binary of Bun takes no code and no variables from the working directory", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const flags = scripts["build:binary"]!.split(" ").filter((part) => part.includes("-autoload-"));
  const folder = mkdtempSync(join(tmpdir(), "ra-binary-"));
  try {
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    const program = join(folder, "program.exe");
    write("main.js", "console.log(`main ${process.env.PLANTED ?? ''}`);");
    const bun = resolve("node_modules/.bin/bun");
    const built = spawnSync(bun, ["build", "--compile", ...flags, "main.js", "--outfile", program], { cwd: folder });
    assert.equal(built.status, 0, String(built.stderr));
    write("bunfig.toml", 'preload = ["./planted.js"]\n');
    write("planted.js", "console.log('planted');");
    write(".env", "PLANTED=planted\n");
    assert.equal(spawnSync(program, { cwd: folder, encoding: "utf8" }).stdout, "main \n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
