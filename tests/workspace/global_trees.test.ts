// Tests trees of the home file, and the boost of local trees.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL, createFiles, openFiles, searchOne } from "./project.ts";

const TEXT = "the needle is here\n";

async function project(boost: string) {
  const fs = createFiles({ ".ra.toml": `[tree.docs]\npath = "docs"\n${boost}`, "docs/z.txt": TEXT });
  fs.makeDirectory("/home/me/notes");
  fs.writeFile("/home/me/.ra.toml", new TextEncoder().encode('[tree.notes]\npath = "~/notes"\n'));
  fs.writeFile("/home/me/notes/a.txt", new TextEncoder().encode(TEXT));
  return (await openFiles(fs, { home: "/home/me" })).workspace;
}

test("local_boost ranks local trees above global ones", async () => {
  const { results } = await searchOne(await project(""), "needle", ALL);
  // The ids alone would give the opposite order.
  assert.deepEqual(results.map(({ id }) => id), ["docs:z.txt", "notes:a.txt"]);
  const ratio = results[0]!.score! / results[1]!.score!;
  assert.ok(Math.abs(ratio - 1.5) < 1e-4, `${ratio}`);
});

test("local_boost applies before the candidate limit", async () => {
  const fs = createFiles({
    ".ra.toml": '[tree.docs]\npath = "docs"\n[settings]\nlocal_boost = 10\n',
    "docs/z.txt": `${"other words ".repeat(20)}${TEXT}`,
  });
  fs.makeDirectory("/home/me/notes");
  fs.writeFile("/home/me/.ra.toml", new TextEncoder().encode('[tree.notes]\npath = "notes"\n'));
  for (let at = 0; at < 20; at++) fs.writeFile(`/home/me/notes/${at}.txt`, new TextEncoder().encode("needle needle\n"));
  const { workspace } = await openFiles(fs, { home: "/home/me" });
  const { results } = await searchOne(workspace, "needle", { limit: 1, candidateLimit: 1, maxResults: 1 });
  assert.deepEqual(results.map(({ id }) => id), ["docs:z.txt"]);
});

test("--explain tells how many hits of global trees local_boost alone pushed below the cut", async () => {
  const lostWith = async (boost: string) => {
    const { explain, results } = await searchOne(await project(boost), "needle", { explain: true });
    return [explain!.lost_to_local_boost, results.length];
  };
  assert.deepEqual(await lostWith("[settings]\nlocal_boost = 4\n"), [1, 1]);
  assert.deepEqual(await lostWith("[settings]\nlocal_boost = 1\n"), [undefined, 2]);
});

test("a local_boost below 1 ranks global trees first", async () => {
  const { results } = await searchOne(await project("[settings]\nlocal_boost = 0.5\n"), "needle", ALL);
  assert.deepEqual(results.map(({ id }) => id), ["notes:a.txt", "docs:z.txt"]);
});

test("list() says where each tree comes from", async () => {
  const trees = await (await project("")).list("trees");
  assert.deepEqual(
    trees.map(({ name, path, global, documents, chunks, bytes }) => [name, path, global, documents, chunks, bytes]),
    [
      ["docs", "/project/docs", false, 1, 1, TEXT.length],
      ["notes", "/home/me/notes", true, 1, 1, TEXT.length],
    ],
  );
});
