import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { extname } from "node:path";
import { test } from "node:test";
import { optimizeLate } from "../../src/host/optimize_late.ts";

// (module (func (export "f") (result i32) i32.const 42))
const MODULE = [
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  127,
  3,
  2,
  1,
  0,
  7,
  5,
  1,
  1,
  102,
  0,
  0,
  10,
  6,
  1,
  4,
  0,
  65,
  42,
  11,
];

test("WebAssembly still runs after optimizeLate() on every runtime", () => {
  optimizeLate();
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(MODULE))).exports as {
    f: () => number;
  };
  assert.equal(f(), 42);
});

test("optimizeLate() sets a flag that Node knows, so stderr stays empty", () => {
  // Only Node prints V8's complaint, and only Node runs the compiled file.
  if (extname(new URL(import.meta.url).pathname) !== ".js") return;
  const module = new URL("../../src/host/optimize_late.js", import.meta.url).href;
  const script = `import { optimizeLate } from ${JSON.stringify(module)}; optimizeLate(); console.log("done");`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.deepEqual({ stdout, stderr }, { stdout: "done\n", stderr: "" });
});
