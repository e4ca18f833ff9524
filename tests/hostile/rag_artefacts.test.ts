/** What a stranger left in `index_root`: a `.ra.toml`, a manifest, a switch that is not finished, and artefacts. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDiskFileSystem } from "../../src/host/disk_file_system.ts";
import { installSmallModel } from "../models/installed_model.ts";
import { type Command, hostile, type HostileFolder, type Place } from "./hostile.ts";
import { type Services, startServices } from "./planter/services.ts";
import { plantLink, refuses, said, works, writeRag } from "./rag_folder.ts";

const KEY = "sk-fakekeyfakekeyfakekey";

async function plantProject(place: Place): Promise<void> {
  place.write("docs/a.md", "# Lever\n\nThe lever is purple.\n");
  await installSmallModel(createDiskFileSystem(), place.home, "small");
  writeRag(place, { sources: ["{id: docs, path: docs}"] });
}

const stolen = (outside: string, address: string): string =>
  `root = true\n[tree.docs]\npath = ${JSON.stringify(outside)}\n\n[tree.more]\npath = ${JSON.stringify(outside)}\n\n` +
  `[semantic]\nenabled = true\nprovider = "openai"\nmodel = "e"\nbase_url = "${address}/v1"\napi_key_env = "OPENAI_API_KEY"\n`;

/** Nobody trusted it, so it gets nothing, whatever ra does beside it. */
const configuration = (name: string, plant: (place: Place) => void): HostileFolder => {
  let services: Services;
  return {
    name: `a .ra.toml in index_root ${name}`,
    async plant(place) {
      services = await startServices();
      await plantProject(place);
      place.write("rag/index/.ra.toml", stolen(place.outside, services.address));
      plant(place);
      return services.close;
    },
    keeps: ["docs"],
    commands: ({ word }) =>
      [
        ["rag", "status"],
        ["rag", "ingest"],
        ["trust", "--list"],
        ["-C", "rag/index", "update"],
        ["-C", "rag/index", "search", word],
        ["rag", "index"],
        ["rag", "retrieve", word],
      ].map((args): Command => ({
        args,
        env: { OPENAI_API_KEY: KEY },
        expect({ stdout, stderr }) {
          assert.ok(!services.heard(KEY), `ra ${args.join(" ")} sent the key`);
          if (args[0] === "trust") assert.doesNotMatch(stdout + stderr, /OPENAI_API_KEY|outside/);
        },
      })),
  };
};

const lastRun: HostileFolder = {
  name: "a last run that speaks to the terminal",
  plant(place) {
    writeRag(place, { convert: ["{id: c, input: docs}", "{id: d, input: docs}"] });
    place.write("docs/a.md", "# A\n");
    const words = "\u001b]0;changed\u0007\u001b[2J";
    const at = new Date(0).toISOString();
    for (
      const [id, entry] of [["c", { stage: words, at, state: "failed" }], ["d", {
        stage: "fetch",
        at: words,
        state: words,
      }]]
    ) {
      place.write(`rag/data/journal/${id}.run.json`, JSON.stringify({ version: 1, entry }));
    }
  },
  commands: () =>
    [["rag", "status"], ["rag", "status", "--json"]].map((args): Command => ({
      args,
      expect(answer) {
        assert.equal(answer.code, 0, said(answer));
        assert.doesNotMatch(said(answer), /\u001b|changed/);
      },
    })),
};

/** `index_root` as a stranger's `ra rag index` left it, and then changed. */
const CONFIGURATIONS: readonly HostileFolder[] = [
  configuration("with a manifest", ({ write }) => void write("rag/index/manifest.json", "{}\n")),
  configuration("without a manifest", () => {}),
  configuration("with a switch that puts it in place", (place) => {
    place.write("rag/index/.ra.toml.new-x", readFileSync(join(place.project, "rag/index/.ra.toml")));
    place.write("rag/index/switch.json", '{"generation":"x","files":[".ra.toml","manifest.json"]}\n');
    place.write("rag/index/manifest.json.new-x", "{}\n");
  }),
];

const SWITCHES: readonly (readonly [name: string, files: readonly unknown[], generation?: unknown])[] = [
  ["a file behind a linked folder", ["dl/f"]],
  ["a file of the folder above", ["../mine.md"]],
  ["an absolute path", ["/tmp/f"]],
  ["names of ra's own, and of none", [".ra.toml", "manifest.json", "mine.md", ".ra/index/head.json"]],
  ["a generation with a path", ["f"], "../../x"],
  ["a hundred thousand names", Array.from({ length: 100_000 }, (_, at) => `f${at}`)],
  ["things that are not names", [1, null, {}, ["a"], ""]],
  ["names that go down and up", ["dl/../mine.md", "a//b", "./mine.md", "a/./b"]],
];

const switches: readonly HostileFolder[] = SWITCHES.map(([name, files, generation = "x"]) => ({
  name: `switch.json with ${name}`,
  async plant(place) {
    await plantProject(place);
    place.write("rag/index/mine.md", "# Mine\n");
    place.write("rag/mine.md", "# Mine\n");
    place.write("rag/index/mine.md.new-x", "# Not mine\n");
    place.write("rag/mine.md.new-x", "# Not mine\n");
    plantLink(place, "rag/index/dl", join(place.outside, "folder"));
    place.write("rag/index/f.new-x", "draft\n");
    execFileSync("cp", ["-a", join(place.project, "rag/index/f.new-x"), join(place.outside, "folder/f.new-x")]);
    place.write("rag/index/switch.json", `${JSON.stringify({ generation, files })}\n`);
  },
  keeps: ["rag/index/mine.md", "rag/mine.md", "docs"],
  commands: () => [["rag", "status"], ["rag", "retrieve", "lever"], ["rag", "index"]],
}));

const JSONS = ["rag/index/manifest.json", "rag/index/switch.json", "rag/index/.ra/index/head.json"];
const HUGE: readonly (readonly [name: string, content: (place: Place, path: string) => void])[] = [
  ["10 MB of `[`", ({ write }, path) => void write(path, "[".repeat(10e6))],
  ["10 MB of `[0,`", ({ write }, path) => void write(path, `[${"0,".repeat(5e6)}`)],
  ["10 MB of objects in objects", ({ write }, path) => void write(path, '{"a":'.repeat(2e6))],
  ["3 GB of nothing", (place, path) => truncateSync(place.write(path, "{"), 3e9)],
  ["a pipe", (place, path) => {
    place.write(path, "");
    execFileSync("rm", [join(place.project, path)]);
    execFileSync("mkfifo", [join(place.project, path)]);
  }],
];
const huge: readonly HostileFolder[] = HUGE.map(([name, content]) => ({
  name: `manifest, switch and head are ${name}`,
  async plant(place) {
    await plantProject(place);
    for (const path of JSONS) content(place, path);
  },
  keeps: ["docs"],
  commands: () => [["rag", "status"], ["rag", "retrieve", "lever"], ["rag", "ingest"]],
}));

const ARTEFACTS = ["manifest.json", "embeddings.npy", "index.faiss", "meta.parquet", ".ra/index/head.json"];

const links: HostileFolder = {
  name: "artefacts that are links outside",
  async plant(place) {
    await plantProject(place);
    for (const name of ARTEFACTS) plantLink(place, `rag/index/${name}`, join(place.outside, "secret.md"));
  },
  keeps: ["docs"],
  commands: () => [["rag", "status"], ["rag", "retrieve", "lever"], ["rag", "index"]],
};

const good: HostileFolder = {
  name: "nothing is planted: ra finishes its own switch",
  plant: plantProject,
  keeps: ["docs"],
  commands: ({ project }) => [
    works(["rag", "index"]),
    {
      args: ["rag", "retrieve", "lever"],
      expect(answer) {
        assert.equal(answer.code, 0, said(answer));
        assert.ok(!existsSync(join(project, "rag/index/switch.json")));
      },
    },
  ],
};

/** Files of the user's with the names of artefacts: an index that would replace one is refused, however it is named. */
const OWN: readonly (readonly [name: string, content: string])[] = [
  ["manifest.json", '{"name": "My site", "icons": []}\n'],
  ["embeddings.npy", "\x93NUMPY\x01\x00v\x00{'descr': '<f4'}\n"],
  ["index.faiss", "IxFI\x08\x00\x00\x00"],
  ["meta.parquet", "PAR1PAR1"],
  [".ra.toml", '[tree.mine]\npath = "mine"\n'],
];
const own: readonly HostileFolder[] = OWN.map(([name, content]) => ({
  name: `index_root with the user's own ${name}`,
  async plant(place) {
    await plantProject(place);
    writeRag(place, { sources: ["{id: docs, path: docs}"], indexRoot: "web" });
    place.write(`web/${name}`, content);
    place.write("web/page.html", "<p>mine</p>");
  },
  keeps: [`web/${name}`, "web/page.html", "docs"],
  commands: () => [
    refuses(["rag", "index"], new RegExp(`${name.replaceAll(".", "\\.")}: ra did not write it`)),
    ...(name === ".ra.toml" ? [refuses(["rag", "ingest"], /ra did not write it/)] : []),
  ],
}));

const ownSwitch: HostileFolder = {
  name: "a switch.json that would replace the user's own manifest.json",
  async plant(place) {
    await plantProject(place);
    place.write("rag/index/manifest.json", OWN[0]![1]);
    place.write("rag/index/manifest.json.new-x", "{}\n");
    place.write("rag/index/switch.json", '{"generation":"x","files":["manifest.json"]}\n');
  },
  keeps: ["rag/index/manifest.json", "docs"],
  commands: () => [["rag", "status"], refuses(["rag", "retrieve", "lever"], /did not write/), ["rag", "index"]],
};

const MANIFEST = "rag/index/manifest.json";
const takenOver: HostileFolder = {
  name: "an index of ra's that it does not remember, and then a manifest that is not ra's",
  plant: plantProject,
  keeps: ["docs"],
  commands: ({ project, home }) => [
    works(["rag", "index"], /^(?![^]*takes it over)/),
    {
      ...works(["rag", "index", "--incremental"], /does not remember writing the index in .*takes it over/),
      env: { XDG_CACHE_HOME: join(home, "another-cache") },
    },
    {
      args: ["rag", "index"],
      expect(answer) {
        assert.doesNotMatch(said(answer), /takes it over/);
        writeFileSync(join(project, MANIFEST), "half of it is lo");
      },
    },
    {
      ...works(["rag", "index"]),
      expect: () => writeFileSync(join(project, MANIFEST), OWN[0]![1]),
    },
    {
      args: ["rag", "index"],
      expect(answer) {
        assert.match(said(answer), /manifest\.json: ra did not write it/);
        assert.equal(readFileSync(join(project, MANIFEST), "utf8"), OWN[0]![1]);
      },
    },
  ],
};

hostile("rag-artefacts", [good, ...CONFIGURATIONS, ...switches, ...huge, links, ...own, ownSwitch, takenOver, lastRun]);
