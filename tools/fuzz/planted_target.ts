/**
 * Plants an index that ra did not write, with checksums that are right. Nothing outside the trees may show, no answer
 * may fail with an unexpected error, and an update must bring the answers of the documents back.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { RaError } from "../../src/errors.ts";
import type { MemoryFileSystem } from "../../src/host/memory_file_system.ts";
import type { Workspace } from "../../src/workspace.ts";
import { ALL, createFiles, openFiles, write } from "../../tests/workspace/project.ts";
import { drawsFrom, INDEX, PLANTS } from "./planted_index.ts";
import type { Target } from "./target.ts";

const OUTSIDE = "SENTINEL outside";
const encoder = new TextEncoder();

interface Built {
  readonly fs: MemoryFileSystem;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly truth: string;
}
let built: Promise<Built> | undefined;

/** Two segments, a deletion set and an extracted text. */
async function build(): Promise<Built> {
  const documents = Array.from(
    { length: 6 },
    (_, at) => [`docs/d${at}.md`, `---\ntags: [t${at}]\n---\n# Doc ${at}\nneedle word${at}\n## Part\ninner\n`],
  );
  const fs = createFiles({
    ...Object.fromEntries(documents),
    ".ra.toml": '[tree.docs]\npath = "docs"\ninclude = ["**/*.md", "**/*.html"]\n',
    "docs/page.html": "<h1>Page</h1><p>needle in a <a href='x'>page</a></p>",
  });
  fs.makeDirectory("/outside");
  fs.writeFile("/outside/secret.md", encoder.encode(`# Secret\n\nneedle ${OUTSIDE}\n`));
  const { workspace } = await openFiles(fs);
  await workspace.update();
  write(fs, "docs/d3.md", "# Doc 3\nneedle again\n");
  await workspace.update();
  workspace.close();
  const truth = await answersOf(fs);
  return { fs, files: filesOf(fs), truth };
}

function filesOf(fs: MemoryFileSystem): ReadonlyMap<string, Uint8Array> {
  const names = [INDEX, `${INDEX}/text`].flatMap((folder) =>
    fs.readDirectory(folder).filter(({ kind }) => kind === "file").map(({ name }) => `${folder}/${name}`)
  );
  return new Map(names.map((name) => [name, fs.readFile(name)!]));
}

async function answersOf(fs: MemoryFileSystem): Promise<string> {
  const { workspace } = await openFiles(fs);
  try {
    const { queries } = await workspace.search("needle", ALL);
    const found = queries[0]!.results.map(({ id, content, score }) => [id, content, score?.toPrecision(6)]);
    return JSON.stringify([found, (await workspace.list("docs")).map(({ id, title, tags }) => [id, title, tags])]);
  } finally {
    workspace.close();
  }
}

/** Everything that reads the index. */
const CALLS: readonly ((workspace: Workspace, update: boolean) => Promise<unknown>)[] = [
  (workspace, update) => workspace.search("needle", { ...ALL, update, explain: true, facets: true }),
  (workspace, update) => workspace.search("part OR again", { update }),
  (workspace, update) => workspace.search("path:d tag:t1", { update }),
  (workspace, update) => workspace.search("nedle", { ...ALL, update, groupBy: "doc" }),
  (workspace, update) => workspace.get("docs:d1.md#part", { update }),
  (workspace, update) => workspace.get("docs:../../outside/secret.md", { update }),
  (workspace, update) => workspace.get("docs:page.html", { update }),
  (workspace, update) => workspace.list("docs", { update }),
  (workspace, update) => workspace.list("chunks", { update }),
  (workspace, update) => workspace.list("tags", { update }),
  (workspace, update) => workspace.list("trees", { update }),
  (workspace, update) => workspace.likeThis("docs:d1.md", { update }),
  (workspace, update) => workspace.context("/project/docs/d2.md", { update }),
  (workspace) => workspace.status(),
  (workspace) => workspace.check(),
  (workspace) => workspace.inspect("/project/docs/d1.md"),
];

/** Calls everything without an update. Only errors that ra means may come. */
async function requireSafe(fs: MemoryFileSystem): Promise<void> {
  const { workspace } = await openFiles(fs);
  try {
    for (const call of CALLS) {
      let answer: unknown;
      try {
        answer = await call(workspace, false);
      } catch (error) {
        if (!(error instanceof RaError)) throw error;
        assert.ok(
          ["index-damaged", "index-missing", "unknown-id", "engine"].includes(error.code),
          `${error.code} ${error.message}`,
        );
        answer = error.message;
      }
      assert.ok(!JSON.stringify(answer).includes(OUTSIDE), "text of a file outside shows");
    }
  } finally {
    workspace.close();
  }
}

export const plantedTarget: Target = {
  name: "planted-index",
  inputs: fc.uint8Array({ minLength: 24, maxLength: 60 }),
  async check(input) {
    const { fs, files, truth } = await (built ??= build());
    for (const path of filesOf(fs).keys()) fs.removeFile(path);
    for (const [path, bytes] of files) fs.writeFile(path, bytes);
    const plant = PLANTS[(input[0] ?? 0) % PLANTS.length]!;
    await plant(fs, drawsFrom(input.subarray(1)));
    await requireSafe(fs);
    const { workspace } = await openFiles(fs);
    try {
      for (const call of CALLS) {
        const answer = await call(workspace, true).catch((error) => {
          if (error instanceof RaError && (error.code === "unknown-id" || error.code === "engine")) {
            return error.message;
          }
          throw error;
        });
        assert.ok(!JSON.stringify(answer).includes(OUTSIDE), "text of a file outside shows");
      }
      await workspace.update({ full: true });
    } finally {
      workspace.close();
    }
    assert.equal(await answersOf(fs), truth, "the answers are not those of the documents");
  },
};
