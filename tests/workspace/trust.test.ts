/** A workspace of a configuration that needs trust. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { trustedConfigs } from "../../src/config/trusted.ts";
import { createFiles, DOCS, idsOf, openFiles, write } from "./project.ts";

const NEEDLE = "# Needle\n";

function project(): MemoryFileSystem {
  const fs = createFiles({ ".ra.toml": `${DOCS}[tree.out]\npath = "/elsewhere"\n`, "docs/a.md": NEEDLE });
  fs.makeDirectory("/elsewhere");
  fs.writeFile("/elsewhere/b.md", new TextEncoder().encode(NEEDLE));
  return fs;
}

test("a workspace leaves a tree outside the project out, and says so once", async () => {
  const { workspace, warnings } = await openFiles(project());
  assert.deepEqual(warnings, []);
  for (let call = 1; call <= 2; call++) {
    assert.deepEqual(await idsOf(workspace, "needle"), ["docs:a.md"]);
    assert.deepEqual(warnings.map(({ code, path }) => [code, path]), [["config-untrusted", "/project/.ra.toml"]]);
  }
  const { issues } = await workspace.check();
  assert.deepEqual(issues.map(({ level, code }) => [level, code]), [["warning", "config-untrusted"]]);
  assert.match((await workspace.status()).warnings.join(), /tree out lies outside the project and is left out/);
});

test("open() with trust takes the configuration as it is, and so does a configuration as data", async () => {
  const trusting = await openFiles(project(), { trust: true });
  assert.deepEqual(await idsOf(trusting.workspace, "needle"), ["docs:a.md", "out:b.md"]);
  const given = await openFiles(project(), { config: { tree: { out: { path: "/elsewhere" } } } });
  assert.deepEqual(await idsOf(given.workspace, "needle"), ["out:b.md"]);
  assert.deepEqual([...trusting.warnings, ...given.warnings], []);
});

test("a server takes up a trusted tree with its next answer, and warns in every answer before", async () => {
  const fs = project();
  const { workspace, warnings } = await openFiles(fs, { home: "/home/me", reload: true });
  await idsOf(workspace, "needle");
  await idsOf(workspace, "needle");
  assert.deepEqual(warnings.map(({ code }) => code), ["config-untrusted", "config-untrusted"]);
  await trustedConfigs(fs, "/home/me").trust("/project/.ra.toml");
  assert.deepEqual(await idsOf(workspace, "needle"), ["docs:a.md", "out:b.md"]);
  assert.equal(warnings.length, 2);
});

test("a tree whose folder becomes a link out of the project while ra runs is not read any more", async () => {
  const fs = createFiles({ ".ra.toml": `${DOCS}[tree.t]\npath = "t"\n`, "docs/a.md": NEEDLE });
  fs.addSymlink("/project/t", "docs");
  const { workspace, warnings } = await openFiles(fs);
  assert.deepEqual(await idsOf(workspace, "needle"), ["docs:a.md", "t:a.md"]);
  fs.removeFile("/project/t");
  fs.makeDirectory("/elsewhere");
  fs.writeFile("/elsewhere/a.md", new TextEncoder().encode("# Secret\n"));
  fs.writeFile("/elsewhere/b.md", new TextEncoder().encode("# Secret\n"));
  fs.addSymlink("/project/t", "/elsewhere");
  write(fs, "docs/c.md", "# Other\n");
  assert.deepEqual(await idsOf(workspace, "secret"), []);
  assert.deepEqual(warnings.map(({ code, message }) => [code, message]), [[
    "tree-missing",
    "tree t (t): it leads out of the project through a link",
  ]]);
});
