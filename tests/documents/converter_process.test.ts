import assert from "node:assert/strict";
import { test } from "node:test";
import { createConverterProcess } from "../../src/host/converter_process.ts";
import { childPlace } from "../../src/host/start_child.ts";

const place = () => childPlace(new URL("./converter_worker.ts", import.meta.url), []);

async function withConverter(use: (ask: (name: string, timeoutMs?: number) => Promise<string>) => Promise<void>) {
  const converter = createConverterProcess(place());
  try {
    await use(async (name, timeoutMs = 20_000) => {
      const bytes = new TextEncoder().encode("text");
      const answer = await converter.convert({ task: name, bytes, timeoutMs, mostBytes: 1000 });
      return "value" in answer ? `${answer.value as string} ${new TextDecoder().decode(answer.bytes)}` : answer.reason;
    });
  } finally {
    converter.close();
  }
}

test("files are converted one after the other by the same process", () =>
  withConverter(async (ask) => {
    const [first, second] = [await ask("a"), await ask("b")];
    assert.match(first, /^\d+ text$/);
    assert.equal(second, first);
  }));

test("a file that hangs, dies, eats memory or gives nonsense is named, and the next one is converted", () =>
  withConverter(async (ask) => {
    const pids = [await ask("a")];
    assert.equal(await ask("hangs", 1_000), "it took more than 1 s");
    pids.push(await ask("a"));
    assert.equal(await ask("dies"), "the converter stopped while it read the file");
    pids.push(await ask("a"));
    assert.equal(await ask("lies"), "the converter gave no answer");
    assert.equal(await ask("boasts"), "its text is too large");
    assert.equal(await ask("babbles"), "the converter gave no answer");
    if (process.platform === "linux") {
      assert.equal(await ask("eats"), "it took more than 1 GB of memory");
      pids.push(await ask("a"));
    }
    assert.equal(new Set(pids).size, pids.length);
    assert.ok(pids.every((answer) => answer.endsWith(" text")));
  }));
