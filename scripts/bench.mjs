// Times what people wait for, on generated documents:  node scripts/bench.mjs [DOCUMENTS]   (also deno task bench, bun)
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const fromSource = process.versions.deno !== undefined || process.versions.bun !== undefined;
const { open } = await import(fromSource ? "../mod.ts" : "../dist/mod.js");

const SECTIONS = 8;
const WORDS_PER_SECTION = 90;
const VOCABULARY = 20_000;
const QUERIES = 50;

/** Deterministic numbers in [0, 1): mulberry32. */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomNumbers(7);
/** Few words are frequent, most are rare, as in real text. */
const word = () => `w${Math.floor(VOCABULARY * random() ** 3).toString(36)}`;
const words = (count) => Array.from({ length: count }, word).join(" ");
const section = () => `## ${words(3)}\n\n${words(WORDS_PER_SECTION)}.\n`;
const page = () => `# ${words(3)}\n\n${Array.from({ length: SECTIONS }, section).join("\n")}`;

async function timed(name, work) {
  const start = performance.now();
  const result = await work();
  console.log(`${(performance.now() - start).toFixed(1).padStart(10)} ms  ${name}`);
  return result;
}

const documents = Number(process.argv[2] ?? 1000);
const folder = mkdtempSync(join(tmpdir(), "ra-bench-"));
try {
  mkdirSync(join(folder, "docs"));
  const file = (index) => join(folder, "docs", `page-${index}.md`);
  let bytes = 0;
  for (let index = 0; index < documents; index++) {
    const text = page();
    bytes += text.length;
    writeFileSync(file(index), text);
  }
  writeFileSync(join(folder, ".ra.toml"), '[tree.docs]\npath = "docs"\n');
  console.log(`${documents} documents, ${(bytes / 1e6).toFixed(1)} MB`);

  const workspace = await open(folder, { home: null });
  await timed("first index", () => workspace.update());
  await timed("nothing changed", () => workspace.update());
  writeFileSync(file(0), page());
  await timed("one document changed", () => workspace.update());
  await timed("first search", () => workspace.search(word(), { update: false }));
  const queries = Array.from({ length: QUERIES }, () => words(2));
  await timed(`${QUERIES} searches`, async () => {
    for (const query of queries) await workspace.search(query, { update: false });
  });
  await timed("a search that looks for changes first", () => workspace.search(word()));
  workspace.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
