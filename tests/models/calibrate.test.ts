import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { openLocalEmbedder } from "../../src/models/embed/local_embedder.ts";
import { calibrate } from "../../src/models/installed/calibrate.ts";
import { CALIBRATION_TEXTS } from "../../src/models/installed/calibration_texts.ts";
import { readModelCard } from "../../src/models/installed/read_model.ts";
import { open } from "../../src/workspace.ts";
import { installSmallModel } from "./installed_model.ts";

delete process.env["XDG_DATA_HOME"];
delete process.env["LOCALAPPDATA"];

const HOME = "/home/ada";
const PREFIXES = { query_prefix: "", passage_prefix: "" };

/** A model that knows these languages: texts of one subject are near, and all others have about the cosine `apart`. */
function modelOf(languages: readonly string[], apart: number): Parameters<typeof calibrate>[0] {
  const subjects = languages.flatMap((language) => CALIBRATION_TEXTS[language]!);
  const dimensions = subjects.length + 1;
  return {
    dimensions,
    embed(texts) {
      const rows = texts.map((text, place) => {
        const row = subjects.map(([question, answer]) => (text.includes(question) || text.includes(answer) ? 1 : 0));
        const length = Math.hypot(...row);
        // Each text lies a little further off than the one before.
        const shared = Math.sqrt(apart) * (1 - (place % 5) / 50);
        const own = length > 0 ? Math.sqrt(1 - shared ** 2) / length : 0;
        return [length > 0 ? shared : 1, ...row.map((value) => value * own)];
      });
      return Float32Array.from(rows.flat());
    },
  };
}

test("calibrate() finds the floor above what is not related, and the languages that a model knows", () => {
  for (const apart of [0, 0.4, 0.75]) {
    const { floor, languages } = calibrate(modelOf(["en"], apart), PREFIXES);
    assert.deepEqual(languages, ["en"]);
    assert.ok(floor !== undefined && floor >= apart * 0.98 && floor <= apart + 0.04, `${apart}: ${floor}`);
  }
  assert.deepEqual(calibrate(modelOf(["de", "zh", "ko"], 0.5), PREFIXES).languages, ["de", "zh", "ko"]);
  const blind = { dimensions: 2, embed: (texts: readonly string[]) => new Float32Array(texts.length * 2).fill(0.7) };
  assert.deepEqual(calibrate({ ...blind, embed: (texts) => noise(blind.embed(texts)) }, PREFIXES), {
    floor: undefined,
    languages: [],
  });
});

function noise(values: Float32Array): Float32Array {
  return values.map((value, at) => value + ((at * 7919) % 13) / 1e3);
}

test("each language has as many subjects as passages need", () => {
  for (const [language, pairs] of Object.entries(CALIBRATION_TEXTS)) {
    assert.ok(pairs.length >= 10, language);
    assert.equal(new Set(pairs.flat()).size, pairs.length * 2, language);
    assert.ok(pairs.flat().every((text) => text.length > 4), language);
  }
});

test("a card of an earlier version is measured once, says so, and keeps the key of its vectors", async () => {
  const settings = { model: "small", provider: "local", batch_size: 4, device: "cpu" } as const;
  const fs = createMemoryFileSystem({});
  const warnings: string[] = [];
  const opened = async (): Promise<Awaited<ReturnType<typeof openLocalEmbedder>>> => {
    const embedder = await openLocalEmbedder(settings, {
      fs,
      home: HOME,
      threads: 0,
      warn: ({ code, message }) => void warnings.push(`${code}: ${message}`),
    });
    embedder.close();
    return embedder;
  };
  await installSmallModel(fs, HOME, "small", { floor: undefined, weight: undefined });
  const first = await opened();
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^model-measured: the model small: .* ra takes 0\.3$/);
  assert.deepEqual([first.scale, readModelCard(fs, HOME, "small").floor], [{ weight: 0.4, floor: 0.3 }, 0.3]);
  const second = await opened();
  assert.deepEqual([second.key, second.scale, warnings.length], [first.key, first.scale, 1]);
  for (
    const [source, scale] of [
      ["sentence-transformers/all-MiniLM-L6-v2", { weight: 0.4, floor: 0.3 }],
      ["BAAI/bge-small-en-v1.5", { weight: 0.5, floor: 0.63 }],
    ] as const
  ) {
    await installSmallModel(fs, HOME, "small", { floor: undefined, weight: undefined, source });
    assert.deepEqual([(await opened()).scale, warnings.length], [scale, 1], source);
  }
});

test("a search takes weight and floor of the model's card, unless the configuration or the caller names others", async () => {
  const asked = async (semantic: object, weight?: number): Promise<unknown> => {
    const fs = createMemoryFileSystem({
      "/project/docs/a.md": "# Red\n\nThe cat runs.\n",
      "/project/docs/b.md": "# Dog\n\nIt eats.\n",
    });
    await installSmallModel(fs, HOME, "small", { floor: 0.12, weight: 0.7 });
    const config = { tree: { docs: { path: "docs" } }, semantic: { enabled: true, model: "small", ...semantic } };
    const workspace = await open("/project", { config, fs, home: HOME });
    try {
      await workspace.update({ full: true });
      const { queries: [entry] } = await workspace.search("cat eats", {
        explain: true,
        ...weight !== undefined && { weight },
      });
      return entry!.explain!.parameters["semantic"];
    } finally {
      workspace.close();
    }
  };
  assert.deepEqual(await asked({}), { weight: 0.7, fusion: "weighted", floor: 0.12 });
  assert.deepEqual(await asked({ weight: 0.2 }), { weight: 0.2, fusion: "weighted", floor: 0.12 });
  assert.deepEqual(await asked({ floor: 0.9 }, 0.5), { weight: 0.5, fusion: "weighted", floor: 0.9 });
});
