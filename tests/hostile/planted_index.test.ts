/** Indexes in `.ra` that ra did not write, with checksums that are right. */
import assert from "node:assert/strict";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { encodeHead, type Head } from "../../src/store/published/head.ts";
import { open } from "../../src/workspace.ts";
import { headOf, plantDocument } from "../workspace/plant_index.ts";
import { type Answer, type Command, hostile, type Place } from "./hostile.ts";

const fs = createDiskFileSystem();

/** Writes a project with an index of ra's own. Gives the folder of the index. */
async function plantGood({ write, project }: Place): Promise<string> {
  write(".ra.toml", '[tree.docs]\npath = "docs"\n');
  write("docs/good.md", "# Good\n\nneedle\n");
  const workspace = await open(project, { home: null });
  await workspace.update();
  workspace.close();
  return `${project}/.ra/index`;
}

const refused = (...args: readonly string[]): Command => ({
  args: [...args, "--no-update"],
  expect: ({ stderr }) => assert.match(stderr, /the index is not usable/),
});
/** The index was set aside, and there is a new one. */
const finds = (warned: boolean): Command => ({
  args: ["search", "needle"],
  expect({ stdout, stderr }: Answer) {
    assert.match(stdout, /good\.md/);
    assert.equal(/ra set it aside/.test(stderr), warned, stderr);
  },
});

hostile("planted indexes", [
  ...["../../outside/secret.md", "/secret.md"].map((path) => ({
    name: `a document at ${path}`,
    async plant(place: Place): Promise<void> {
      const index = await plantGood(place);
      await plantDocument(fs, path, path, `${place.outside}/secret.md`, index);
    },
    commands: () => [refused("search", "needle"), refused("get", `docs:${path}`), ["check"], finds(true), finds(false)],
  })),
  {
    name: "a head whose values have other shapes and sizes",
    async plant(place) {
      const index = await plantGood(place);
      const head = headOf(fs, index);
      const segment = { ...head.segments[0]!, name: "../../../outside/secret.md", size: 1e15, stats: null };
      fs.writeFile(`${index}/head.json`, encodeHead({ ...head, segments: [segment] } as unknown as Head));
    },
    commands: () => [refused("search", "needle"), refused("ls", "docs"), ["status"], finds(true), finds(false)],
  },
]);
