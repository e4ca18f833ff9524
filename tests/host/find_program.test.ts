import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { findProgram } from "../../src/host/run_program.ts";

test("a program never comes from the working directory, a link to it, or a relative folder of PATH", {
  skip: process.platform === "win32",
}, () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "ra-programs-")));
  const [project, own] = [join(base, "project"), join(base, "own")];
  for (const folder of [join(project, "bin"), own]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "xdg-open"), "#!/bin/sh\n");
    chmodSync(join(folder, "xdg-open"), 0o755);
  }
  symlinkSync(join(project, "bin"), join(base, "link"));
  const before = process.env["PATH"];
  try {
    process.env["PATH"] = ["", ".", "bin", project, join(project, "bin"), join(base, "link"), own].join(":");
    assert.equal(findProgram("xdg-open", project), join(own, "xdg-open"));
    process.env["PATH"] = ["", ".", join(project, "bin")].join(":");
    assert.equal(findProgram("xdg-open", project), undefined);
  } finally {
    process.env["PATH"] = before;
    rmSync(base, { recursive: true, force: true });
  }
});
