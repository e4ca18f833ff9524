import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../../src/config/find.ts";
import type { Warning } from "../../src/errors.ts";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { createReload } from "../../src/workspace/live/reload.ts";

const GOOD = '[tree.docs]\npath = "docs"\n';
const NEW = `${GOOD}[tree.wiki]\npath = "wiki"\n`;

/**
 * Makes a reload that reads these texts from the file, one at each read and then the last, and records its warnings.
 */
async function reloadOf(texts: readonly string[]) {
  const memory = createMemoryFileSystem();
  const write = (text: string): void => memory.writeFile("/p/.ra.toml", new TextEncoder().encode(text));
  memory.makeDirectory("/p");
  write(GOOD);
  const current = await loadConfig(memory, "/p", null);
  const left = [...texts];
  const fs = {
    ...memory,
    open(path: string) {
      if (path !== "/p/.ra.toml") return memory.open(path);
      const [next] = left.length > 1 ? left.splice(0, 1) : left;
      write(next!);
      return memory.open(path);
    },
  };
  const warnings: Warning[] = [];
  return {
    reload: createReload(fs, "/p", null, { onWarning: (warning) => warnings.push(warning) }),
    current,
    warnings,
  };
}

test("createReload() waits until a file under construction stops changing", async () => {
  for (const partial of ["", "[tree.do", '[tree.docs]\npath = "do"']) {
    const changed = await reloadOf([partial, NEW]);
    assert.deepEqual((await changed.reload(changed.current))?.trees.map(({ name }) => name), ["docs", "wiki"]);
    assert.deepEqual(changed.warnings, []);
    const same = await reloadOf([partial, GOOD]);
    assert.equal(await same.reload(same.current), undefined);
    assert.deepEqual(same.warnings, []);
  }
});

test("createReload() keeps the previous configuration while the file is wrong, and says so once", async () => {
  const { reload, current, warnings } = await reloadOf(["[tree.docs\n"]);
  assert.equal(await reload(current), undefined);
  assert.equal(await reload(current), undefined);
  assert.deepEqual(warnings.map(({ code, line }) => [code, line]), [["config-syntax", 1]]);
});
