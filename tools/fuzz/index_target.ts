/** Damages the files of an index in any way. The answers must still be those of the documents. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import { randomNumbers } from "../crash/child_process.ts";
import { ALL, createFiles, openFiles, write } from "../../tests/workspace/project.ts";
import type { Target } from "./target.ts";

const INDEX = "/project/.ra/index";
/** Describes one damage: the file, the kind, the place (three bytes, as a share of the file), and the byte to write. */
const BYTES_PER_DAMAGE = 6;
const QUERIES = ["needle", "word17 word3", '"word1 word2"', "tag:t1", "title:doc -word5", "nedle"];

interface Built {
  readonly fs: MemoryFileSystem;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly truth: string;
}
let built: Promise<Built> | undefined;

/** Builds two segments, one of several pages, and a deletion set. */
async function build(): Promise<Built> {
  const random = randomNumbers(5);
  // Many different words make a dictionary larger than a page.
  const text = (): string => Array.from({ length: 700 }, () => `word${Math.floor(random() ** 2 * 9000)}`).join(" ");
  const fs = createFiles(
    Object.fromEntries(
      Array.from(
        { length: 16 },
        (
          _,
          at,
        ) => [
          `docs/d${at}.md`,
          `---\ntags: [t${at % 3}]\n---\n# Doc ${at}\nneedle ${text()}\n## Part\nword1 word2 word3 word17\n`,
        ],
      ),
    ),
  );
  const { workspace } = await openFiles(fs);
  await workspace.update();
  write(fs, "docs/d3.md", "# Doc 3\nneedle again\n");
  await workspace.update();
  workspace.close();
  const truth = (await answers(fs)).truth;
  return { fs, files: filesOf(fs), truth };
}

function filesOf(fs: MemoryFileSystem): ReadonlyMap<string, Uint8Array> {
  const names = fs.readDirectory(INDEX).map(({ name }) => name);
  return new Map(
    names.sort((a, b) => kindOf(a) - kindOf(b) || (a < b ? -1 : 1)).map((
      name,
    ) => [name, fs.readFile(`${INDEX}/${name}`)!]),
  );
}

function kindOf(name: string): number {
  return [".del", "files-", "head.json", ".seg"].findIndex((part) => name.includes(part));
}

async function answers(fs: MemoryFileSystem): Promise<{ readonly truth: string; readonly codes: readonly string[] }> {
  const { workspace, warnings } = await openFiles(fs);
  try {
    const entries: unknown[] = [];
    for (const query of QUERIES) {
      const { queries } = await workspace.search(query, ALL);
      entries.push(
        queries[0]!.total_matches,
        queries[0]!.results.map(({ id, score, content }) => [id, score!.toPrecision(6), content]),
      );
    }
    entries.push((await workspace.list("docs")).map(({ id, title, tags }) => [id, title, tags]));
    return { truth: JSON.stringify(entries), codes: warnings.map(({ code }) => code) };
  } finally {
    workspace.close();
  }
}

function damaged(bytes: Uint8Array, what: number, share: number, byte: number): Uint8Array {
  const at = Math.min(bytes.length - 1, Math.floor(share * bytes.length));
  const copy = bytes.slice();
  switch (what % 6) {
    case 0:
      copy[at]! ^= 1 << (byte % 8);
      return copy;
    case 1:
      copy[at] = byte;
      return copy;
    case 2:
      return copy.fill(byte, at, at + 4096);
    case 3:
      return copy.subarray(0, at);
    case 4:
      copy.copyWithin(at, 0, 512);
      return copy;
    default:
      return new Uint8Array([...copy.subarray(0, at), byte, ...copy.subarray(at)]);
  }
}

export const indexTarget: Target = {
  name: "index",
  inputs: fc.oneof(
    { weight: 3, arbitrary: fc.uint8Array({ minLength: BYTES_PER_DAMAGE, maxLength: BYTES_PER_DAMAGE }) },
    { weight: 1, arbitrary: fc.uint8Array({ minLength: BYTES_PER_DAMAGE, maxLength: 4 * BYTES_PER_DAMAGE }) },
  ),
  async check(input) {
    const { fs, files, truth } = await (built ??= build());
    for (const { name } of fs.readDirectory(INDEX)) if (!files.has(name)) fs.removeFile(`${INDEX}/${name}`);
    for (const [name, bytes] of files) fs.writeFile(`${INDEX}/${name}`, bytes);
    let changed = false;
    for (let at = 0; at + BYTES_PER_DAMAGE <= input.length; at += BYTES_PER_DAMAGE) {
      const [file = 0, what = 0, a = 0, b = 0, c = 0, byte = 0] = input.subarray(at, at + BYTES_PER_DAMAGE);
      const name = [...files.keys()][file % files.size]!;
      const before = fs.readFile(`${INDEX}/${name}`)!;
      if (before.length === 0) continue;
      const after = damaged(before, what, (a * 65536 + b * 256 + c) / 2 ** 24, byte);
      changed ||= !(after.length === before.length && after.every((value, index) => value === before[index]));
      fs.writeFile(`${INDEX}/${name}`, after);
    }
    const first = await answers(fs);
    assert.equal(first.truth, truth, "the answers are not those of the documents");
    assert.ok(first.codes.length <= 1 && first.codes.every((code) => code === "index-damaged"), first.codes.join(" "));
    if (!changed) assert.deepEqual(first.codes, []);
    assert.deepEqual(await answers(fs), { truth, codes: [] });
  },
};
