import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { VectorCounts } from "../../src/models/embed/embed_pending.ts";
import { startModelService } from "../models/model_service.ts";
import { withProject } from "./project.ts";
import { startRa } from "./running_ra.ts";

/** As many as `embed_pending.ts` embeds at once. */
const SLICE = 64;
const SECTIONS = 300;
const FILES = Object.fromEntries(
  Array.from({ length: SECTIONS }, (_, at) => [`docs/${at}.md`, `# Page ${at}\n\nthe red cat ${at} sleeps\n`]),
);

test("an update that is killed while it embeds goes on: what was embedded is not embedded again", async () => {
  const texts = (): readonly string[] => service.asked.flatMap(({ body }) => body.input ?? []);
  let silentFrom = Infinity;
  const service = await startModelService(() => (texts().length > silentFrom ? "silent" : undefined));
  const config = `[tree.docs]\npath = "docs"\n\n[semantic]\nenabled = true\nprovider = "openai"\nmodel = "small"
base_url = "${service.address}"\nbatch_size = 16\n`;
  try {
    await withProject({ ".ra.toml": config, ...FILES }, async (folder) => {
      mkdirSync(join(folder, "no-home"));
      const update = () => startRa(["update"], folder, { listens: true });
      for (const slices of [1, 3]) {
        silentFrom = slices * SLICE;
        const before = texts().length;
        const running = update();
        await running.until(() => texts().length > silentFrom, `${texts().length} texts came, ${before} before`);
        assert.equal(await running.signal("SIGKILL"), "SIGKILL");
      }
      silentFrom = Infinity;
      const last = update();
      assert.equal(await last.closeInput(), 0, last.stderr());
      const status = startRa(["status", "--json"], folder, { listens: true });
      assert.equal(await status.closeInput(), 0, status.stderr());
      const { semantic } = JSON.parse(status.stdout()) as { readonly semantic: VectorCounts };
      assert.deepEqual([semantic.pending, semantic.failed], [0, 0]);
    });
    const times = new Map<string, number>();
    for (const text of texts()) times.set(text, (times.get(text) ?? 0) + 1);
    assert.equal([...times.keys()].filter((text) => text.startsWith("Page ")).length, SECTIONS);
    // A kill costs the texts that were on their way, which are of one slice, and no others.
    const again = [...times.values()].reduce((sum, count) => sum + count - 1, 0);
    assert.ok(again >= 1 && again <= 2 * SLICE, `${again} texts were embedded again`);
    assert.ok([...times.values()].filter((count) => count === 1).length >= SECTIONS - SLICE, "too many twice");
  } finally {
    service.close();
  }
});
