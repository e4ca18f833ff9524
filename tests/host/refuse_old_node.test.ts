import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { root } from "../cli/run_ra.ts";

const isNode = process.versions["bun"] === undefined && process.versions["deno"] === undefined;

test("the command line and the MCP server refuse a Node that is too old, in one sentence", {
  skip: !isNode,
}, () => {
  for (const entry of ["cli.js", "mcp.js"]) {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ["--import", "data:text/javascript,process.getBuiltinModule=undefined", join(root, "dist", entry), "--version"],
      { encoding: "utf8" },
    );
    assert.deepEqual({ stdout, status }, { stdout: "", status: 1 });
    assert.match(stderr, /^ra: Node \S+ is too old: ra needs Node 20\.19, or 22\.3 and later\n {2}hint: .+\n$/);
  }
});
